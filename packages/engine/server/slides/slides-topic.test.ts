import { afterEach, beforeEach, expect, test } from 'vitest';
import { person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { cleanDeckName } from '#server/slides/new-deck.ts';
import { documentOf } from '#server/slides/fake-draw.factory.ts';
import { slidesCommand, slidesEvents, slidesIn, upload } from '#server/slides/slides.factory.ts';
import { wholePage } from '#topics/slides/slides.topic.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;

const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
};
const addDeck = async (pages = 3): Promise<string> => {
  const { deck } = await upload(engine, { token: ada.token, body: documentOf({ pages }) });
  await expect.poll(() => slidesIn(engine).decks.find(({ id }) => id === deck)?.sizes.length).toBe(pages);
  return deck;
};
const refusalOf = async (command: object, who: Person = ada): Promise<string> => {
  const answer = await who.ask(slidesCommand(command));
  return answer.t === 'error' ? answer.code : answer.t;
};

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('a document is there at once, shows its first page first, and everybody follows the presenter', async () => {
  await meet();
  const deck = await addDeck();
  expect((await ada.ask(slidesCommand({ do: 'show', deck, page: 3 }))).t).toBe('ok');
  await ada.ask(slidesCommand({ do: 'view', view: { zoom: 2, x: 0.25, y: 0.75 } }));
  await bob.hears('topic-event', ({ event }) => JSON.stringify(event).includes('viewed'));
  expect(slidesEvents(bob).map(({ is }) => is)).toEqual(['added', 'drawn', 'drawn', 'drawn', 'shown', 'viewed']);
  expect(slidesEvents(bob)[0]).toMatchObject({ deck: { id: deck, name: 'Lesson.pdf', kind: 'document', pages: 0, sizes: [] } });
  const late = await person(engine, { meetingID: 'room', fullName: 'Late' });
  const { state } = await late.hears('topic-state', ({ topic }) => topic === 'slides');
  expect(state).toMatchObject({ shown: { deck, page: 3 }, view: { zoom: 2, x: 0.25, y: 0.75 }, decks: [{ pages: 3 }] });
  await ada.ask(slidesCommand({ do: 'show', deck, page: 2 }));
  expect(slidesIn(engine).view).toEqual(wholePage);
});

test('what is so already tells nobody anything, and what is not there is refused', async () => {
  await meet();
  const deck = await addDeck();
  const other = 'x'.repeat(22);
  const before = slidesEvents(ada).length;
  for (const command of [
    { do: 'show', deck, page: 1 },
    { do: 'view', view: wholePage },
    { do: 'allow-download', deck, to: false },
    { do: 'remove', deck: other },
  ])
    expect(await refusalOf(command), command.do).toBe('ok');
  expect(slidesEvents(ada)).toHaveLength(before);
  expect(await refusalOf({ do: 'show', deck, page: 4 })).toBe('unknown-page');
  expect(await refusalOf({ do: 'show', deck: other, page: 1 })).toBe('unknown-page');
  expect(await refusalOf({ do: 'add-page', deck })).toBe('not-allowed');
  for (const page of [0, -1, 201, 1.5, '1']) expect(await refusalOf({ do: 'show', deck, page })).toBe('bad-message');
  for (const view of [
    { zoom: 9, x: 0, y: 0 },
    { zoom: 1, x: -1, y: 0 },
    { zoom: Number.NaN, x: 0, y: 0 },
  ])
    expect(await refusalOf({ do: 'view', view })).toBe('bad-message');
});

test('the presenter alone turns pages; who was it a moment ago does not', async () => {
  await meet();
  const deck = await addDeck();
  expect(await refusalOf({ do: 'show', deck, page: 2 }, bob)).toBe('not-allowed');
  await ada.ask(topicCommand('presenter', { do: 'give', member: bob.userId }));
  const [hers, his] = await Promise.all([
    refusalOf({ do: 'show', deck, page: 2 }),
    refusalOf({ do: 'show', deck, page: 3 }, bob),
  ]);
  expect([hers, his]).toEqual(['not-allowed', 'ok']);
  expect(slidesIn(engine).shown).toEqual({ deck, page: 3 });
});

test('blank pages can be added and are shown, and a removed deck makes room for the next one', async () => {
  await meet();
  const deck = await addDeck();
  await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board\u202e\n 1' }));
  const [, blank] = slidesIn(engine).decks;
  expect(blank).toMatchObject({ kind: 'blank', name: 'Board 1', pages: 1 });
  expect(slidesIn(engine).shown).toEqual({ deck: blank?.id, page: 1 });
  await ada.ask(slidesCommand({ do: 'add-page', deck: blank?.id }));
  expect(slidesIn(engine).decks[1]).toMatchObject({
    pages: 2,
    sizes: [
      [1920, 1080],
      [1920, 1080],
    ],
  });
  expect(await refusalOf({ do: 'allow-download', deck: blank?.id, to: true })).toBe('not-allowed');
  await ada.ask(slidesCommand({ do: 'remove', deck: blank?.id }));
  expect(slidesIn(engine)).toMatchObject({ decks: [{ id: deck }], shown: { deck, page: 1 } });
});

test('a meeting has twenty decks and no more', async () => {
  await meet();
  for (let i = 1; i <= 20; i += 1) {
    expect(await refusalOf({ do: 'add-blank', name: `Board ${i}` })).toBe('ok');
    engine.pass(1_000);
  }
  expect(await refusalOf({ do: 'add-blank', name: 'One more' })).toBe('too-many-decks');
  expect(await upload(engine, { token: ada.token, body: documentOf({ pages: 1 }) })).toMatchObject({
    status: 409,
    error: 'too-many-decks',
  });
});

test('a program can take slides out of a meeting', async () => {
  await meet({ disabledFeatures: 'presentation' });
  expect(ada.welcome.topics).not.toContain('slides');
  expect(await refusalOf({ do: 'add-blank', name: 'Board' })).toBe('locked');
  expect(await upload(engine, { token: ada.token, body: documentOf({ pages: 1 }) })).toMatchObject({ status: 403 });
});

test('programs hear that another document is shown, and nothing of its pages', async () => {
  await meet();
  await engine.call('hooks/create', { callbackURL: 'https://hooks.example/', eventID: 'meeting-presentation-changed' });
  const told = () => [...engine.engine.deliveries].map(({ body = '' }) => new URLSearchParams(body).get('event') ?? '');
  const deck = await addDeck();
  await ada.ask(slidesCommand({ do: 'show', deck, page: 2 }));
  await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board' }));
  await ada.ask(slidesCommand({ do: 'remove', deck: slidesIn(engine).decks[1]?.id }));
  expect(told().map((event) => /"presentation-id":"([\w-]{22})"/.exec(event)?.[1] === deck)).toEqual([true, false, true]);
});

test('names of decks lose what cannot be read, and stay text', () => {
  expect(cleanDeckName('  Lesson\u0000 3\u200b\u2066.pdf ')).toBe('Lesson 3 .pdf');
  expect(cleanDeckName('<script>alert(1)</script>.pdf')).toBe('<script>alert(1)</script>.pdf');
  expect(cleanDeckName('درس ٣.pdf')).toBe('درس ٣.pdf');
  expect([...(cleanDeckName('😀'.repeat(300)) ?? '')]).toHaveLength(100);
  expect(['', ' \n\u202e', '\u0000'].map(cleanDeckName)).toEqual([null, null, null]);
});
