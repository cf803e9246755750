import { createServer } from 'node:http';
import { hookChecksumFits } from '@atrium/bbb/hooks/hook-delivery';
import { type HookEvent, readHookBody } from '@atrium/bbb/hooks/hook-events';
import { afterEach, expect, test } from 'vitest';
import { childText, greet, person, SECRET, signed, testEngine, saying, raising, topicCommand } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';
import { goTo, joinRoom, planned, startGroups } from '#topics/groups/server/groups.factory.ts';

type Delivered = { url: string; body: string; events: HookEvent[] };
type Receiver = { url: string; got: Delivered[]; names(): string[] };
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

/** A receiver of deliveries that answers with the given statuses in turn, then with 200. */
async function receiver(...answers: number[]): Promise<Receiver> {
  const got: Delivered[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    got.push({ url: request.url ?? '', body, events: readHookBody(body)?.events ?? [] });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  open.push({ stop: () => new Promise((resolve) => server.close(() => resolve())) });
  return { url: `http://127.0.0.1:${port}`, got, names: () => got.flatMap(({ events }) => events.map(({ data }) => data.id)) };
}

async function start(...change: Parameters<typeof testEngine>): Promise<TestEngine> {
  const engine = await testEngine(...change);
  open.push(engine);
  return engine;
}

const hook = async (engine: TestEngine, params: Record<string, string>) =>
  childText((await engine.call('hooks/create', params)).xml, 'hookID');
const settled = (engine: TestEngine) => expect.poll(() => engine.engine.deliveries.size).toBe(0);

test('124 a hook is made once, listed and removed once', async () => {
  const engine = await start();
  const callbackURL = 'https://app.example.com/hook?a=1&b=2';
  const made = await engine.call(
    'hooks/create',
    { callbackURL, meetingID: 'abc', eventID: 'Meeting-Ended', getRaw: 'true' },
    'sha1',
  );
  expect([made.code, childText(made.xml, 'permanentHook'), childText(made.xml, 'rawData')]).toEqual([
    'SUCCESS',
    'false',
    'false',
  ]);
  const hookID = childText(made.xml, 'hookID');
  const again = await engine.call('hooks/create', { callbackURL });
  expect([again.key, childText(again.xml, 'hookID')]).toEqual(['duplicateWarning', hookID]);
  await hook(engine, { callbackURL: 'https://app.example.com/all' });
  const list = await engine.call('hooks/list', { meetingID: 'other' });
  expect([list.text.includes(hookID), list.text.includes('<![CDATA[https://app.example.com/all]]>')]).toEqual([false, true]);
  const { text } = await engine.call('hooks/list');
  expect(text).toContain(`<callbackURL><![CDATA[${callbackURL}]]></callbackURL>`);
  expect(text).toContain('<eventID>meeting-ended</eventID>');
  expect(childText((await engine.call('hooks/destroy', { hookID })).xml, 'removed')).toBe('true');
  expect((await engine.call('hooks/destroy', { hookID })).key).toBe('destroyMissingHook');
  expect((await engine.call('hooks/destroy')).key).toBe('missingParamHookID');
  expect((await engine.call('hooks/create')).key).toBe('missingParamCallbackURL');
  expect((await engine.call('hooks/create', { callbackURL: `${callbackURL}&c=3`, meetingID: '' })).key).toBe('validationError');
  for (const bad of ['file:///etc/passwd', 'javascript:alert(1)', 'nothing'])
    expect((await engine.call('hooks/create', { callbackURL: bad })).key).toBe('createHookError');
  expect((await engine.raw(`/hooks/list?${signed('hooks/list', { params: {}, secret: 'wrong' })}`)).key).toBe('checksumError');
});

test('125 what happens in a meeting is told, signed over address and body', async () => {
  const app = await receiver();
  const engine = await start({ allowPrivateCallbacks: true });
  const callbackURL = `${app.url}/hook?x=1`;
  await hook(engine, { callbackURL });
  await engine.call('create', { name: 'Room', meetingID: 'room', meta_course: 'physics' });
  await settled(engine);
  expect(app.names()).toEqual(['meeting-created']);
  const [created] = app.got.splice(0);
  expect(created?.events[0]?.data.attributes.meeting).toMatchObject({
    'external-meeting-id': 'room',
    name: 'Room',
    metadata: { course: 'physics' },
  });
  expect(created?.url).toMatch(/^\/hook\?x=1&checksum=[0-9a-f]{40}$/);
  const given = created?.url.split('checksum=')[1] ?? '';
  expect(hookChecksumFits({ callbackURL, body: created?.body ?? '', secret: SECRET }, given)).toBe(true);
  expect(hookChecksumFits({ callbackURL, body: `${created?.body}x`, secret: SECRET }, given)).toBe(false);
  const told = async (names: string[]) => {
    await settled(engine);
    expect(app.names().sort()).toEqual([...names].sort());
    return app.got.splice(0).flatMap(({ events }) => events.map(({ data }) => data.attributes));
  };
  const ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR', userID: 'ada' });
  const bob = await person(engine, { meetingID: 'room', fullName: 'Bob', userID: 'bob', 'userdata-seat': '7' });
  const joined = await told(['user-joined', 'user-presenter-assigned', 'user-joined']);
  expect(joined).toContainEqual(
    expect.objectContaining({
      user: expect.objectContaining({
        'internal-user-id': bob.userId,
        'external-user-id': 'bob',
        name: 'Bob',
        role: 'VIEWER',
        userdata: { seat: '7' },
      }),
    }),
  );
  await ada.ask(topicCommand('presenter', { do: 'give', member: bob.userId }));
  const presenters = await told(['user-presenter-unassigned', 'user-presenter-assigned']);
  for (const [userID, presenter] of [
    ['ada', false],
    ['bob', true],
  ] as const)
    expect(presenters).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ 'external-user-id': userID, presenter }) }),
    );
  await bob.ask({ t: 'pub', key: 'mic', source: 'mic', sdp: 'offer' });
  await bob.ask({ t: 'pub', key: 'cam', source: 'cam', sdp: 'offer' });
  await told(['user-audio-voice-enabled', 'user-cam-broadcast-start']);
  await ada.ask({ t: 'moderate', action: 'mute', member: bob.userId });
  await bob.ask({ t: 'mute', key: 'mic', on: false });
  await bob.ask({ t: 'unpub', key: 'cam' });
  await told(['user-audio-muted', 'user-audio-unmuted', 'user-cam-broadcast-end']);
  await bob.ask(saying('Good morning'));
  await bob.ask(raising());
  expect(await told(['chat-group-message-sent', 'user-raise-hand-changed'])).toContainEqual(
    expect.objectContaining({
      'chat-id': 'MAIN-PUBLIC-GROUP-CHAT',
      'chat-message': expect.objectContaining({
        message: 'Good morning',
        sender: expect.objectContaining({ 'external-user-id': 'bob' }),
      }),
    }),
  );
  engine.events.closed(bob.userId, 'mic', 'failed');
  await greet(engine, { token: bob.token });
  await told(['user-audio-voice-disabled', 'user-left', 'user-joined']);
  await ada.ask({ t: 'pub', key: 'screen', source: 'screen', sdp: 'offer' });
  await engine.call('end', { meetingID: 'room' });
  await told(['meeting-screenshare-started', 'meeting-screenshare-stopped', 'user-left', 'user-left', 'meeting-ended']);
});

test('126 a hook of one meeting hears of that one alone, and goes with it; names of events have no letter case', async () => {
  const [one, ends] = [await receiver(), await receiver()];
  const engine = await start({ allowPrivateCallbacks: true });
  await hook(engine, { callbackURL: `${one.url}/one`, meetingID: 'room-1' });
  await hook(engine, { callbackURL: `${ends.url}/ends`, eventID: 'MEETING-ended,user-left' });
  for (const meetingID of ['room-1', 'room-2']) await engine.call('create', { name: 'Room', meetingID });
  for (const meetingID of ['room-1', 'room-2']) await engine.call('end', { meetingID });
  await settled(engine);
  expect(one.names().sort()).toEqual(['meeting-created', 'meeting-ended']);
  expect(ends.names()).toEqual(['meeting-ended', 'meeting-ended']);
  expect([...engine.engine.hooks.values()].map(({ callbackURL }) => callbackURL)).toEqual([`${ends.url}/ends`]);
});

test('125 a delivery is tried again until it is taken; 401 counts as taken', async () => {
  const app = await receiver(500, 302, 401);
  const engine = await start({ allowPrivateCallbacks: true });
  await hook(engine, { callbackURL: `${app.url}/hook` });
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  await expect
    .poll(() => {
      engine.pass(1_000);
      return engine.engine.deliveries.size;
    })
    .toBe(0);
  expect([app.got.length, engine.engine.hooks.size]).toEqual([3, 1]);
  expect(new Set(app.got.map(({ url }) => url)).size).toBe(1);
});

test('125 a receiver that never takes anything loses its hook', async () => {
  const app = await receiver(...Array.from({ length: 20 }, () => 500));
  const engine = await start({ allowPrivateCallbacks: true });
  await hook(engine, { callbackURL: `${app.url}/hook` });
  await engine.call('create', { name: 'Room', meetingID: 'room', meetingExpireIfNoUserJoinedInMinutes: '0' });
  await expect
    .poll(() => {
      engine.pass(60_000);
      return engine.engine.deliveries.size;
    })
    .toBe(0);
  expect([app.got.length, engine.engine.hooks.size]).toEqual([13, 0]);
});

test('a hook does not reach into the own machine or network', async () => {
  const app = await receiver();
  const engine = await start();
  await hook(engine, { callbackURL: `${app.url}/hook` });
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  await settled(engine);
  expect([app.got.length, engine.engine.hooks.size]).toEqual([0, 0]);
});

test('webhooks report groups as breakout rooms of their meeting', async () => {
  const app = await receiver();
  const engine = await start({ allowPrivateCallbacks: true });
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  const ada = await joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });
  await hook(engine, { callbackURL: `${app.url}/hook` });
  await startGroups(ada, planned(['ada']));
  await goTo(engine, ada, 1);
  await ada.closed;
  await settled(engine);
  expect(app.names().sort()).toEqual([
    'meeting-created',
    'user-joined',
    'user-left',
    'user-presenter-assigned',
    'user-presenter-unassigned',
  ]);
  const created = app.got.flatMap(({ events }) => events.map(({ data }) => data)).find(({ id }) => id === 'meeting-created');
  const parent = engine.engine.meetings.get('room')?.internalId;
  expect(created?.attributes.meeting).toMatchObject({ 'is-breakout': true, 'parent-id': parent, name: 'Room · 1' });
});
