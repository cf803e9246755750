/** Clients that speak topics to do harm: they are refused with a reason, and nobody else notices. `npm run fuzz -- topics` tries more. */
import { env } from 'node:process';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '#protocol/limits.ts';
import { CLOSE } from '#protocol/messages.ts';
import type { TopicDefinition } from '#protocol/topic.ts';
import { person, raising, saying, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { chatTopic } from '#topics/chat/chat.topic.ts';
import { readableBy } from '#topics/chat/conversations.ts';
import { groupsTopic } from '#topics/groups/groups.topic.ts';
import { handsTopic } from '#topics/hands/hands.topic.ts';
import { locksTopic } from '#topics/locks/locks.topic.ts';
import { presenterTopic } from '#topics/presenter/presenter.topic.ts';
import { reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { pointerHint, slidesTopic } from '#topics/slides/slides.topic.ts';
import { spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';

// biome-ignore lint/style/noProcessEnv: how many is the runner's to say
const RUNS = Number(env['FUZZ_RUNS'] ?? 300);
/** Fewer than the socket takes at once. */
const PER_CLIENT = 50;
let engine: TestEngine;
let ada: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
});
afterEach(() => engine.stop());

const join = (fullName = 'Bob', topics?: Parameters<typeof person>[2]) => person(engine, { meetingID: 'room', fullName }, topics);
const stateOf = (name: string): unknown => engine.engine.meetings.get('room')?.topics.get(name)?.state();

/** A page that heard everything has the engine's state, as far as it may see it, which fits its schema. */
function expectOneTruth<C, E, S>(
  topic: TopicDefinition<C, E, S>,
  { heard }: Browser,
  expected: unknown = stateOf(topic.name),
): void {
  const state = heard.reduce<S>((before, one) => {
    if (one.t === 'topic-state' && one.topic === topic.name) return topic.state.parse(one.state);
    if (one.t !== 'topic-event' || one.topic !== topic.name) return before;
    return topic.reduce(before, { event: topic.event.parse(one.event), by: one.by, at: one.at });
  }, topic.empty);
  expect(state, topic.name).toEqual(expected);
  expect(topic.state.parse(state), topic.name).toEqual(state);
}

/** She was not disturbed: her page answers, and agrees with an engine in which nothing broke. */
async function expectCalm(): Promise<void> {
  expect(await ada.ask(saying('all quiet'))).toMatchObject({ t: 'ok' });
  expectOneTruth(chatTopic, ada, readableBy(chatTopic.state.parse(stateOf('chat')), ada.userId));
  expectOneTruth(handsTopic, ada);
  expectOneTruth(reactionsTopic, ada);
  expectOneTruth(slidesTopic, ada);
  expectOneTruth(spotlightTopic, ada);
  expectOneTruth(timerTopic, ada);
  expectOneTruth(presenterTopic, ada);
  expectOneTruth(locksTopic, ada);
  expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
}

const names = [
  'chat',
  'hands',
  'reactions',
  'spotlight',
  'timer',
  'presenter',
  'locks',
  'slides',
  'groups',
  'board',
  'hologram',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const verbs = [
  ...[
    'say',
    'say-privately',
    'edit',
    'delete',
    'raise',
    'lower',
    'lower-all',
    'react',
    'add',
    'remove',
    'start',
    'pause',
    'extend',
  ],
  ...['give', 'take', 'request', 'decline', 'set', 'except', 'on-join', 'put', 'allow', '__proto__', 'is'],
  ...['move', 'announce', 'end', 'call-help', 'save-set', 'remove-set'],
];
const command = fc.record(
  {
    do: fc.constantFrom(...verbs),
    is: fc.constantFrom('said', 'raised', 'added', 'started'),
    member: fc.oneof(fc.constantFrom('Ada', '__proto__', 'system', ''), fc.string({ maxLength: 200 })),
    seconds: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1, 86_401, 1e308)),
    text: fc.string({ maxLength: 5_000 }),
    to: fc.oneof(fc.constantFrom('Ada', '__proto__', 'system'), fc.anything()),
    id: fc.oneof(fc.constantFrom('first', '__proto__'), fc.anything()),
    replyTo: fc.oneof(fc.constantFrom('first', '__proto__'), fc.anything()),
    reaction: fc.oneof(fc.constantFrom('👍', '🧨'), fc.string()),
    locks: fc.oneof(fc.constantFrom({}, { mic: true }, { names: true, door: true }), fc.anything()),
    on: fc.oneof(fc.boolean(), fc.anything()),
    by: fc.anything(),
    at: fc.anything(),
    rev: fc.anything(),
  },
  { requiredKeys: ['do'] },
);
const frame = fc.record({
  topic: fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 100 })),
  cid: fc.oneof(fc.constantFrom('same', '__proto__', ''), fc.string({ maxLength: 60 }), fc.anything()),
  command: fc.oneof(command, fc.anything()),
});
const coordinate = fc.oneof(fc.double({ min: 0, max: 1 }), fc.double());
/** `known`: the deck of the meeting that is meant, null for one that the page made up. */
const slidesFrame = fc.oneof(
  fc.record({
    known: fc.option(fc.nat({ max: 3 })),
    command: fc.record({
      do: fc.constantFrom('show', 'view', 'remove', 'allow-download', 'add-blank', 'add-page'),
      deck: fc.oneof(fc.constantFrom('__proto__', 'x'.repeat(22), '../'.repeat(7)), fc.anything()),
      page: fc.oneof(fc.nat({ max: 3 }), fc.anything()),
      name: fc.string({ maxLength: 120, unit: 'binary' }),
      view: fc.record({ zoom: fc.oneof(fc.double({ min: 1, max: 8 }), fc.double()), x: coordinate, y: coordinate }),
      to: fc.boolean(),
    }),
  }),
  fc.record({
    known: fc.constant(null),
    t: fc.constant('hint'),
    topic: fc.constantFrom('slides', 'slides', '__proto__'),
    hint: fc.oneof(fc.record({ x: coordinate, y: coordinate }), fc.anything()),
  }),
);
const REFUSALS = /^(bad-message|unknown-topic|unknown-member|unknown-page|too-many-decks|not-allowed|too-fast|locked|over)$/;

test('whatever is sent as a command is done or refused with a reason, and all pages agree afterwards', {
  timeout: 600_000,
}, async () => {
  const frames = fc.sample(frame, RUNS);
  for (let at = 0; at < frames.length; at += PER_CLIENT) {
    // viewers are refused most of it before anything is decided
    const role = at % (2 * PER_CLIENT) === 0 ? 'VIEWER' : 'MODERATOR';
    const client = await person(engine, { meetingID: 'room', fullName: 'Bob', role });
    for (const one of frames.slice(at, at + PER_CLIENT)) {
      const [first] = chatTopic.state.parse(stateOf('chat'));
      const command = JSON.stringify(one)
        .replaceAll('"Ada"', JSON.stringify(ada.userId))
        .replaceAll('"first"', JSON.stringify(first?.id ?? ''));
      const answer = await client.ask({ ...JSON.parse(command), t: 'do' });
      if (answer.t === 'error') expect(answer.code).toMatch(REFUSALS);
    }
    client.say({ t: 'leave' });
  }
  await expectCalm();
});

test('a presenter who sends commands and hints of slides in any form breaks them for nobody', { timeout: 600_000 }, async () => {
  const bob = await join('Bob');
  const frames = fc.sample(slidesFrame, RUNS);
  let done = 0;
  for (let at = 0; at < frames.length; at += PER_CLIENT) {
    const client = await person(engine, { meetingID: 'room', fullName: 'Eve', role: 'MODERATOR' });
    await client.ask(topicCommand('presenter', { do: 'take' }));
    for (const { known, ...one } of frames.slice(at, at + PER_CLIENT)) {
      const { decks } = slidesTopic.state.parse(stateOf('slides'));
      const deck = known === null ? {} : { deck: decks[known]?.id };
      const answer = await client.ask('hint' in one ? one : topicCommand('slides', { ...one.command, ...deck }));
      if (answer.t === 'error') expect(answer.code).toMatch(REFUSALS);
      else done += 1;
    }
    client.say({ t: 'leave' });
  }
  expect(done).toBeGreaterThan(RUNS / 10);
  await expectCalm();
  expectOneTruth(slidesTopic, bob);
  for (const message of bob.heard) if (message.t === 'hint') expect(pointerHint.parse(message.hint)).toEqual(message.hint);
});

test('what only the engine may say is refused, and nobody hears of it', async () => {
  const bob = await join();
  const forged = { topic: 'hands', rev: 1, by: ada.userId, at: 1, event: { is: 'raised', member: ada.userId } };
  for (const message of [
    { t: 'topic-event', ...forged },
    { t: 'topic-state', topic: 'hands', rev: 99, state: [{ member: ada.userId, at: 1 }] },
    topicCommand('hands', forged.event),
  ])
    expect(await bob.ask(message)).toMatchObject({ t: 'error', code: 'bad-message' });
  expect(await bob.ask({ ...raising(), by: ada.userId, member: ada.userId })).toMatchObject({ t: 'ok' });
  expect(await ada.hears('topic-event')).toMatchObject({ by: bob.userId, event: { is: 'raised', member: bob.userId } });
  for (const wish of [{ do: 'lower', member: ada.userId }, { do: 'lower-all' }])
    expect(await bob.ask(topicCommand('hands', wish))).toMatchObject({ code: 'not-allowed' });
  await expectCalm();
});

test('a number that was used counts for its own page only, and a refused command may be tried again with it', async () => {
  const bob = await join();
  await ada.ask({ ...raising(), cid: 'same' });
  expect(await bob.ask({ ...raising(), cid: 'same' })).toMatchObject({ t: 'ok' });
  await ada.hears('topic-event', ({ by }) => by === bob.userId);
  expect(await bob.ask(topicCommand('timer', { do: 'start', seconds: 1 }, 'again'))).toMatchObject({ code: 'not-allowed' });
  await ada.ask({ t: 'moderate', action: 'make-moderator', member: bob.userId });
  expect(await bob.ask(topicCommand('timer', { do: 'start', seconds: 1 }, 'again'))).toMatchObject({ t: 'ok' });
  expect(await bob.ask({ ...raising(), cid: 'x'.repeat(41) })).toMatchObject({ code: 'bad-message' });
  await expectCalm();
});

test('a flood and a megabyte end the socket that sent them, and the others hear no more than the budget', async () => {
  const [flood, large] = [await join('Flood'), await join('Large')];
  for (let i = 0; i < 500; i += 1) flood.say(topicCommand('reactions', { do: 'react', reaction: '👍' }));
  expect((await flood.closed).code).toBe(CLOSE.tooFast);
  large.say(saying('x'.repeat(1_048_576)));
  expect([CLOSE.badMessage, 1009]).toContain((await large.closed).code);
  const reactions = ada.heard.filter((one) => one.t === 'topic-event' && one.topic === 'reactions');
  expect(reactions.length).toBeLessThanOrEqual(reactionsTopic.budget.burst + 1);
  const barely = await join('Barely');
  expect(await barely.ask(saying('x'.repeat(LIMITS.messageBytes / 2)))).toMatchObject({ code: 'bad-message' });
  await expectCalm();
});

test('a page that claims to know a future, or other versions, gets the whole state or nothing', async () => {
  await ada.ask(topicCommand('timer', { do: 'start', seconds: 60 }));
  for (const rev of [2, Number.MAX_SAFE_INTEGER]) {
    const page = await join('Strange', { timer: { v: 1, rev } });
    expect(await page.hears('topic-state')).toMatchObject({ topic: 'timer', rev: 1, state: { seconds: 60 } });
  }
  const page = await join('Stranger', Object.fromEntries(['hologram', 'timer'].map((name) => [name, { v: 7 }])));
  expect(page.welcome.topics).toEqual([]);
  await expectCalm();
});

const groupNumbers = fc.oneof(fc.nat({ max: 4 }), fc.anything());
const personKey = fc.constantFrom('ada', 'ben', '__proto__', '');
const groupsFrame = fc.record({
  do: fc.constantFrom('start', 'move', 'rename', 'extend', 'announce', 'end', 'call-help', 'answer-help', 'save-set'),
  groups: fc.array(
    fc.record({
      name: fc.string({ unit: 'binary' }),
      people: fc.array(fc.record({ key: personKey, name: fc.string() }), { maxLength: 4 }),
    }),
    { maxLength: 4 },
  ),
  ...{ mode: fc.constantFrom('assigned', 'free'), minutes: fc.option(fc.integer({ min: 0, max: 601 })) },
  ...{ takeSlides: fc.boolean(), record: fc.boolean(), everyoneDraws: fc.boolean(), mayChange: fc.boolean() },
  ...{
    person: personKey,
    to: fc.oneof(groupNumbers, fc.constant(null)),
    group: groupNumbers,
    seconds: fc.integer({ min: -1, max: 30 }),
  },
  ...{ name: fc.string(), text: fc.string({ unit: 'binary' }), question: fc.string({ unit: 'binary' }) },
});

test('whatever a host does to groups, nobody is in two of them, and each has one meeting', { timeout: 600_000 }, async () => {
  let [host, runs] = [ada, 0];
  for (const [at, command] of fc.sample(groupsFrame, RUNS).entries()) {
    if (at % PER_CLIENT === 0) host = await person(engine, { meetingID: 'room', fullName: 'Host', role: 'MODERATOR' });
    const answer = await host.ask(topicCommand('groups', command));
    if (answer.t === 'error') expect(answer.code).toMatch(/^(bad-message|unknown-member|not-allowed|over|too-fast|too-many)$/);
    engine.pass(1_000);
    const state = groupsTopic.state.parse(stateOf('groups'));
    runs += state.run === null ? 0 : 1;
    const keys = state.run?.groups.flatMap(({ people }) => people.map(({ key, name }) => key || `name ${name}`)) ?? [];
    expect(keys.length).toBe(new Set(keys).size);
    expect(engine.engine.meetings.size).toBe(1 + (state.run?.groups.length ?? 0));
  }
  expect(runs).toBeGreaterThan(RUNS / 10);
  await expectCalm();
});
