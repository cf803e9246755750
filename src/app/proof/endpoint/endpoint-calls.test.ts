import { checksumOf } from '@atrium/bbb/checksum';
import { expect, test } from 'vitest';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { buildServer } from '#meet/meetings/server/meet.factory.ts';
import { buildCustomer, buildQuirky, buildShop, buildStreet, keyOf, rootOf, textIn } from './endpoint-door.factory.ts';
import { crowd, worldForThisTest } from '#app/proof/testing.ts';

const shapeOf = (reply: { text: string }) => rootOf(reply).children.map((one) => one.name);

async function buildQuirkyShop(wish: { directJoin?: 'yes' | 'no' } = {}) {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  return { ...street, customer, ...(await buildQuirky(street, wish)) };
}

test('041–049 create makes a meeting once and tells it again', async () => {
  const { customer } = await buildShop();
  const first = await customer.call('create', { name: 'N1', meetingID: 'c1' });
  expect(shapeOf(first)).toEqual([
    ...['returncode', 'meetingID', 'internalMeetingID', 'parentMeetingID', 'attendeePW', 'moderatorPW', 'createTime'],
    ...['voiceBridge', 'dialNumber', 'createDate', 'hasUserJoined', 'duration', 'hasBeenForciblyEnded', 'messageKey', 'message'],
  ]);
  expect(textIn(first, 'meetingID')).toBe('c1');
  expect(textIn(first, 'attendeePW')).toMatch(/^[A-Za-z0-9]{8}$/);
  expect(textIn(first, 'voiceBridge')).toMatch(/^[0-9]{8}$/);
  const again = await customer.call('create', { name: 'Other', meetingID: 'c1' });
  expect(keyOf(again)).toBe('duplicateWarning');
  for (const same of ['internalMeetingID', 'createTime', 'attendeePW', 'moderatorPW'])
    expect(textIn(again, same)).toBe(textIn(first, same));
  const passwords = { attendeePW: 'ap', moderatorPW: 'mp' };
  const c2 = { name: 'N2', meetingID: 'c2' };
  expect(keyOf(await customer.call('create', { ...c2, ...passwords }))).toBe('');
  expect(keyOf(await customer.call('create', { ...c2, ...passwords }))).toBe('duplicateWarning');
  expect(keyOf(await customer.call('create', { ...c2, ...passwords, moderatorPW: 'other' }))).toBe('idNotUnique');
  expect(keyOf(await customer.call('create', c2))).toBe('duplicateWarning');
  expect(keyOf(await customer.call('create', { ...c2, attendeePW: 'ap' }))).toBe('idNotUnique');
  expect(textIn(await customer.call('getMeetingInfo', { meetingID: 'c1' }), 'meetingName')).toBe('N1');
});

test('050 of fifty equal creates at once exactly one makes the meeting', async () => {
  const street = await buildStreet(await worldForThisTest(crowd));
  const { fake } = await buildServer(street.world);
  const customer = await buildCustomer(street);
  const all = await Promise.all(Array.from({ length: 50 }, () => customer.call('create', { name: 'Rush', meetingID: 'rush' })));
  expect(new Set(all.map((one) => textIn(one, 'returncode')))).toEqual(new Set(['SUCCESS']));
  expect(new Set(all.map((one) => textIn(one, 'createTime'))).size).toBe(1);
  expect(all.filter((one) => keyOf(one) === '')).toHaveLength(1);
  expect(fake.meetings.size).toBe(1);
});

test('051, 100–102 an ended meeting is gone at once, and its id is free', async () => {
  const { customer, fake } = await buildShop();
  const first = await customer.call('create', { name: 'N1', meetingID: 'c1', moderatorPW: 'mp', attendeePW: 'ap' });
  expect(keyOf(await customer.call('end', { meetingID: 'c1', password: 'wrong' }))).toBe('invalidPassword');
  expect(fake.meetings.size).toBe(1);
  expect(keyOf(await customer.call('end', { meetingID: 'c1' }))).toBe('sentEndMeetingRequest');
  expect(fake.meetings.size).toBe(0);
  expect(keyOf(await customer.call('end', { meetingID: 'c1' }))).toBe('notFound');
  expect(keyOf(await customer.call('getMeetingInfo', { meetingID: 'c1' }))).toBe('notFound');
  expect((await customer.call('getMeetings')).text).toContain('<meetings/><messageKey>noMeetings</messageKey>');
  expect(textIn(await customer.call('isMeetingRunning', { meetingID: 'c1' }), 'running')).toBe('false');
  const next = await customer.call('create', { name: 'N1', meetingID: 'c1' });
  expect(keyOf(next)).toBe('');
  expect(textIn(next, 'internalMeetingID')).not.toBe(textIn(first, 'internalMeetingID'));
});

test('052–070 what is no create is refused, and nothing is made', async () => {
  const { customer, fake } = await buildShop();
  const key = async (params: Record<string, string>) => keyOf(await customer.call('create', params));
  expect(await key({ name: 'N1' })).toBe('missingParamMeetingID');
  expect(await key({ name: 'N1', meetingID: 'a' })).toBe('sizeError');
  expect(await key({ name: 'N1', meetingID: 'a,b' })).toBe('patternError');
  expect(await key({ meetingID: 'a1' })).toBe('validationError');
  expect(await key({ name: 'N1', meetingID: 'a1', moderatorPW: 'x' })).toBe('invalidPassword');
  expect(await key({ name: 'N1', meetingID: 'a1', record: 'yes' })).toBe('validationError');
  expect(await key({ name: 'N1', meetingID: 'a1', voiceBridge: 'abc' })).toBe('validationError');
  expect(await key({ name: 'N1', meetingID: 'a1', isBreakout: 'true' })).toBe('parentMeetingIDMissing');
  expect(await key({ name: 'N1', meetingID: 'a1', isBreakout: 'true', parentMeetingID: 'no' })).toBe('parentMeetingDoesNotExist');
  const deep = `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`;
  const bomb = '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><modules>&b;</modules>';
  for (const body of ['<modules><module', bomb, deep]) {
    const said = await customer.call('create', { name: 'N1', meetingID: 'a1' }, { body, contentType: 'application/xml' });
    expect([said.status, textIn(said, 'returncode')]).toEqual([200, 'FAILED']);
  }
  const plain = await customer.call('create', { name: 'N1', meetingID: 'a1' }, { body: 'x', contentType: 'text/plain' });
  expect(keyOf(plain)).toBe('unsupportedContentType');
  expect(fake.calls).toEqual([]);
});

test('055 ids are given back as they came', async () => {
  const { customer } = await buildShop();
  for (const meetingID of ['9d28-4-119[0]', 'a b', 'räum', 'a%2Fb', 'x'.repeat(256)]) {
    expect(textIn(await customer.call('create', { name: '<b>&"\'', meetingID }), 'meetingID')).toBe(meetingID);
    const info = await customer.call('getMeetingInfo', { meetingID });
    expect([textIn(info, 'meetingID'), textIn(info, 'meetingName')]).toEqual([meetingID, '<b>&"\'']);
  }
});

test('061, 062 metadata is the customer’s own, callbacks too, and the server is told ours', async () => {
  const { customer, fake, world } = await buildShop();
  const endCallbackUrl = 'https://moodle.example/end?x=1';
  await customer.call('create', {
    ...{ name: 'N1', meetingID: 'c1', meta_Presenter: 'Jane', 'meta_my-key': 'v', 'meta_atrium-account': 'forged' },
    meta_endCallbackUrl: endCallbackUrl,
    meetingEndedURL: 'https://moodle.example/ended',
  });
  const [meeting] = [...fake.meetings.values()];
  expect(meeting?.request.metadata.get('atrium-account')).toBe(customer.owner.accountId);
  expect(meeting?.request.metadata.get('endcallbackurl')).toMatch(/^http:\/\/localhost:3000\/api\/callbacks\/meeting-ended\?/);
  expect(meeting?.request.meetingEndedURL).toBe('');
  const metadataOf = ({ text }: { text: string }) => /<metadata>(.*?)<\/metadata>/s.exec(text)?.[1] ?? '';
  const own = `<presenter>Jane</presenter><my-key>v</my-key><endcallbackurl>${endCallbackUrl}</endcallbackurl>`;
  for (const poll of [false, true]) {
    if (poll) await pollServers(world.ctx());
    for (const call of ['getMeetingInfo', 'getMeetings']) {
      const found = metadataOf(await customer.call(call, { meetingID: 'c1' }));
      for (const part of own.split(/(?<=>)(?=<[^/])/)) expect(found).toContain(part);
      expect(found).not.toMatch(/atrium-|localhost/);
    }
  }
});

test('095, 100 a meeting is known by its own id and by its whole internal id, by no part of it, and to its own account alone', async () => {
  const shop = await buildQuirkyShop();
  const { customer } = shop;
  const other = await buildCustomer(shop);
  const internalId = textIn(await customer.call('create', { name: 'N1', meetingID: 'c1' }), 'internalMeetingID');
  const info = await customer.call('getMeetingInfo', { meetingID: internalId });
  expect([textIn(info, 'meetingID'), textIn(info, 'internalMeetingID')]).toEqual(['c1', internalId]);
  const join = { fullName: 'Jane', meetingID: internalId, role: 'VIEWER', redirect: 'false' };
  expect(keyOf(await customer.call('join', join))).toBe('successfullyJoined');
  expect(textIn(await customer.call('isMeetingRunning', { meetingID: internalId }), 'running')).toBe('true');
  for (const meetingID of [internalId.slice(0, 40), internalId.slice(0, -1), `${internalId}0`])
    expect(keyOf(await customer.call('getMeetingInfo', { meetingID })), meetingID).toBe('notFound');
  expect(keyOf(await other.call('getMeetingInfo', { meetingID: internalId }))).toBe('notFound');
  expect(keyOf(await other.call('end', { meetingID: internalId }))).toBe('notFound');
  expect(keyOf(await customer.call('end', { meetingID: internalId }))).toBe('sentEndMeetingRequest');
  expect(keyOf(await customer.call('getMeetingInfo', { meetingID: 'c1' }))).toBe('notFound');
});

test('ten thousand values of metadata are taken or refused, never a failure of ours', async () => {
  const { customer } = await buildQuirkyShop();
  const body = Array.from({ length: 10_000 }, (_none, at) => `meta_key${at}=v`).join('&');
  const params = { name: 'Many', meetingID: 'many' };
  const said = await customer.call('create', params, { body, contentType: 'application/x-www-form-urlencoded' });
  expect([said.status, textIn(said, 'returncode')]).toEqual([200, 'SUCCESS']);
});

test('073–091 join sends the person on with a signature of that server', async () => {
  const { customer, fake } = await buildQuirkyShop();
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  const join = { fullName: "O'Brien", meetingID: 'c1', role: 'VIEWER', userID: 'u1' };
  const sent = await customer.call('join', join);
  expect(sent.status).toBe(302);
  const target = new URL(sent.location ?? '');
  expect(`${target.origin}/bigbluebutton`).toBe(fake.url);
  const query = target.search.slice(1).replace(/&checksum=.*/, '');
  const given = target.searchParams.get('checksum');
  expect(given).toBe(checksumOf({ call: 'join', query, secret: fake.secret, hash: 'sha256' }));
  expect(given).not.toBe(checksumOf({ call: 'join', query, secret: customer.secret, hash: 'sha256' }));
  expect(target.searchParams.get('meetingID')).toMatch(/^[0-9a-f-]{36}$/);
  const told = await customer.call('join', { ...join, redirect: 'false' });
  expect([keyOf(told), textIn(told, 'message')]).toEqual(['successfullyJoined', 'You have joined successfully.']);
  expect(textIn(told, 'meeting_id')).toBe(
    textIn(await customer.call('getMeetingInfo', { meetingID: 'c1' }), 'internalMeetingID'),
  );
  expect(keyOf(await customer.call('join', { meetingID: 'c1', role: 'VIEWER' }))).toBe('missingParamFullName');
  expect(keyOf(await customer.call('join', { ...join, meetingID: 'nobody', redirect: 'false' }))).toBe('notFound');
  const away = await customer.call('join', { ...join, meetingID: 'nobody', errorRedirectUrl: 'https://app.example/x?y=1' });
  expect(away.location).toMatch(/^https:\/\/app\.example\/x\?y=1&errors=/);
  const page = await customer.call(
    'join',
    { ...join, meetingID: 'nobody' },
    { headers: { accept: 'text/html', 'accept-language': 'de' } },
  );
  expect([page.status, page.type]).toEqual([200, 'text/html;charset=utf-8']);
  expect(page.text).toContain('lang="de"');
});

test('a server of this machine is joined on behalf of the person', async () => {
  const { customer, fake } = await buildQuirkyShop({ directJoin: 'yes' });
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  const sent = await customer.call('join', { fullName: 'Jane', meetingID: 'c1', role: 'VIEWER' });
  expect(sent.location).toContain(`${new URL(fake.url).origin}/html5client/`);
});

test('129 a server that fails at create is passed over; when all fail the answer is internalError', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  const [first, second] = [await buildServer(street.world, { name: 'one' }), await buildServer(street.world, { name: 'two' })];
  first.fake.mood = 'silent';
  const ids = ['a1', 'a2', 'a3', 'a4'];
  for (const meetingID of ids) expect(keyOf(await customer.call('create', { name: 'N1', meetingID }))).toBe('');
  expect(second.fake.meetings.size).toBe(ids.length);
  second.fake.mood = 'silent';
  const failed = await customer.call('create', { name: 'N1', meetingID: 'a5' });
  expect([failed.status, keyOf(failed)]).toEqual([200, 'internalError']);
  expect(failed.text).not.toMatch(/127\.0\.0\.1|localhost/);
}, 30_000);

test('130–132 a server that answers nonsense, slowly or not at all never fails a question', async () => {
  const { customer, fake, world } = await buildQuirkyShop();
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  await pollServers(world.ctx());
  for (const fault of ['html502', 'garbage', 'failedWithoutKey', 'hangUp'] as const) {
    await fake.control({ do: 'quirks', set: { calls: { getMeetingInfo: { fault }, isMeetingRunning: { fault } } } });
    world.clock.advance(2_000);
    const info = await customer.call('getMeetingInfo', { meetingID: 'c1' });
    expect([textIn(info, 'meetingID'), textIn(info, 'meetingName')]).toEqual(['c1', 'N1']);
    expect(textIn(await customer.call('isMeetingRunning', { meetingID: 'c1' }), 'running')).toBe('false');
    expect((await customer.call('getMeetings')).text).toContain('<meetingID>c1</meetingID>');
    expect(info.text).not.toContain('127.0.0.1');
  }
  await fake.control({ do: 'quirks', set: {} });
  fake.state.meetings.clear();
  world.clock.advance(2_000);
  expect(keyOf(await customer.call('getMeetingInfo', { meetingID: 'c1' }))).toBe('notFound');
  expect(keyOf(await customer.call('create', { name: 'N1', meetingID: 'c1' }))).toBe('');
});

test('a join whose server died lets the meeting go, so that the next create makes another one', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  const { fake } = await buildQuirky(street, { directJoin: 'yes' });
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  await buildServer(street.world, { name: 'other' });
  await fake.control({ do: 'down', meetings: 'keep' });
  const join = { fullName: 'Jane', meetingID: 'c1', role: 'VIEWER', redirect: 'false' };
  expect(keyOf(await customer.call('join', join))).toBe('notFound');
  expect(keyOf(await customer.call('create', { name: 'N1', meetingID: 'c1' }))).toBe('');
  expect(keyOf(await customer.call('join', join))).toBe('successfullyJoined');
});

test('133 and the other limits: meetings, people, minutes, recording', async () => {
  const street = await buildStreet();
  const limits = { meetingsAtOnce: 1, peoplePerMeeting: 2, minutesPerMeeting: 60, recordingAllowed: false, peopleAtOnce: 3 };
  const customer = await buildCustomer(street, limits);
  const { fake } = await buildServer(street.world);
  const wish = { name: 'N1', meetingID: 'c1', maxParticipants: '500', record: 'true', duration: '0' };
  const made = await customer.call('create', wish);
  expect(textIn(made, 'duration')).toBe('60');
  const [[id, meeting] = []] = [...fake.meetings];
  expect(meeting?.request).toMatchObject({ maxParticipants: 2, duration: 60, record: false });
  expect(keyOf(await customer.call('create', { name: 'N2', meetingID: 'c2' }))).toBe('maxConcurrent');
  const join = { fullName: 'Jane', meetingID: 'c1', role: 'VIEWER', redirect: 'false' };
  expect(keyOf(await customer.call('join', join))).toBe('successfullyJoined');
  for (const key of ['u1', 'u2']) fake.enter(id ?? '', { key, name: key });
  await pollServers(street.world.ctx());
  street.world.clock.advance(2_000);
  expect(keyOf(await customer.call('join', { ...join, userID: 'u3' }))).toBe('maxParticipantsReached');
  expect(keyOf(await customer.call('join', { ...join, userID: 'u1' }))).toBe('successfullyJoined');
  const page = await customer.call(
    'join',
    { fullName: 'J', meetingID: 'c1', role: 'VIEWER' },
    { headers: { accept: 'text/html' } },
  );
  expect(page.text).toContain('<h1>');
});

test('133 people of an account: a burst of joins that no poll has seen yet passes no limit, in several meetings at once', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street, { peopleAtOnce: 5 });
  const { fake } = await buildServer(street.world);
  for (const meetingID of ['c1', 'c2']) await customer.call('create', { name: 'N1', meetingID });
  const join = (meetingID: string, userID: string) =>
    customer.call('join', {
      fullName: 'Jane',
      meetingID,
      role: 'VIEWER',
      redirect: 'false',
      ...(userID === '' ? {} : { userID }),
    });
  const burst = await Promise.all(Array.from({ length: 20 }, (_, n) => join(n % 2 === 0 ? 'c1' : 'c2', n < 10 ? `u${n}` : '')));
  const keys = burst.map(keyOf);
  expect(keys.filter((key) => key === 'successfullyJoined')).toHaveLength(5);
  expect(keys.filter((key) => key === 'maxParticipantsReached')).toHaveLength(15);
  // people who were let in may come again, as a browser that reloads does
  const first = burst.findIndex((said, n) => n < 10 && keyOf(said) === 'successfullyJoined');
  if (first >= 0) expect(keyOf(await join(first % 2 === 0 ? 'c1' : 'c2', `u${first}`))).toBe('successfullyJoined');
  // four of them arrive and are counted once: one place is still held for who was let in, then it is free again
  const [id = ''] = [...fake.meetings.keys()];
  for (const key of ['a', 'b', 'c', 'd']) fake.enter(id, { key, name: key });
  await pollServers(street.world.ctx());
  expect(keyOf(await join('c1', 'late'))).toBe('maxParticipantsReached');
  street.world.clock.advance(60_000);
  expect(keyOf(await join('c1', 'late'))).toBe('successfullyJoined');
  expect(keyOf(await join('c1', 'later'))).toBe('maxParticipantsReached');
  expect(keyOf(await join('c1', 'a'))).toBe('successfullyJoined');
});

test('an answer about a meeting is shared among those who ask at the same moment', async () => {
  const { customer, fake } = await buildQuirkyShop();
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  await Promise.all(Array.from({ length: 20 }, () => customer.call('getMeetingInfo', { meetingID: 'c1' })));
  expect((await fake.control({ do: 'look' })).calls['getMeetingInfo']).toBe(1);
});
