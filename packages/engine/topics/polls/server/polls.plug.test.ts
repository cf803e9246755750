import { analyticsBody, readAnalytics } from '@atrium/bbb/analytics';
import { writeModules } from '@atrium/bbb/modules-write';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { person, signed, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { analyticsOf } from '#server/statistics.ts';
import type { PollQuestion, PollView } from '#topics/polls/poll-schemas.ts';
import { pollsTopic, pollsViewTopic } from '#topics/polls/polls.topic.ts';
import { preparedPolls } from '#topics/polls/server/poll-results.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;
let kim: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR', userID: 'a-1' });
  ben = await person(engine, { meetingID: 'room', fullName: 'Ben', userID: 'b-1' });
  kim = await person(engine, { meetingID: 'room', fullName: 'Kim', userID: 'k-1' });
});
afterEach(() => engine.stop());

const question = (change: Partial<PollQuestion> = {}): PollQuestion => ({
  ...{ kind: 'own', question: 'Which?', options: ['red', 'blue'], right: [1], several: false, anonymous: false, live: false },
  ...change,
});
const poll = (command: object) => topicCommand('polls', command);
const start = (change: Partial<PollQuestion> = {}) => ada.ask(poll({ do: 'start', poll: question(change) }));
const stateOf = () => pollsTopic.state.parse(engine.engine.meetings.get('room')?.topics.get('polls')?.state());
const running = (): string => stateOf().polls.at(-1)?.id ?? '';
const vote = (who: Browser, ...choices: number[]) => who.ask(poll({ do: 'vote', poll: running(), choices, typed: '' }));

/** What the page of somebody shows, once it fits. */
async function sees(who: Browser, fits: (poll: PollView) => boolean): Promise<PollView | undefined> {
  const read = (state: unknown) => pollsViewTopic.state.parse(state).polls.at(-1);
  const { state } = await who.hears('topic-state', (message) => {
    const poll = message.topic === 'polls' ? read(message.state) : undefined;
    return poll !== undefined && fits(poll);
  });
  return read(state);
}

test('votes reach the one who asks, and other pages only how many voted', async () => {
  await start();
  expect(await vote(ben, 0)).toMatchObject({ t: 'ok' });
  expect(await vote(kim, 1)).toMatchObject({ t: 'ok' });
  const asked = await sees(ada, (one) => one.voted === 2);
  expect(asked).toMatchObject({ counts: [1, 1], invited: 2 });
  expect(asked?.votes).toEqual([
    { name: 'Ben', choices: [0], typed: '' },
    { name: 'Kim', choices: [1], typed: '' },
  ]);
  expect(await sees(ben, (one) => one.voted === 2)).toMatchObject({ mine: { choices: [0] }, counts: null, votes: null });
  const heard = JSON.stringify(ben.heard.filter((one) => 'topic' in one && one.topic === 'polls'));
  expect(heard).not.toContain('Kim');
  expect(ben.heard.some((one) => one.t === 'topic-event' && one.topic === 'polls')).toBe(false);
});

test('an answer can be changed until the end, counts once, and comes too late afterwards', async () => {
  await start();
  await vote(ben, 0);
  await vote(ben, 1);
  const id = running();
  await ada.ask(poll({ do: 'end', poll: id }));
  expect(await vote(ben, 0)).toMatchObject({ t: 'error', code: 'over' });
  expect(await kim.ask(poll({ do: 'vote', poll: 'x'.repeat(16), choices: [0], typed: '' }))).toMatchObject({ code: 'over' });
  await ada.ask(poll({ do: 'publish', poll: id, on: null }));
  expect(await sees(kim, (one) => one.published !== null)).toMatchObject({ counts: [0, 1], right: [1], voted: 1 });
  const meeting = engine.engine.meetings.get('room');
  const told = meeting && analyticsOf(meeting, Date.now());
  expect(told?.attendees.find(({ extUserId }) => extUserId === 'b-1')?.engagement.pollVotes).toBe(1);
  expect(told?.polls).toMatchObject([{ question: 'Which?', options: ['red', 'blue'], counts: [0, 1], voted: 1, invited: 2 }]);
});

test('of an anonymous poll nobody learns who chose what, not even afterwards', async () => {
  await start({ anonymous: true });
  await vote(ben, 0);
  const id = running();
  expect(await sees(ada, (one) => one.voted === 1)).toMatchObject({ votes: null });
  await ada.ask(poll({ do: 'end', poll: id }));
  await ada.ask(poll({ do: 'publish', poll: id, on: null }));
  expect(await sees(kim, (one) => one.published !== null)).toMatchObject({ counts: null, voted: 1 });
  expect(JSON.stringify(stateOf())).not.toContain('Ben');
  const meeting = engine.engine.meetings.get('room');
  expect(JSON.stringify(meeting && analyticsOf(meeting, Date.now()).polls)).not.toMatch(/b-1|Ben/);
});

test('the card with the figures stands on the slide where who asks put it last', async () => {
  await start();
  const id = running();
  await ada.ask(poll({ do: 'end', poll: id }));
  expect(await ada.ask(poll({ do: 'move-card', poll: id, corner: { x: 0.5, y: 0.5 } }))).toMatchObject({ t: 'ok' });
  expect(stateOf().polls[0]?.published).toBeNull();
  await ada.ask(poll({ do: 'publish', poll: id, on: { deck: 'd'.repeat(22), page: 2 } }));
  expect(await ben.ask(poll({ do: 'move-card', poll: id, corner: { x: 0, y: 0 } }))).toMatchObject({ code: 'not-allowed' });
  expect(await ada.ask(poll({ do: 'move-card', poll: id, corner: { x: 1.5, y: 0 } }))).toMatchObject({ code: 'bad-message' });
  await ada.ask(poll({ do: 'move-card', poll: id, corner: { x: 0.2, y: 0.1 } }));
  expect(await sees(ben, (one) => one.published?.corner !== undefined)).toMatchObject({
    published: { on: { page: 2 }, corner: { x: 0.2, y: 0.1 } },
  });
});

test('only one poll runs at a time', async () => {
  await start();
  await start({ question: 'Another?' });
  expect(stateOf().polls).toHaveLength(1);
});

test('who presents asks and does not answer; viewers answer and do not ask', async () => {
  await start();
  expect(await vote(ada, 0)).toMatchObject({ code: 'not-allowed' });
  for (const command of [
    { do: 'start', poll: question() },
    { do: 'end', poll: running() },
    { do: 'publish', poll: running(), on: null },
    { do: 'remove', poll: running() },
    { do: 'prepare', poll: question() },
  ])
    expect(await ben.ask(poll(command))).toMatchObject({ code: 'not-allowed' });
  await ada.ask(topicCommand('presenter', { do: 'give', member: ben.userId }));
  expect(await sees(ben, (one) => one.right !== null)).toMatchObject({ right: [1], votes: [] });
  expect(await ben.ask(poll({ do: 'end', poll: running() }))).toMatchObject({ t: 'ok' });
});

test('a poll that ends in 30 seconds ends by itself', async () => {
  await start();
  await ada.ask(poll({ do: 'end-in', poll: running(), seconds: 30 }));
  engine.pass(29_000);
  expect(stateOf().polls[0]?.endedAt).toBeNull();
  engine.pass(2_000);
  expect(stateOf().polls[0]).toMatchObject({ endsAt: null, invited: 2 });
  expect(await vote(ben, 0)).toMatchObject({ code: 'over' });
});

test('what makes no sense is refused', async () => {
  for (const change of [{ options: ['one'] }, { right: [5] }, { kind: 'typed' as const, question: ' ', options: [] }])
    expect(await start(change)).toMatchObject({ code: 'bad-message' });
  await start();
  expect(await vote(ben, 0, 1)).toMatchObject({ code: 'bad-message' });
  expect(await vote(ben, 7)).toMatchObject({ code: 'bad-message' });
  expect(await vote(ben)).toMatchObject({ code: 'bad-message' });
});

test('a prepared poll waits for who may start it, and is gone once it was started', async () => {
  await ada.ask(poll({ do: 'prepare', poll: question() }));
  const [prepared] = stateOf().prepared;
  expect(JSON.stringify(ben.heard)).not.toContain(prepared?.id);
  await ada.ask(poll({ do: 'start', poll: question(), prepared: prepared?.id }));
  expect(stateOf()).toMatchObject({ prepared: [], polls: [{ question: 'Which?' }] });
});

test('a meeting without polls refuses them', async () => {
  await engine.call('create', { name: 'Bare', meetingID: 'bare', disabledFeatures: 'polls' });
  const zoe = await person(engine, { meetingID: 'bare', fullName: 'Zoe', role: 'MODERATOR' });
  expect(await zoe.ask(poll({ do: 'start', poll: question() }))).toMatchObject({ code: 'locked' });
});

test('a meeting begins with the polls that were prepared for it, without those that make no sense, and tells what is left', async () => {
  const sent = [
    question({ question: 'Ready?' }),
    question({ options: ['one'] }),
    { kind: 'own' },
    question({ kind: 'yes-no', right: [] }),
  ];
  const body = writeModules({ others: new Map([['atriumPolls', JSON.stringify(sent)]]) });
  const query = signed('create', { params: { name: 'Lesson', meetingID: 'lesson' } });
  await engine.raw(`/create?${query}`, { method: 'POST', body, headers: { 'content-type': 'application/xml' } });
  const lesson = engine.engine.meetings.get('lesson');
  const left = () => (lesson === undefined ? [] : preparedPolls(lesson).map(({ kind }) => kind));
  expect(left()).toEqual(['own', 'yes-no']);
  expect(engine.logged.some((line) => line.text === 'prepared polls of a call were left out')).toBe(true);
  const host = await person(engine, { meetingID: 'lesson', fullName: 'Ada', role: 'MODERATOR', userID: 'a-1' });
  const [ready] = pollsTopic.state.parse(lesson?.topics.get('polls')?.state()).prepared;
  expect(ready?.question).toBe('Ready?');
  await host.ask(poll({ do: 'start', poll: question(), prepared: ready?.id }));
  expect(left()).toEqual(['yes-no']);
  const told = lesson && analyticsOf(lesson, Date.now());
  expect(readAnalytics(JSON.parse(told === undefined ? '' : analyticsBody(told)))?.preparedPolls).toMatchObject([
    { kind: 'yes-no' },
  ]);
});

test.each(['{', '7', '"[]"', 'null'])('prepared polls that are no list (%s) hold no meeting up', async (text) => {
  const body = writeModules({ others: new Map([['atriumPolls', text]]) });
  const query = signed('create', { params: { name: 'Lesson', meetingID: 'lesson' } });
  const reply = await engine.raw(`/create?${query}`, { method: 'POST', body, headers: { 'content-type': 'application/xml' } });
  expect(reply.code).toBe('SUCCESS');
});
