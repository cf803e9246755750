import { bbbClient } from '@atrium/bbb/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRET, childText, person, signed, testEngine } from '#server/engine.factory.ts';
import type { Reply, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.stop());

const field = (reply: Reply, name: string) => childText(reply.xml, name);
const info = (meetingID: string) => engine.call('getMeetingInfo', { meetingID });
const create = (meetingID: string, more: Record<string, string> = {}) =>
  engine.call('create', { name: 'Room', meetingID, ...more });
const running = async (meetingID: string) => field(await engine.call('isMeetingRunning', { meetingID }), 'running');

test('092 093 095 098 what is not there', async () => {
  expect((await engine.call('isMeetingRunning', { meetingID: 'foobar' })).text).toBe(
    '<response><returncode>SUCCESS</returncode><running>false</running></response>',
  );
  expect((await engine.call('isMeetingRunning')).key).toBe('missingParamMeetingID');
  expect((await info('foobar')).key).toBe('notFound');
  const none = await engine.call('getMeetings');
  expect([none.key, field(none, 'message')]).toEqual(['noMeetings', 'no meetings were found on this server']);
  expect(none.xml?.children.find(({ name }) => name === 'meetings')?.children).toEqual([]);
});

test('094 a meeting runs while somebody is in it', async () => {
  await create('c94');
  const state = async () => [
    await running('c94'),
    field(await info('c94'), 'running'),
    field(await info('c94'), 'hasUserJoined'),
  ];
  expect(await state()).toEqual(['false', 'false', 'false']);
  const ada = await person(engine, { meetingID: 'c94', fullName: 'Ada' });
  expect(await state()).toEqual(['true', 'true', 'true']);
  ada.say({ t: 'leave' });
  await ada.closed;
  expect(await state()).toEqual(['false', 'false', 'true']);
});

test('096 the description of a meeting, in order, with its counts', async () => {
  await create('c96');
  const ada = await person(engine, { meetingID: 'c96', fullName: 'Ada', role: 'MODERATOR' });
  const bob = await person(engine, { meetingID: 'c96', fullName: 'Bob' });
  await ada.ask({ t: 'pub', key: 'mic', source: 'mic', sdp: 'offer' });
  await ada.ask({ t: 'pub', key: 'cam', source: 'cam', sdp: 'offer' });
  await bob.ask({ t: 'sub', audioSlots: 3, videoSlots: 4 });
  const seen = await info('c96');
  expect(seen.xml?.children.map(({ name }) => name)).toEqual([
    'returncode',
    'meetingName',
    'meetingID',
    'internalMeetingID',
    'createTime',
    'createDate',
    'voiceBridge',
    'dialNumber',
    'attendeePW',
    'moderatorPW',
    'running',
    'duration',
    'hasUserJoined',
    'recording',
    'hasBeenForciblyEnded',
    'startTime',
    'endTime',
    'participantCount',
    'listenerCount',
    'voiceParticipantCount',
    'videoCount',
    'maxUsers',
    'moderatorCount',
    'attendees',
    'metadata',
    'messageKey',
    'message',
    'isBreakout',
  ]);
  const counts = [
    'participantCount',
    'moderatorCount',
    'listenerCount',
    'voiceParticipantCount',
    'videoCount',
    'endTime',
    'maxUsers',
    'isBreakout',
  ];
  expect(counts.map((name) => field(seen, name))).toEqual(['2', '1', '1', '1', '1', '0', '0', 'false']);
  const people = seen.xml?.children.find(({ name }) => name === 'attendees')?.children ?? [];
  const facts = ['fullName', 'role', 'isPresenter', 'isListeningOnly', 'hasJoinedVoice', 'hasVideo', 'clientType'];
  expect(people.map((attendee) => facts.map((name) => childText(attendee, name)))).toEqual([
    ['Ada', 'MODERATOR', 'true', 'false', 'true', 'true', 'HTML5'],
    ['Bob', 'VIEWER', 'false', 'true', 'false', 'false', 'HTML5'],
  ]);
  expect(people[0]?.children.map(({ name }) => name)).toEqual(['userID', ...facts]);
});

test('097 awkward characters survive', async () => {
  const words = ']]> & <b> "q" 😀';
  await create('c97', { meta_note: words });
  await person(engine, { meetingID: 'c97', fullName: 'Ann', 'userdata-note': words });
  const seen = await info('c97');
  const part = (name: string) => seen.xml?.children.find((child) => child.name === name);
  expect(part('metadata')?.children[0]?.text).toBe(words);
  expect(part('attendees')?.children[0]?.children.find(({ name }) => name === 'customdata')?.children[0]?.text).toBe(words);
});

test('099 the list shows each meeting as the description does, also without people', async () => {
  await create('c99');
  const list = await engine.call('getMeetings');
  const entry = list.xml?.children
    .find(({ name }) => name === 'meetings')
    ?.children.find((meeting) => childText(meeting, 'meetingID') === 'c99');
  const described = (await info('c99')).xml?.children.filter(
    ({ name }) => !['returncode', 'messageKey', 'message'].includes(name),
  );
  expect(entry?.children).toEqual(described);
});

test('100 101 102 the end', async () => {
  for (const password of [undefined, 'mp']) {
    await create('c100', { attendeePW: 'ap', moderatorPW: 'mp' });
    const ada = await person(engine, { meetingID: 'c100', fullName: 'Ada' });
    const wrong = await engine.call('end', { meetingID: 'c100', password: 'other' });
    expect([wrong.code, wrong.key, await running('c100')]).toEqual(['FAILED', 'invalidPassword', 'true']);
    const done = await engine.call('end', { meetingID: 'c100', ...(password === undefined ? {} : { password }) });
    expect([done.code, done.key]).toEqual(['SUCCESS', 'sentEndMeetingRequest']);
    expect((await info('c100')).key).toBe('notFound');
    expect(await running('c100')).toBe('false');
    expect((await engine.call('getMeetings')).text).not.toContain('<meetingID>c100<');
    expect((await ada.hears('ended')).reason).toBe('ended-by-api');
    expect((await ada.closed).code).toBe(4004);
    expect((await engine.call('end', { meetingID: 'c100' })).key).toBe('notFound');
  }
});

test('103 the calls take a form as well', async () => {
  await create('c103');
  const post = (name: string, params: Record<string, string>) => {
    const body = signed(name, { params: {} }).replace(/^&/, '');
    const form = `${new URLSearchParams(params).toString()}&${body}`;
    return engine.raw(`/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
  };
  expect(field(await post('isMeetingRunning', { meetingID: 'c103' }), 'running')).toBe('false');
  expect(field(await post('getMeetingInfo', { meetingID: 'c103' }), 'meetingID')).toBe('c103');
  expect((await post('getMeetings', {})).text).toContain('<meetingID>c103<');
  expect((await post('end', { meetingID: 'c103' })).key).toBe('sentEndMeetingRequest');
});

test('105 messages by the API reach the chat of a running meeting', async () => {
  await create('c105');
  const send = (message: string) => engine.call('sendChatMessage', { meetingID: 'c105', message, userName: 'Bell' });
  expect((await send('early')).key).toBe('meetingNotFound');
  const ada = await person(engine, { meetingID: 'c105', fullName: 'Ada' });
  expect((await send('ring')).code).toBe('SUCCESS');
  expect(await ada.hears('topic-event')).toMatchObject({ topic: 'chat', by: null, event: { name: 'Bell', text: 'ring' } });
  for (const bad of ['', 'x'.repeat(501)]) expect((await send(bad)).code).toBe('FAILED');
});

test('a meeting is found by its internal id too, and by nothing shorter', async () => {
  const internal = field(await create('cint'), 'internalMeetingID');
  expect(field(await info(internal), 'meetingID')).toBe('cint');
  expect((await info(internal.slice(0, 40))).key).toBe('notFound');
});

test('111 114 115 116 118 there are no recordings', async () => {
  const none = await engine.call('getRecordings');
  expect([none.code, none.key]).toEqual(['SUCCESS', 'noRecordings']);
  const paged = await engine.call('getRecordings', { limit: '2', offset: '2' });
  expect([field(paged, 'totalElements'), paged.text.includes('<pagination>')]).toEqual(['0', true]);
  expect((await engine.call('publishRecordings')).key).toBe('missingParamRecordID');
  expect((await engine.call('publishRecordings', { recordID: 'r1' })).key).toBe('missingParamPublish');
  expect((await engine.call('publishRecordings', { recordID: 'r1', publish: 'true' })).key).toBe('notFound');
  for (const call of ['deleteRecordings', 'updateRecordings'])
    expect((await engine.call(call, { recordID: 'r1' })).key).toBe('notFound');
  expect(JSON.parse((await engine.call('getRecordingTextTracks', { recordID: 'r1' })).text)).toMatchObject({
    response: { returncode: 'FAILED', messageKey: 'noRecordings' },
  });
});

test('the client half and this server understand each other', async () => {
  const client = bbbClient({ url: `${engine.base}/bigbluebutton/`, secret: SECRET });
  expect(await client.create({ meetingID: 'client', name: 'By client' })).toMatchObject({ ok: true });
  await person(engine, { meetingID: 'client', fullName: 'Ada', role: 'MODERATOR' });
  expect(await client.getMeetingInfo('client')).toMatchObject({ ok: true });
  expect(await client.end({ meetingID: 'client' })).toMatchObject({ ok: true });
});
