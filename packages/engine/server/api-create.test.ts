import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childText, person, signed, testEngine, saying } from '#server/engine.factory.ts';
import type { Reply, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.stop());

const create = (params: Record<string, string>) => engine.call('create', { name: 'Nn', ...params });
const info = (meetingID: string) => engine.call('getMeetingInfo', { meetingID });
const field = (reply: Reply, name: string) => childText(reply.xml, name);
const metadata = (reply: Reply) =>
  reply.xml?.children.find(({ name }) => name === 'metadata')?.children.map(({ name, text }) => `${name}=${text}`);
const post = (query: string, contentType: string, body: string) =>
  engine.raw(`/create?${query}`, { method: 'POST', headers: { 'content-type': contentType }, body });

test('041 042 043 a new meeting is described in order, with made ids and passwords', async () => {
  const reply = await engine.call('create', { name: 'N1', meetingID: 'c1' });
  expect(reply.xml?.children.map(({ name }) => name)).toEqual([
    'returncode',
    'meetingID',
    'internalMeetingID',
    'parentMeetingID',
    'attendeePW',
    'moderatorPW',
    'createTime',
    'voiceBridge',
    'dialNumber',
    'createDate',
    'hasUserJoined',
    'duration',
    'hasBeenForciblyEnded',
    'messageKey',
    'message',
  ]);
  expect([
    field(reply, 'meetingID'),
    field(reply, 'parentMeetingID'),
    field(reply, 'hasUserJoined'),
    field(reply, 'duration'),
  ]).toEqual(['c1', 'bbb-none', 'false', '0']);
  expect([field(reply, 'hasBeenForciblyEnded'), reply.key, field(reply, 'message')]).toEqual(['false', '', '']);
  const createTime = field(reply, 'createTime');
  expect(createTime).toMatch(/^\d{13}$/);
  expect(Math.abs(Date.now() - Number(createTime))).toBeLessThan(5_000);
  expect(field(reply, 'internalMeetingID')).toBe(`${createHash('sha1').update('c1').digest('hex')}-${createTime}`);
  expect(Date.parse(field(reply, 'createDate'))).toBe(Math.floor(Number(createTime) / 1000) * 1000);
  expect(field(reply, 'createDate')).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} UTC \d{4}$/);
  expect(field(reply, 'attendeePW')).toMatch(/^[A-Za-z\d]{8}$/);
  expect(field(reply, 'moderatorPW')).toMatch(/^[A-Za-z\d]{8}$/);
  expect(field(reply, 'attendeePW')).not.toBe(field(reply, 'moderatorPW'));
});

test('044 the same call again describes the meeting that is there', async () => {
  const first = await create({ meetingID: 'c44' });
  const second = await create({ meetingID: 'c44' });
  expect([second.code, second.key]).toEqual(['SUCCESS', 'duplicateWarning']);
  expect(field(second, 'message')).toBe('This conference was already in existence and may currently be in progress.');
  for (const name of ['createTime', 'internalMeetingID', 'moderatorPW']) expect(field(second, name)).toBe(field(first, name));
});

test('045 046 047 048 049 passwords decide whether a repetition is the same meeting', async () => {
  const words = { meetingID: 'c2', attendeePW: 'ap', moderatorPW: 'mp' };
  await create(words);
  expect((await create(words)).key).toBe('duplicateWarning');
  const other = await create({ ...words, moderatorPW: 'other' });
  expect([other.code, other.key]).toEqual(['FAILED', 'idNotUnique']);
  expect(field(other, 'message')).toBe('A meeting already exists with that meeting ID.  Please use a different meeting ID.');
  expect((await create({ meetingID: 'c2' })).key).toBe('duplicateWarning');
  expect((await create({ meetingID: 'c2', attendeePW: 'ap' })).key).toBe('idNotUnique');
  expect((await create({ ...words, name: 'Another', welcome: 'x' })).key).toBe('duplicateWarning');
  expect(field(await info('c2'), 'meetingName')).toBe('Nn');
});

test('050 of fifty equal calls at once one opens the meeting', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => create({ meetingID: 'c50' })));
  expect(replies.every(({ code }) => code === 'SUCCESS')).toBe(true);
  expect(new Set(replies.map((reply) => field(reply, 'createTime'))).size).toBe(1);
  expect(replies.filter(({ key }) => key !== 'duplicateWarning')).toHaveLength(1);
});

test('051 an id is free again after the end', async () => {
  const first = await create({ meetingID: 'c51' });
  await engine.call('end', { meetingID: 'c51' });
  const second = await create({ meetingID: 'c51' });
  expect([second.code, second.key]).toEqual(['SUCCESS', '']);
  expect(field(second, 'createTime')).not.toBe(field(first, 'createTime'));
});

test('051 also within the same millisecond', async () => {
  const { engine: state } = engine;
  const before = state.clock;
  const now = Date.now();
  state.clock = { now: () => now };
  const first = await create({ meetingID: 'c51-fast' });
  await engine.call('end', { meetingID: 'c51-fast' });
  expect(field(await create({ meetingID: 'c51-fast' }), 'createTime')).not.toBe(field(first, 'createTime'));
  state.clock = before;
});

test('052 053 054 055 meeting ids', async () => {
  expect((await create({})).key).toBe('missingParamMeetingID');
  expect((await create({ meetingID: '' })).key).toBe('missingParamMeetingID');
  for (const meetingID of ['x', 'x'.repeat(257)])
    expect(['sizeError', 'validationError']).toContain((await create({ meetingID })).key);
  for (const meetingID of ['xy', 'x'.repeat(256), '9d28-4-119[0]', 'a b', 'räum', 'a%2Fb']) {
    expect(field(await create({ meetingID }), 'meetingID')).toBe(meetingID);
    expect(field(await info(meetingID), 'meetingID')).toBe(meetingID);
  }
  const comma = await create({ meetingID: 'a,b' });
  expect(['patternError', 'validationError']).toContain(comma.key);
  expect(field(comma, 'message')).toBe("Meeting ID cannot contain ','");
});

test('056 names', async () => {
  expect((await engine.call('create', { meetingID: 'c56' })).code).toBe('FAILED');
  for (const name of ['x', 'x'.repeat(257)]) expect((await create({ meetingID: 'c56', name })).code).toBe('FAILED');
  await create({ meetingID: 'c56', name: `<b>&"'` });
  expect(field(await info('c56'), 'meetingName')).toBe(`<b>&"'`);
});

test('057 058 059 passwords, flags and numbers of the wrong form', async () => {
  for (const moderatorPW of ['x', 'x'.repeat(65)])
    expect((await create({ meetingID: 'c57', moderatorPW })).key).toBe('invalidPassword');
  expect((await create({ meetingID: 'c58', record: 'yes' })).key).toBe('validationError');
  expect((await create({ meetingID: 'c58', isBreakoutRoom: 'yes' })).key).toBe('validationError');
  expect((await create({ meetingID: 'c58', record: '' })).code).toBe('SUCCESS');
  expect((await create({ meetingID: 'c59', voiceBridge: 'abc' })).key).toBe('validationError');
  expect(field(await create({ meetingID: 'c59', voiceBridge: '70123' }), 'voiceBridge')).toBe('70123');
  expect((await create({ meetingID: 'c59b', voiceBridge: '70123' })).key).toBe('nonUniqueVoiceBridge');
  expect((await info('c59b')).key).toBe('notFound');
});

test('060 breakout rooms need a parent, and hang below it', async () => {
  expect((await create({ meetingID: 'c60-1', isBreakout: 'true' })).key).toBe('parentMeetingIDMissing');
  expect((await create({ meetingID: 'c60-1', isBreakout: 'true', parentMeetingID: 'nowhere' })).key).toBe(
    'parentMeetingDoesNotExist',
  );
  const parent = await create({ meetingID: 'c60', meta_Origin: 'school' });
  const room = await create({
    meetingID: 'c60-1531155900000',
    isBreakout: 'true',
    parentMeetingID: 'c60',
    sequence: '1',
    freeJoin: 'true',
  });
  expect([field(room, 'internalMeetingID'), field(room, 'parentMeetingID')]).toEqual([
    'c60-1531155900000',
    field(parent, 'internalMeetingID'),
  ]);
  const seen = await info('c60-1531155900000');
  expect([field(seen, 'isBreakout'), field(seen, 'sequence'), field(seen, 'freeJoin'), metadata(seen)]).toEqual([
    'true',
    '1',
    'true',
    ['origin=school'],
  ]);
  const rooms = (await info('c60')).xml?.children.find(({ name }) => name === 'breakoutRooms');
  expect(rooms?.children.map(({ text }) => text)).toEqual(['c60-1531155900000']);
  await engine.call('end', { meetingID: 'c60' });
  expect((await info('c60-1531155900000')).key).toBe('notFound');
});

test('061 062 063 064 metadata, unknown parameters, duration', async () => {
  const more = {
    meta_Presenter: 'Jane',
    meta_a_b: '1',
    meta_2x: '1',
    'meta_my-key': 'v',
    meta_endCallbackUrl: 'https://a.example/x',
    foo: 'bar',
    duration: '90',
  };
  expect(field(await create({ meetingID: 'c61', ...more }), 'duration')).toBe('90');
  const seen = await info('c61');
  expect(metadata(seen)).toEqual(['presenter=Jane', 'my-key=v', 'endcallbackurl=https://a.example/x']);
  expect(field(seen, 'duration')).toBe('90');
  expect(field(await create({ meetingID: 'c64', duration: 'abc' }), 'duration')).toBe('0');
});

test('065 a meeting to which nobody comes ends', async () => {
  await create({ meetingID: 'c65', meetingExpireIfNoUserJoinedInMinutes: '1' });
  engine.pass(59_000);
  expect((await info('c65')).code).toBe('SUCCESS');
  engine.pass(2_000);
  expect((await info('c65')).key).toBe('notFound');
});

test('066 a meeting that everybody left ends after its time, or never', async () => {
  await create({ meetingID: 'c66', meetingExpireWhenLastUserLeftInMinutes: '1' });
  await create({ meetingID: 'c66-never', meetingExpireWhenLastUserLeftInMinutes: '0' });
  for (const meetingID of ['c66', 'c66-never']) {
    const ada = await person(engine, { meetingID, fullName: 'Ada' });
    ada.say({ t: 'leave' });
    expect((await ada.closed).code).toBe(4010);
  }
  engine.pass(45_000);
  expect((await info('c66')).code).toBe('SUCCESS');
  engine.pass(16_000);
  expect((await info('c66')).key).toBe('notFound');
  engine.pass(24 * 3_600_000);
  expect((await info('c66-never')).code).toBe('SUCCESS');
});

test('067 the duration ends a meeting with people in it', async () => {
  await create({ meetingID: 'c67', duration: '1' });
  const ada = await person(engine, { meetingID: 'c67', fullName: 'Ada' });
  engine.pass(58_000);
  expect((await info('c67')).code).toBe('SUCCESS');
  engine.pass(3_000);
  expect((await info('c67')).key).toBe('notFound');
  expect((await ada.hears('ended')).reason).toBe('duration');
  expect((await ada.closed).code).toBe(4004);
});

const documents = (url: string) =>
  `<modules><module name="presentation"><document url="${url}" filename="a.pdf"/></module></modules>`;

test('069 bodies by their type', async () => {
  const body = documents('https://files.example/a.pdf');
  for (const [index, type] of ['application/xml', 'text/xml', 'application/x-www-form-urlencoded'].entries()) {
    expect((await post(signed('create', { params: { name: 'Doc', meetingID: `c68-${index}` } }), type, body)).code).toBe(
      'SUCCESS',
    );
  }
  const refused = await post(signed('create', { params: { name: 'Doc', meetingID: 'c69' } }), 'text/plain', body);
  expect([refused.key, field(refused, 'message')]).toEqual([
    'unsupportedContentType',
    'POST request Content-Type is missing or unsupported',
  ]);
  const query = signed('create', { params: { name: 'Doc', meetingID: 'c69' } });
  expect((await engine.raw(`/create?${query}`, { headers: { 'content-type': 'text/plain' } })).code).toBe('SUCCESS');
});

test('070 broken XML and XML with a document type open nothing', async () => {
  const entity =
    '<!DOCTYPE m [<!ENTITY e SYSTEM "file:///etc/passwd">]><modules><module name="presentation">&e;</module></modules>';
  for (const body of ['<modules><module', '<modules></other>', entity]) {
    const reply = await post(signed('create', { params: { name: 'Doc', meetingID: 'c70' } }), 'application/xml', body);
    expect([reply.status, reply.code]).toEqual([200, 'FAILED']);
  }
  expect((await info('c70')).key).toBe('notFound');
});

test('072 features that are switched off, less those that are kept', async () => {
  await create({ meetingID: 'c72', disabledFeatures: 'polls, chat ,,chat' });
  await create({ meetingID: 'c72-chat', disabledFeatures: 'polls, chat', disabledFeaturesExclude: 'chat' });
  expect([...(engine.engine.meetings.get('c72')?.plan.disabledFeatures ?? [])]).toEqual(['polls', 'chat']);
  expect([...(engine.engine.meetings.get('c72-chat')?.plan.disabledFeatures ?? [])]).toEqual(['polls']);
  const ada = await person(engine, { meetingID: 'c72', fullName: 'Ada' });
  expect(await ada.ask(saying('hello'))).toMatchObject({ t: 'error', code: 'locked' });
});

test('an unknown guest policy is refused', async () =>
  expect((await create({ meetingID: 'gp', guestPolicy: 'MAYBE' })).key).toBe('validationError'));

test('welcome texts carry the words of the meeting, the name without its markup', async () => {
  await create({
    meetingID: 'words',
    name: 'A <b>',
    welcome: 'Welcome to %%CONFNAME%%, call %%DIALNUM%%',
    moderatorOnlyMessage: 'pin %%CONFNUM%%',
    voiceBridge: '71111',
  });
  const host = await person(engine, { meetingID: 'words', fullName: 'Ada', role: 'MODERATOR' });
  const guest = await person(engine, { meetingID: 'words', fullName: 'Bob' });
  expect(host.welcome.meeting).toMatchObject({
    welcome: 'Welcome to A &lt;b&gt;, call 613-555-1234',
    moderatorMessage: 'pin 71111',
  });
  expect(guest.welcome.meeting.moderatorMessage).toBe('');
});
