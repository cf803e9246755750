import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerMessage } from '#protocol/messages.ts';
import type { StampedEvent, TopicDefinition } from '#protocol/topic.ts';
import { greet, person, testEngine, saying, topicCommand } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';

const known = { reactions: { v: 1 }, timer: { v: 1 } };
const withSpotlight = { spotlight: { v: 1 } };
let engine: TestEngine;
let ada: Person;
let bob: Person;

const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' }, known);
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' }, known);
};
const react = (reaction: string, cid?: string) => topicCommand('reactions', { do: 'react', reaction }, cid);
const start = (seconds: number) => topicCommand('timer', { do: 'start', seconds });

type TopicMessage = Extract<ServerMessage, { t: 'topic-event' | 'topic-state' }>;
const about = ({ heard }: Browser, topic: string): TopicMessage[] =>
  heard.filter((one) => one.t === 'topic-event' || one.t === 'topic-state').filter((one) => one.topic === topic);

/** What a page makes of all it heard. */
function replay<C, E, S>(topic: TopicDefinition<C, E, S>, browser: Browser, first: S): S {
  const events = about(browser, topic.name).flatMap((one): StampedEvent<E>[] =>
    one.t === 'topic-state' ? [] : [{ event: topic.event.parse(one.event), by: one.by, at: one.at }],
  );
  return events.reduce(topic.reduce, first);
}

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('everybody receives each event once and in the same order, and late joiners receive the resulting state', async () => {
  await meet();
  for (const [who, sign] of [
    [ada, '👍'],
    [bob, '👏'],
    [ada, '🎉'],
  ] as const)
    expect((await who.ask(react(sign))).t).toBe('ok');
  await bob.hears('topic-event', ({ rev }) => rev === 3);
  const [hers, his] = [ada, bob].map((one) => replay(reactionsTopic, one, reactionsTopic.empty));
  expect(hers).toEqual(his);
  expect(hers?.map(({ by, reaction }) => [by, reaction])).toEqual([
    [bob.userId, '👏'],
    [ada.userId, '🎉'],
  ]);
  const cleo = await person(engine, { meetingID: 'room', fullName: 'Cleo' }, known);
  const told = await cleo.hears('topic-state', ({ topic }) => topic === 'reactions');
  expect(told).toMatchObject({ rev: 3, state: hers });
});

test('a page that lost its socket hears the events it missed, and one that reloads hears the whole', async () => {
  await meet();
  await ada.ask(start(60));
  const { seat } = bob.welcome;
  await bob.hears('topic-event');
  bob.socket.terminate();
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.state === 'away');
  await ada.ask(topicCommand('timer', { do: 'pause' }));
  const back = await greet(engine, { token: bob.token, resume: seat, topics: { ...known, timer: { v: 1, rev: 1 } } });
  expect(back.welcome.resumed).toBe(true);
  expect(await back.hears('topic-event')).toMatchObject({ rev: 2, event: { is: 'paused' } });
  expect(about(back, 'timer').map(({ t }) => t)).toEqual(['topic-event']);
  const again = await greet(engine, { token: bob.token, topics: { ...known, timer: { v: 1, rev: 2 } } });
  expect(await again.hears('topic-state', ({ topic }) => topic === 'timer')).toMatchObject({ rev: 2, state: { since: null } });
  // a revision that this meeting never had
  const wrong = await greet(engine, { token: bob.token, resume: again.welcome.seat, topics: { timer: { v: 1, rev: 99 } } });
  expect(await wrong.hears('topic-state')).toMatchObject({ topic: 'timer', rev: 2 });
});

test('a command that is sent again after a lost socket is done once', async () => {
  await meet();
  await bob.ask(react('👍', 'same'));
  expect((await bob.ask(react('👍', 'same'))).t).toBe('ok');
  await bob.ask(react('👎', 'other'));
  expect(about(bob, 'reactions').at(-1)).toMatchObject({ rev: 2 });
});

test('a topic that one side does not know, or knows in another version, disturbs nobody', async () => {
  await meet();
  const old = await person(engine, { meetingID: 'room', fullName: 'Old' }, {});
  const newer = await person(engine, { meetingID: 'room', fullName: 'New' }, { reactions: { v: 2 }, hologram: { v: 1 } });
  expect([ada, old, newer].map(({ welcome }) => welcome.topics)).toEqual([['reactions', 'timer'], [], []]);
  await ada.ask(react('👍'));
  expect(await newer.ask(topicCommand('hologram', {}))).toMatchObject({ t: 'error', code: 'unknown-topic' });
  expect((await newer.ask(saying('still here'))).t).toBe('ok');
  expect([...about(old, 'reactions'), ...about(newer, 'reactions')]).toEqual([]);
});

test('what is not a command, too much or too often is refused, and nobody hears of it', async () => {
  await meet();
  const codes: string[] = [];
  const refused = async (wish: object) => {
    const answer = await ada.ask(wish);
    codes.push(answer.t === 'error' ? answer.code : answer.t);
  };
  for (const wish of [
    react('🧨'),
    topicCommand('reactions', { do: 'burn' }),
    topicCommand('timer', { do: 'start', seconds: 90_000 }),
  ])
    await refused(wish);
  await refused({ ...react('👍'), command: { do: 'react', reaction: '👍', more: 'x'.repeat(200) } });
  expect(codes).toEqual(Array(4).fill('bad-message'));
  const many = await Promise.all(Array.from({ length: 8 }, () => bob.ask(react('👍'))));
  expect(many.filter(({ t }) => t === 'ok')).toHaveLength(reactionsTopic.budget.burst);
  expect(many.at(-1)).toMatchObject({ t: 'error', code: 'too-fast' });
  expect(about(ada, 'timer').filter(({ t }) => t === 'topic-event')).toEqual([]);
});

test('what a program took out of the meeting is not offered', async () => {
  await meet({ disabledFeatures: 'reactions' });
  expect(ada.welcome.topics).toEqual(['timer']);
  expect(await ada.ask(react('👍'))).toMatchObject({ t: 'error', code: 'locked' });
});

test('who waits in the lobby hears nothing of a topic, and all of it once inside', async () => {
  await meet({ guestPolicy: 'ASK_MODERATOR' });
  await ada.ask(start(60));
  const guest = await person(engine, { meetingID: 'room', fullName: 'Gerd', guest: 'true' }, known);
  expect(guest.welcome.topics).toEqual([]);
  await ada.ask({ t: 'lobby', action: 'admit', member: guest.userId });
  expect(await guest.hears('topic-state', ({ topic }) => topic === 'timer')).toMatchObject({ rev: 1, state: { seconds: 60 } });
});

test('hosts alone steer the timer, and what is so already is no failure', async () => {
  await meet();
  expect(await bob.ask(start(60))).toMatchObject({ t: 'error', code: 'not-allowed' });
  for (const wish of [
    start(60),
    topicCommand('timer', { do: 'resume' }),
    topicCommand('timer', { do: 'pause' }),
    topicCommand('timer', { do: 'pause' }),
  ])
    expect((await ada.ask(wish)).t).toBe('ok');
  expect(about(ada, 'timer').filter(({ t }) => t === 'topic-event')).toHaveLength(2);
  expect(replay(timerTopic, ada, timerTopic.empty)).toMatchObject({ seconds: 60, since: null });
});

test('reactions are counted in the statistics of the meeting', async () => {
  await meet();
  await bob.ask(react('👏'));
  const [deeds] = [...(engine.engine.meetings.get('room')?.people.values() ?? [])].filter(({ name }) => name === 'Bob');
  expect(deeds?.reactions).toBe(1);
});

test('hosts alone put people in the spotlight, only people who are inside, and it leaves with the person', async () => {
  await engine.call('create', { name: 'Room', meetingID: 'room', guestPolicy: 'ASK_MODERATOR' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' }, withSpotlight);
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' }, withSpotlight);
  const guest = await person(engine, { meetingID: 'room', fullName: 'Gerd', guest: 'true' }, withSpotlight);
  const spotlight = (wish: 'add' | 'remove', member: string) => topicCommand('spotlight', { do: wish, member });
  expect(await bob.ask(spotlight('add', bob.userId))).toMatchObject({ code: 'not-allowed' });
  for (const nobody of [guest.userId, 'nobody'])
    expect(await ada.ask(spotlight('add', nobody))).toMatchObject({ code: 'unknown-member' });
  for (const wish of ['add', 'add'] as const) expect((await ada.ask(spotlight(wish, bob.userId))).t).toBe('ok');
  expect(await bob.hears('topic-event')).toMatchObject({ rev: 1, by: ada.userId, event: { is: 'added', member: bob.userId } });
  bob.say({ t: 'leave' });
  expect(await ada.hears('topic-event', ({ rev }) => rev === 2)).toMatchObject({ event: { is: 'removed', member: bob.userId } });
});
