import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TopicDefinition } from '#protocol/topic.ts';
import { childText, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { EVENTS_FILE, readEvents } from '#server/record/event-log.ts';
import type { LogEvent } from '#server/record/event-log.ts';
import { handsTopic } from '#topics/hands/hands.topic.ts';
import { reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';

let folder = '';
let engine: TestEngine;
let room = '';
let ada: Person;
let ben: Person;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-recorded-topics-'));
  engine = await testEngine({ recordings: { folder, ffmpeg: null } });
  const created = await engine.call('create', { name: 'Room', meetingID: 'room', record: 'true' });
  room = childText(created.xml, 'internalMeetingID');
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  ben = await person(engine, { meetingID: 'room', fullName: 'Ben', role: 'MODERATOR' });
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const record = (to: 'on' | 'paused') => ada.ask({ t: 'record', to });
const hand = (what: 'raise' | 'lower', member?: string) => topicCommand('hands', { do: what, ...(member && { member }) });
const react = (reaction: string) => topicCommand('reactions', { do: 'react', reaction });
const spotlight = (member: string) => topicCommand('spotlight', { do: 'add', member });
const timer = (command: object) => topicCommand('timer', command);
const state = (topic: string): unknown => engine.engine.meetings.get('room')?.topics.get(topic)?.state();

/** His page is closed, and the seat is given up. */
async function losesBen(): Promise<void> {
  ben.socket.close();
  await ada.hears('member', ({ member }) => member.id === ben.userId && member.state === 'away');
  engine.pass(60_000);
  await ada.hears('gone');
}

async function written(): Promise<LogEvent[]> {
  await engine.call('end', { meetingID: 'room' });
  await Promise.all(engine.engine.finishing);
  return readEvents(join(folder, room, EVENTS_FILE));
}

/** What a player makes of the log; a line has its time in the recording and not that of the clock, so times are left out. */
function replay<C, E, S>(topic: TopicDefinition<C, E, S>, events: LogEvent[]): S {
  return events.reduce<S>((before, one) => {
    if (one.type === 'topic-state' && one.topic === topic.name) return topic.state.parse(one.state);
    if (one.type !== 'topic' || one.topic !== topic.name) return before;
    return topic.reduce(before, { event: topic.event.parse(one.event), by: one.by, at: one.at });
  }, topic.empty);
}
const people = (hands: readonly { member: string }[]) => hands.map(({ member }) => member);
const signs = (list: readonly { by: string; reaction: string }[]) => list.map(({ by, reaction }) => [by, reaction]);

test('the log of a recording leads to the state of every topic, over a pause as well', async () => {
  await ben.ask(hand('raise'));
  await ada.ask(timer({ do: 'start', seconds: 300 }));
  await record('on');
  await ben.ask({ t: 'consent', to: 'all' });
  await ada.ask(hand('raise'));
  await ben.ask(react('👏'));
  await record('paused');
  await ben.ask(hand('lower'));
  await ada.ask(timer({ do: 'extend', seconds: 60 }));
  await record('on');
  await ben.ask(react('🎉'));
  await ada.ask(spotlight(ben.userId));
  await ada.ask(timer({ do: 'pause' }));
  const topics = [handsTopic, reactionsTopic, timerTopic, spotlightTopic];
  const [hands, reactions, held, lit] = topics.map(({ name }) => state(name));
  const events = await written();
  expect(people(replay(handsTopic, events))).toEqual(people(handsTopic.state.parse(hands)));
  expect(people(replay(handsTopic, events))).toEqual([ada.userId]);
  expect(signs(replay(reactionsTopic, events))).toEqual(signs(reactionsTopic.state.parse(reactions)));
  expect(replay(timerTopic, events)).toMatchObject({ seconds: 360, since: null });
  expect(replay(spotlightTopic, events)).toEqual(lit);
  expect(timerTopic.state.parse(held)).toMatchObject({ seconds: 360, since: null });
});

test('a hand that is up when somebody agrees is in the log from then on, and is gone from it when they withdraw or leave', async () => {
  await ben.ask(hand('raise'));
  await record('on');
  await ben.ask({ t: 'consent', to: 'all' });
  await ben.ask({ t: 'consent', to: 'nothing' });
  await ben.ask({ t: 'consent', to: 'all' });
  await losesBen();
  const events = await written();
  const steps = events.map((_, i) => people(replay(handsTopic, events.slice(0, i + 1))));
  expect(steps.filter((now, i) => now.length !== steps[i - 1]?.length).map(({ length }) => length)).toEqual([0, 1, 0, 1, 0]);
});

test('of somebody who did not agree nothing is written, and what they do to others and to the meeting is without their name', async () => {
  await record('on');
  await ada.ask(hand('raise'));
  await ben.ask(hand('raise'));
  await ben.ask(react('👎'));
  await ada.ask(hand('lower', ben.userId));
  await ada.ask(spotlight(ben.userId));
  await ben.ask(spotlight(ada.userId));
  await ben.ask(hand('lower', ada.userId));
  await ben.ask(timer({ do: 'start', seconds: 60 }));
  await ben.ask(hand('raise'));
  await losesBen();
  const events = await written();
  expect(JSON.stringify(events)).not.toContain(ben.userId);
  expect(replay(handsTopic, events)).toEqual([]);
  expect(replay(reactionsTopic, events)).toEqual([]);
  expect(replay(timerTopic, events)).toMatchObject({ seconds: 60 });
  expect(replay(spotlightTopic, events)).toEqual([{ member: ada.userId, by: null }]);
});
