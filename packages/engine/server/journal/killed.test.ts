/** The engine's real process is killed in the middle of a meeting, and another one goes on with it. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { childText, doorAt, enter, greet, person, raising, saying, topicCommand } from '#server/engine.factory.ts';
import type { EngineDoor } from '#server/engine.factory.ts';
import { exitOf, launch, micOffer, started } from '#server/engine-process.factory.ts';
import { drawn } from '#topics/board/board.factory.ts';
import { boardPageOf } from '#topics/board/board-elements.ts';
import {
  askForGroup,
  goTo,
  groupsCommand,
  joinRoom,
  planned,
  seesGroups,
  startGroups,
} from '#topics/groups/server/groups.factory.ts';
import { pollsViewTopic } from '#topics/polls/polls.topic.ts';

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A receiver of callbacks, with the paths that were asked for and the status that it answers. */
async function receiver(): Promise<{ url: string; asked: string[]; answer: { status: number } }> {
  const [asked, answer]: [string[], { status: number }] = [[], { status: 200 }];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    response.writeHead(answer.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // cast: a TCP server's address is never a pipe's name
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, answer };
}

const doorOf = ({ httpPort }: { httpPort: number }): EngineDoor => doorAt(`http://127.0.0.1:${httpPort}`);
const journals = (folder: string): string[] => readdirSync(join(folder, 'live')).filter((name) => name.endsWith('.jsonl'));
const written = (folder: string): string =>
  journals(folder)
    .map((name) => readFileSync(join(folder, 'live', name), 'utf8'))
    .join('');
const isWritten = (folder: string, text: string) => expect.poll(() => written(folder), { timeout: 5_000 }).toContain(text);
const eventsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('events.jsonl'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

const addedDeck = z.object({ is: z.literal('added'), deck: z.object({ id: z.string() }) });
const yesOrNo = {
  ...{ kind: 'yes-no', question: 'Ready?', options: ['', ''], right: [], several: false, anonymous: false, live: false },
};
const runningIn = (state: unknown) => pollsViewTopic.state.parse(state).polls[0];

test('a killed engine is followed by one with the same meeting, in which nobody waits, is muted or begins again', async () => {
  const folder = ownFolder();
  const env = { ENGINE_RECORDINGS: folder, ENGINE_ALLOW_PRIVATE_CALLBACKS: '1' };
  const first = await started(env);
  const before = doorOf(first);
  const created = await before.call('create', { name: 'Room', meetingID: 'room', guestPolicy: 'ASK_MODERATOR', record: 'true' });
  const ada = await person(before, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  const bob = await person(before, { meetingID: 'room', fullName: 'Bob', guest: 'true' });
  await ada.ask({ t: 'lobby', action: 'admit', member: bob.userId });
  await bob.hears('welcome', ({ state }) => state === 'present');
  const late = await person(before, { meetingID: 'room', fullName: 'Late', guest: 'true' });
  await bob.ask({ t: 'pub', key: 'mic', source: 'mic', sdp: micOffer });
  await ada.ask({ t: 'record', to: 'on' });
  await bob.ask({ t: 'consent', to: 'all' });
  await ada.ask({ t: 'moderate', action: 'make-viewer', member: bob.userId });
  await ada.ask({ t: 'lobby-note', text: 'One moment' });
  await bob.ask(raising());
  await ada.ask(topicCommand('timer', { do: 'start', seconds: 600 }));
  await ada.ask(topicCommand('polls', { do: 'start', poll: yesOrNo }));
  const asked = await bob.hears('topic-state', ({ topic, state }) => topic === 'polls' && runningIn(state) !== undefined);
  await bob.ask(topicCommand('polls', { do: 'vote', poll: runningIn(asked.state)?.id, choices: [1], typed: '' }));
  await ada.ask(topicCommand('slides', { do: 'add-blank', name: 'Board' }));
  const slides = await bob.hears('topic-event', ({ topic }) => topic === 'slides');
  const page = boardPageOf({ deck: addedDeck.parse(slides.event).deck.id, page: 1 });
  await ada.ask(topicCommand('board', { do: 'allow', drawers: { who: 'everyone', chosen: [] } }));
  await bob.ask(topicCommand('board', { do: 'put', page, elements: [drawn('b1')] }));
  await bob.ask(saying('Before the end'));
  await isWritten(folder, 'Before the end');
  await expect.poll(() => eventsOf(folder).join(''), { timeout: 5_000 }).toContain('"type":"chat"');
  expect(written(folder)).not.toContain(bob.token);
  expect(written(folder)).not.toContain(bob.welcome.seat);
  expect(journals(folder).map((name) => statSync(join(folder, 'live', name)).mode & 0o777)).toEqual([0o600]);
  first.child.kill('SIGKILL');
  await exitOf(first.child);

  const second = await started(env);
  const after = doorOf(second);
  const info = await after.call('getMeetingInfo', { meetingID: 'room' });
  expect(childText(info.xml, 'internalMeetingID')).toBe(childText(created.xml, 'internalMeetingID'));
  expect([childText(info.xml, 'participantCount'), childText(info.xml, 'createTime')]).toEqual([
    '2',
    childText(created.xml, 'createTime'),
  ]);
  const known = {
    chat: { v: 1, rev: 1 },
    hands: { v: 1, rev: 1 },
    timer: { v: 1, rev: 1 },
    polls: { v: 1, rev: 2 },
    board: { v: 1, rev: 2 },
  };
  const host = await greet(after, { token: ada.token, resume: ada.welcome.seat, topics: known });
  expect(host.welcome).toMatchObject({ you: ada.userId, resumed: true, media: 'lost', state: 'present' });
  expect(host.welcome.meeting).toMatchObject({ lobby: true, lobbyNote: 'One moment', recording: 'on', consent: 'all' });
  expect(host.welcome.members.map(({ name, state, sources }) => [name, state, sources.map(({ muted }) => muted)])).toEqual([
    ['Ada', 'present', []],
    ['Bob', 'away', [false]],
  ]);
  expect(host.welcome.waiting.map(({ name }) => name)).toEqual(['Late']);
  const chat = await host.hears('topic-state', ({ topic }) => topic === 'chat');
  expect(chat.state).toMatchObject([{ from: bob.userId, name: 'Bob', text: 'Before the end' }]);
  expect((await host.hears('topic-state', ({ topic }) => topic === 'hands')).state).toMatchObject([{ member: bob.userId }]);
  expect((await host.hears('topic-state', ({ topic }) => topic === 'timer')).state).toMatchObject({ seconds: 600 });
  const polls = await host.hears('topic-state', ({ topic }) => topic === 'polls');
  expect(runningIn(polls.state)).toMatchObject({ question: 'Ready?', votes: [{ name: 'Bob', choices: [1] }] });
  expect((await host.hears('topic-state', ({ topic }) => topic === 'board')).state).toMatchObject({
    drawers: { who: 'everyone' },
    pages: { [page]: [{ ...drawn('b1'), by: bob.userId, name: 'Bob' }] },
  });
  // a seat belongs to the page that has its secret, also now
  const guest = await greet(after, { token: bob.token, resume: bob.welcome.seat });
  expect(guest.welcome).toMatchObject({ you: bob.userId, resumed: true, state: 'present', meeting: { consent: 'all' } });
  expect((await guest.ask({ t: 'pub', key: 'mic', source: 'mic', sdp: micOffer })).t).toBe('ok');
  const again = await host.hears('member', ({ member }) => member.id === bob.userId && member.state === 'present');
  expect(again.member.sources.map(({ muted }) => muted)).toEqual([false]);
  const waiting = await greet(after, { token: late.token, resume: late.welcome.seat });
  expect(waiting.welcome.state).toBe('waiting');
  expect(await enter(after, 'x'.repeat(22))).toMatchObject({ error: 'gone' });

  await expect.poll(() => eventsOf(folder).join(''), { timeout: 5_000 }).toContain('"type":"gap"');
  const [log = '', ...others] = eventsOf(folder);
  expect(others).toEqual([]);
  expect(log.match(/"type":"(recording|resume|gap|pause|end)"/g)).toEqual(
    ['recording', 'resume', 'gap', 'resume'].map((type) => `"type":"${type}"`),
  );
  second.child.kill('SIGTERM');
  expect((await host.hears('ended')).reason).toBe('engine-stopped');
  await exitOf(second.child);
  expect(journals(folder)).toEqual([]);
}, 40_000);

test('an engine that is killed while groups run is followed by one where everybody is in their group, with the time that was left', async () => {
  const folder = ownFolder();
  const first = await started({ ENGINE_RECORDINGS: folder });
  const before = doorOf(first);
  await before.call('create', { name: 'Room', meetingID: 'room' });
  const ada = await joinRoom(before, { userID: 'ada', role: 'MODERATOR' });
  const ben = await joinRoom(before, { userID: 'ben' });
  await startGroups(ada, planned(['ben'], ['ada']), { minutes: 10 });
  const inGroup = await goTo(before, ben, 1);
  const { run } = await seesGroups(ada, (view) => view.run?.groups[0]?.inside === 1);
  await inGroup.ask(saying('Before the end'));
  await isWritten(folder, 'Before the end');
  expect(written(folder)).not.toContain(inGroup.token);
  first.child.kill('SIGKILL');
  await exitOf(first.child);

  const after = doorOf(await started({ ENGINE_RECORDINGS: folder }));
  const back = await greet(after, { token: inGroup.token, resume: inGroup.welcome.seat });
  expect(back.welcome).toMatchObject({ you: inGroup.welcome.you, resumed: true, state: 'present' });
  expect(await seesGroups(back)).toMatchObject({ here: 1, run: { id: run?.id, endsAt: run?.endsAt, mine: 1 } });
  expect((await back.hears('topic-state', ({ topic }) => topic === 'chat')).state).toMatchObject([{ text: 'Before the end' }]);
  const host = await greet(after, { token: ada.token, resume: ada.welcome.seat });
  expect((await seesGroups(host)).people.map(({ key, group }) => [key, group])).toEqual([
    ['ada', 2],
    ['ben', 1],
  ]);
  const info = await after.call('getMeetingInfo', { meetingID: 'room' });
  expect(childText(info.xml, 'participantCount')).toBe('2');
  expect((await askForGroup(after, { sessionToken: ada.token, to: 1 })).error).toBe('');
  // their time in the meeting is one, whichever journal was read first
  await host.ask(groupsCommand({ do: 'end', seconds: 0 }));
  expect(await back.hears('ended')).toMatchObject({ reason: 'ended-by-moderator' });
  await expect.poll(() => journals(folder).length, { timeout: 5_000 }).toBe(1);
  const main = await greet(after, { token: ben.token });
  expect(main.welcome.members.map(({ name }) => name).sort()).toEqual(['ADA', 'BEN']);
}, 40_000);

test('hooks stay registered, and what was on its way to them and to callbacks arrives after the engine was killed', async () => {
  const [folder, hooks, app] = [ownFolder(), await receiver(), await receiver()];
  const env = { ENGINE_RECORDINGS: folder, ENGINE_ALLOW_PRIVATE_CALLBACKS: '1' };
  const first = await started(env);
  [hooks.answer.status, app.answer.status] = [500, 500];
  await doorOf(first).call('hooks/create', { callbackURL: `${hooks.url}/hook` });
  await doorOf(first).call('create', { name: 'Room', meetingID: 'room', meta_endCallbackUrl: `${app.url}/ended` });
  await doorOf(first).call('end', { meetingID: 'room' });
  await expect.poll(() => [hooks.asked.length > 0, app.asked.length]).toEqual([true, 1]);
  await isWritten(folder, '"kind":"end"');
  first.child.kill('SIGKILL');
  await exitOf(first.child);
  const asked = hooks.asked.length;
  [hooks.answer.status, app.answer.status] = [200, 200];
  const second = await started(env);
  await expect.poll(() => app.asked.length, { timeout: 10_000 }).toBe(2);
  // the meeting was opened and ended
  await expect.poll(() => hooks.asked.length - asked, { timeout: 10_000 }).toBe(2);
  expect((await doorOf(second).call('getMeetingInfo', { meetingID: 'room' })).key).toBe('notFound');
  expect((await doorOf(second).call('hooks/list')).text).toContain(`${hooks.url}/hook`);
}, 30_000);

test('an engine whose port the old one still serves says so and leaves the meetings alone', async () => {
  const folder = ownFolder();
  const first = await started({ ENGINE_RECORDINGS: folder });
  await doorOf(first).call('create', { name: 'Room', meetingID: 'room' });
  await isWritten(folder, '"room"');
  const second = launch({ ENGINE_RECORDINGS: folder, ENGINE_HTTP_PORT: String(first.httpPort) });
  expect(await exitOf(second.child)).toBe(1);
  expect(second.output()).toContain(`port ${first.httpPort} at 127.0.0.1 is already taken`);
  expect(second.output()).toContain('another engine has the journals of this folder');
  expect((await doorOf(first).call('getMeetingInfo', { meetingID: 'room' })).code).toBe('SUCCESS');
  await doorOf(first).call('end', { meetingID: 'room' });
  await expect.poll(() => journals(folder), { timeout: 5_000 }).toEqual([]);
}, 30_000);
