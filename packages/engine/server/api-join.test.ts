import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, childText, greet, joinByApi, person, signed, testEngine } from '#server/engine.factory.ts';
import { hashOf } from '#server/tokens.ts';
import type { Reply, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
let createTime = '';
beforeAll(async () => {
  engine = await testEngine();
  createTime = field(
    await engine.call('create', { name: 'Room', meetingID: 'c1', attendeePW: 'ap', moderatorPW: 'mp' }),
    'createTime',
  );
});
afterAll(() => engine.stop());

const field = (reply: Reply, name: string) => childText(reply.xml, name);
const join = (params: Record<string, string>) => engine.call('join', { meetingID: 'c1', fullName: 'J', ...params });
const roleOf = (reply: Reply) => engine.engine.passes.get(hashOf(field(reply, 'session_token')))?.role;
const attendees = async (meetingID: string) =>
  (await engine.call('getMeetingInfo', { meetingID })).xml?.children.find(({ name }) => name === 'attendees')?.children ?? [];
/** The failure that a redirect carries. */
const carried = (reply: Reply) => {
  const location = reply.headers.get('location') ?? '';
  const errors: unknown = JSON.parse(new URL(location).searchParams.get('errors') ?? 'null');
  return { location, errors };
};

test('073 a join sends the browser to the meeting with a token that opens it', async () => {
  const reply = await join({ role: 'VIEWER' });
  expect(reply.status).toBe(302);
  const location = new URL(reply.headers.get('location') ?? '');
  expect(`${location.origin}${location.pathname}`).toBe(`${ORIGIN}/m`);
  const { welcome } = await greet(engine, { token: location.searchParams.get('sessionToken') ?? '' });
  expect(welcome.meeting.name).toBe('Room');
});

test.each([
  ['074', { role: 'moderator' }, 'moderator'],
  ['074', { role: 'Moderator' }, 'moderator'],
  ['074', { role: 'MODERATOR' }, 'moderator'],
  ['074', { role: 'viewer' }, 'viewer'],
  ['075', { password: 'mp' }, 'moderator'],
  ['075', { password: 'ap' }, 'viewer'],
  ['075', { role: 'VIEWER', password: 'mp' }, 'viewer'],
  ['076', { role: 'Viewer', password: '' }, 'viewer'],
])('%s %o comes in as %s', async (_number, params, role) =>
  expect(roleOf(await join({ ...params, redirect: 'false' }))).toBe(role),
);

test('077 078 without a role and without a password that fits, the answer is XML', async () => {
  const wrong = await join({ password: 'other' });
  expect([wrong.status, wrong.key, field(wrong, 'message')]).toEqual([200, 'Params required', 'You must enter a valid password']);
  expect((await join({})).key).toBe('Params required');
});

test('079 redirect=false tells everything in order', async () => {
  const reply = await join({ role: 'VIEWER', redirect: 'false' });
  expect(reply.xml?.children.map(({ name }) => name)).toEqual([
    'returncode',
    'messageKey',
    'message',
    'meeting_id',
    'user_id',
    'auth_token',
    'session_token',
    'guestStatus',
    'url',
  ]);
  const info = await engine.call('getMeetingInfo', { meetingID: 'c1' });
  expect([reply.key, field(reply, 'guestStatus'), field(reply, 'meeting_id')]).toEqual([
    'successfullyJoined',
    'ALLOW',
    field(info, 'internalMeetingID'),
  ]);
  expect(field(reply, 'user_id')).toMatch(/^w_[a-z0-9]{12}$/);
  expect(field(reply, 'url')).toBe(`${ORIGIN}/m?sessionToken=${field(reply, 'session_token')}`);
});

test('080 the creation time must fit when it is given', async () => {
  expect((await join({ role: 'VIEWER', createTime })).status).toBe(302);
  for (const other of [String(Number(createTime) + 1), 'abc']) {
    const reply = await join({ role: 'VIEWER', redirect: 'false', createTime: other });
    expect([reply.key, field(reply, 'message')]).toEqual([
      'mismatchCreateTimeParam',
      'The createTime parameter submitted mismatches with the current meeting.',
    ]);
  }
});

test('081 a name is needed', async () => {
  for (const fullName of ['', '   ']) {
    expect(carried(await join({ role: 'VIEWER', fullName })).errors).toEqual([
      { key: 'missingParamFullName', message: 'You must provide your name' },
    ]);
  }
});

test('a name may come in two parts, and a picture with its address', async () => {
  const parts = { meetingID: 'c1', firstName: 'Ada', lastName: 'Okafor', fullName: '', avatarURL: 'https://x.example/a.png' };
  const ada = await person(engine, parts);
  expect(ada.welcome.members.find(({ id }) => id === ada.userId)).toMatchObject({
    name: 'Ada Okafor',
    avatarUrl: 'https://x.example/a.png',
  });
});

test('082 083 an unknown meeting is told by a redirect to where the caller said', async () => {
  const standard = carried(await join({ role: 'VIEWER', meetingID: 'nowhere' }));
  expect(standard.location).toMatch(`${ORIGIN}/?errors=`);
  expect(standard.errors).toEqual([{ key: 'invalidMeetingIdentifier', message: 'A meeting with that ID does not exist' }]);
  const chosen = carried(await join({ role: 'VIEWER', meetingID: 'nowhere', errorRedirectUrl: 'https://app/x?y=1' }));
  expect(chosen.location.startsWith('https://app/x?y=1&errors=')).toBe(true);
});

test('084 a wrong checksum never redirects', async () => {
  const query = signed('join', {
    params: { meetingID: 'nowhere', fullName: 'J', role: 'VIEWER', errorRedirectUrl: 'https://evil.example/' },
    secret: 'other',
  });
  const reply = await engine.raw(`/join?${query}`);
  expect([reply.status, reply.key, reply.headers.get('location')]).toEqual([200, 'checksumError', null]);
});

test('an address that is no web page is never redirected to', async () => {
  const reply = carried(
    await join({ role: 'VIEWER', meetingID: 'nowhere', errorRedirectUrl: 'javascript:alert(1)', logoutURL: 'data:text/html,x' }),
  );
  expect(reply.location).toMatch(`${ORIGIN}/?errors=`);
});

test('085 a full meeting refuses the next person and lets a known one back', async () => {
  await engine.call('create', { name: 'Small', meetingID: 'c85', maxParticipants: '2' });
  const enter = (userID: string) =>
    engine.call('join', { meetingID: 'c85', fullName: userID, role: 'VIEWER', userID, redirect: 'false' });
  expect([(await enter('u1')).code, (await enter('u2')).code]).toEqual(['SUCCESS', 'SUCCESS']);
  expect((await enter('u3')).key).toBe('maxParticipantsReached');
  expect((await enter('u2')).code).toBe('SUCCESS');
  const bot = await engine.call('join', { meetingID: 'c85', fullName: 'bot', role: 'VIEWER', bot: 'true', redirect: 'false' });
  expect(bot.code).toBe('SUCCESS');
});

test('a place that was left, or never taken, is free again', async () => {
  await engine.call('create', { name: 'Small', meetingID: 'c85-free', maxParticipants: '1' });
  const ada = await person(engine, { meetingID: 'c85-free', fullName: 'Ada', userID: 'ada' });
  expect((await joinByApi(engine, { meetingID: 'c85-free', fullName: 'Bob', userID: 'bob' })).reply.key).toBe(
    'maxParticipantsReached',
  );
  ada.say({ t: 'leave' });
  await ada.closed;
  const bob = await joinByApi(engine, { meetingID: 'c85-free', fullName: 'Bob', userID: 'bob' });
  expect(bob.reply.code).toBe('SUCCESS');
  expect((await joinByApi(engine, { meetingID: 'c85-free', fullName: 'Cy', userID: 'cy' })).reply.key).toBe(
    'maxParticipantsReached',
  );
  engine.engine.meetings.get('c85-free')?.passes.forEach((pass) => {
    pass.heldUntil = 0;
  });
  expect((await joinByApi(engine, { meetingID: 'c85-free', fullName: 'Cy', userID: 'cy' })).reply.code).toBe('SUCCESS');
  const answer = await fetch(`${engine.base}/session/enter`, {
    method: 'POST',
    body: JSON.stringify({ sessionToken: bob.token }),
  });
  expect(await answer.json()).toEqual({ error: 'full', logoutUrl: `${ORIGIN}/` });
});

test('086 087 the guest policy decides about guests only', async () => {
  await engine.call('create', { name: 'Closed', meetingID: 'c86', guestPolicy: 'ALWAYS_DENY' });
  const guest = { meetingID: 'c86', fullName: 'Gus', guest: 'true' };
  expect((await joinByApi(engine, guest)).reply.key).toBe('guestDeniedAccess');
  expect((await joinByApi(engine, { ...guest, guest: 'false' })).reply.code).toBe('SUCCESS');
  await engine.call('create', { name: 'Lobby', meetingID: 'c87', guestPolicy: 'ASK_MODERATOR' });
  const waiting = await person(engine, { ...guest, meetingID: 'c87' });
  expect(waiting.welcome.state).toBe('waiting');
  const count = async () => field(await engine.call('getMeetingInfo', { meetingID: 'c87' }), 'participantCount');
  expect(await count()).toBe('0');
  const host = await person(engine, { ...guest, meetingID: 'c87', fullName: 'Host', role: 'MODERATOR' });
  expect(host.welcome.state).toBe('present');
  expect(await count()).toBe('1');
  expect(await host.ask({ t: 'lobby', action: 'admit', member: waiting.userId })).toMatchObject({ t: 'ok' });
  expect(await count()).toBe('2');
  const status = await joinByApi(engine, { ...guest, meetingID: 'c87' });
  expect(field(status.reply, 'guestStatus')).toBe('WAIT');
});

test('088 089 ids and data of people come back', async () => {
  await engine.call('create', { name: 'Data', meetingID: 'c88' });
  const known = {
    meetingID: 'c88',
    fullName: 'Ann',
    userID: 'u42',
    'userdata-bbb_skip_check_audio': 'true',
    'userdata-a-b': '1',
    'userdata-1x': '1',
  };
  await person(engine, known);
  const nameless = await person(engine, { meetingID: 'c88', fullName: 'Ben' });
  const [ann, ben] = await attendees('c88');
  expect([childText(ann ?? null, 'userID'), childText(ben ?? null, 'userID')]).toEqual(['u42', nameless.userId]);
  const custom = ann?.children.find(({ name }) => name === 'customdata');
  expect(custom?.children.map(({ name, text }) => `${name}=${text}`)).toEqual(['bbb_skip_check_audio=true']);
});

test('090 joining a meeting that is over never opens a new one', async () => {
  await engine.call('create', { name: 'Over', meetingID: 'c90' });
  await engine.call('end', { meetingID: 'c90' });
  const reply = await engine.call('join', { meetingID: 'c90', fullName: 'J', role: 'VIEWER', redirect: 'false' });
  expect(carried(reply).errors).toMatchObject([{ key: 'meetingForciblyEnded' }]);
  expect((await engine.call('getMeetingInfo', { meetingID: 'c90' })).key).toBe('notFound');
});

test.each([
  ['de', 'de'],
  ['pt_BR', 'pt-BR'],
  ['../x', null],
  ['', null],
])('the language %s that a program asks for stands in the address of the page as %s', async (wished, told) => {
  const reply = await join({ role: 'VIEWER', 'userdata-bbb_override_default_locale': wished });
  expect(new URL(reply.headers.get('location') ?? '').searchParams.get('lang')).toBe(told);
});

test('getSessions tells who joined, before the page is connected and until it left', async () => {
  await engine.call('create', { name: 'Sessions', meetingID: 's1' });
  const sessions = async () => {
    const { xml } = await engine.call('getSessions', {});
    const all = xml?.children.find(({ name }) => name === 'sessions')?.children ?? [];
    return all.filter((one) => childText(one, 'meetingName') === 'Sessions').map((one) => childText(one, 'userName'));
  };
  const reply = await join({ meetingID: 's1', fullName: 'Ada', role: 'VIEWER', redirect: 'false' });
  expect(await sessions()).toEqual(['Ada']);
  const ada = await greet(engine, { token: field(reply, 'session_token') });
  expect(await sessions()).toEqual(['Ada']);
  ada.say({ t: 'leave' });
  await expect.poll(sessions).toEqual([]);
});
