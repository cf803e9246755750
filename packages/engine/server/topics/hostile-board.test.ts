/** Pages that draw to do harm: they are refused with a reason, and nobody else notices. `npm run fuzz -- topics` tries more. */
import { env } from 'node:process';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLOSE } from '#protocol/messages.ts';
import { person, saying, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { slidesIn } from '#server/slides/slides.factory.ts';
import { drawn } from '#topics/board/board.factory.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, boardColors, boardHint, boardWidths, elementKinds } from '#topics/board/board-elements.ts';

// biome-ignore lint/style/noProcessEnv: how many is the runner's to say
const RUNS = Number(env['FUZZ_RUNS'] ?? 300);
/** Fewer than the socket takes at once. */
const PER_CLIENT = 50;
const REFUSALS = /^(bad-message|unknown-member|unknown-page|not-allowed|too-many|too-fast|over)$/;
let engine: TestEngine;
let ada: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
});
afterEach(() => engine.stop());

const join = (fullName: string) => person(engine, { meetingID: 'room', fullName });
const state = (): BoardState => boardTopic.state.parse(engine.engine.meetings.get('room')?.topics.get('board')?.state());

/** A page that heard everything has the engine's board, in which nothing broke. */
async function expectCalm(...browsers: Browser[]): Promise<void> {
  for (const { ask, heard } of browsers) {
    expect(await ask(saying('all quiet'))).toMatchObject({ t: 'ok' });
    const seen = heard.reduce<BoardState>((before, one) => {
      if (one.t === 'topic-state' && one.topic === 'board') return boardTopic.state.parse(one.state);
      if (one.t !== 'topic-event' || one.topic !== 'board') return before;
      return boardTopic.reduce(before, { event: boardTopic.event.parse(one.event), by: one.by, at: one.at });
    }, boardTopic.empty);
    expect(seen).toEqual(state());
  }
  expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
}

const measure = fc.oneof({ weight: 4, arbitrary: fc.double({ min: -1_600, max: 4_800, noNaN: true }) }, fc.double());
const boardElement = fc.record({
  id: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('shape-1', 'shape-2', 'of-ada') }, fc.string(), fc.anything()),
  kind: fc.constantFrom(...elementKinds, 'script'),
  ...{ x: measure, y: measure, w: measure, h: measure },
  color: fc.constantFrom(...boardColors),
  width: fc.constantFrom(...boardWidths),
  points: fc.oneof(fc.constantFrom('', '1 1', '1 NaN', '9'.repeat(BOARD.points + 1)), fc.string()),
  text: fc.oneof(fc.constant('<img src=x onerror=alert(1)>'), fc.string({ unit: 'binary', maxLength: 2_100 })),
  label: fc.string({ unit: 'binary', maxLength: 110 }),
  by: fc.constantFrom('Ada', '__proto__'),
});
/** `known`: the page is one of the meeting, not one that the sender made up. */
const boardFrame = fc.oneof(
  fc.record({
    known: fc.boolean(),
    command: fc.record({
      do: fc.constantFrom('put', 'put', 'remove', 'clear', 'restore', 'allow'),
      page: fc.oneof(fc.constantFrom('__proto__/1', `${'x'.repeat(22)}/1`, '../../1'), fc.anything()),
      elements: fc.oneof({ weight: 4, arbitrary: fc.array(boardElement, { minLength: 1, maxLength: 3 }) }, fc.anything()),
      ids: fc.array(fc.constantFrom('shape-1', 'shape-2', 'of-ada', '__proto__'), { maxLength: 3 }),
      whose: fc.constantFrom('own', 'all', 'Ada'),
      drawers: fc.anything(),
    }),
  }),
  fc.record({
    known: fc.boolean(),
    hint: fc.oneof(
      fc.record({
        page: fc.constant('__proto__/1'),
        cursor: fc.option(fc.record({ x: measure, y: measure })),
        stroke: fc.oneof(fc.constant(null), fc.anything()),
        draft: fc.option(boardElement),
        moved: fc.oneof(fc.constant(null), fc.record({ ids: fc.array(fc.string()), x: measure, y: measure })),
      }),
      fc.anything(),
    ),
  }),
);

/** A white page, on which everybody may draw. */
async function openBoard(): Promise<string> {
  await ada.ask(topicCommand('slides', { do: 'add-blank', name: 'Board' }));
  await ada.ask(topicCommand('board', { do: 'allow', drawers: { who: 'everyone', chosen: [] } }));
  return `${slidesIn(engine).decks[0]?.id}/1`;
}
const elementsOn = (page: string) => state().pages[page] ?? [];

test('a viewer who sends commands and hints of the board in any form breaks it for nobody', { timeout: 600_000 }, async () => {
  const [bob, page] = [await join('Bob'), await openBoard()];
  await ada.ask(topicCommand('board', { do: 'put', page, elements: [drawn('of-ada', { label: 'mine' })] }));
  const frames = fc.sample(boardFrame, RUNS);
  let done = 0;
  for (let at = 0; at < frames.length; at += PER_CLIENT) {
    const client = await join('Eve');
    for (const { known, ...one } of frames.slice(at, at + PER_CLIENT)) {
      const here = known ? { page } : {};
      const answer = await client.ask(
        'command' in one
          ? topicCommand('board', { ...one.command, ...here })
          : { t: 'hint', topic: 'board', hint: typeof one.hint === 'object' && one.hint ? { ...one.hint, ...here } : one.hint },
      );
      if (answer.t === 'error') expect(answer.code).toMatch(REFUSALS);
      else done += 1;
    }
    client.say({ t: 'leave' });
  }
  expect(done).toBeGreaterThan(RUNS / 20);
  await expectCalm(ada, bob);
  expect(elementsOn(page).find(({ id }) => id === 'of-ada')).toMatchObject({ label: 'mine', by: ada.userId });
  expect(Object.keys(state().pages)).toEqual([page]);
  for (const message of bob.heard) if (message.t === 'hint') expect(boardHint.parse(message.hint)).toEqual(message.hint);
});

test('numbers without end are refused, and a hundred thousand elements end the socket that sends them', async () => {
  const [eve, page] = [await join('Eve'), await openBoard()];
  await eve.hears('rights', ({ rights }) => rights.includes('draw'));
  const text = JSON.stringify({
    ...topicCommand('board', { do: 'put', page, elements: [drawn('endless', { x: 777 })] }),
    id: 999,
  });
  eve.socket.send(text.replace('777', '1e999'));
  expect(await eve.hears('error', ({ id }) => id === 999)).toMatchObject({ code: 'bad-message' });
  const shapes = (round: number) =>
    Array.from({ length: BOARD.atOnce }, (_, at) => drawn(`shape-${round}-${at}`, { kind: 'ellipse', points: '' }));
  for (let round = 0; round * BOARD.atOnce < 100_000; round += 1)
    eve.say(topicCommand('board', { do: 'put', page, elements: shapes(round) }));
  expect((await eve.closed).code).toBe(CLOSE.tooFast);
  expect(elementsOn(page).length).toBeLessThanOrEqual((boardTopic.budget.burst + 1) * BOARD.atOnce);
  await expectCalm(ada);
});
