import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { greet, person, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { addDeck, addFailedDeck, type NewDeck } from '#server/slides/decks.ts';
import { documentOf, pictureOf } from '#server/slides/fake-draw.factory.ts';
import { fetchPage, slidesCommand, slidesEvents, slidesIn, upload } from '#server/slides/slides.factory.ts';

const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-slides-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
async function engineIn(folder: string | null): Promise<TestEngine> {
  const engine = await testEngine({ recordings: folder === null ? null : { folder, ffmpeg: null } });
  onTestFinished(() => engine.stop());
  return engine;
}
async function meetingWith(engine: TestEngine, meetingID = 'room'): Promise<Person> {
  await engine.call('create', { name: 'Room', meetingID });
  return person(engine, { meetingID, fullName: 'Ada', role: 'MODERATOR' });
}
const deckNumber = (engine: TestEngine, i: number) => slidesIn(engine).decks[i];
const send = async (engine: TestEngine, { token }: Person, document: Parameters<typeof documentOf>[0]): Promise<string> =>
  (await upload(engine, { token, body: documentOf(document) })).deck;
const roomOf = (engine: TestEngine, id = 'room') => {
  const meeting = engine.engine.meetings.get(id);
  if (meeting === undefined) throw new Error('there is no such meeting');
  return meeting;
};
/** A program's document, as a file that the engine may take away. */
function fileWith(text: string): string {
  const file = join(ownFolder(), 'document');
  writeFileSync(file, text);
  return file;
}
const byProgram = (file: string, change: Partial<NewDeck> = {}): NewDeck => ({
  ...{ name: 'Plan.pdf', file, downloadable: true, removable: false, current: false },
  ...change,
});

test('decks and the page that is shown survive the engine, and a document that was being drawn is drawn on', async () => {
  const folder = ownFolder();
  const engine = await engineIn(folder);
  const ada = await meetingWith(engine);
  const whole = await send(engine, ada, { pages: 2 });
  await expect.poll(() => deckNumber(engine, 0)?.sizes.length).toBe(2);
  const half = await send(engine, ada, { pages: 4, drawn: 3 });
  await expect.poll(() => deckNumber(engine, 1)?.sizes.length).toBe(3);
  const waiting = await send(engine, ada, { pages: 1 });
  await ada.ask(slidesCommand({ do: 'show', deck: half, page: 3 }));
  const live = join(folder, 'live');
  const journal = () => readFileSync(join(live, readdirSync(live).find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8');
  await expect.poll(journal).toContain(`"shown":{"deck":"${half}","page":3}`);
  // what is on the disk while the engine lives is what a killed one leaves
  const left = ownFolder();
  cpSync(folder, left, { recursive: true });
  const decks = join(left, 'live', 'decks');
  writeFileSync(join(decks, half, 'original'), documentOf({ pages: 4 }));
  mkdirSync(join(decks, 'x'.repeat(22)));
  writeFileSync(join(decks, 'upload-left'), 'half a document');

  const next = await engineIn(left);
  await expect.poll(() => slidesIn(next).decks.map(({ sizes }) => sizes.length), { timeout: 5_000 }).toEqual([2, 4, 1]);
  expect(slidesIn(next).shown).toEqual({ deck: half, page: 3 });
  for (const [deck, page] of [
    [whole, 2],
    [half, 4],
    [waiting, 1],
  ] as const)
    expect(await (await fetchPage(next, `${deck}/${page}.webp`)).text()).toBe(pictureOf(page));
  expect(readdirSync(decks).sort()).toEqual([whole, half, waiting].sort());
  const back = await greet(next, { token: ada.token, resume: ada.welcome.seat });
  expect(await upload(next, { token: ada.token, body: documentOf({ pages: 1 }) })).toMatchObject({ status: 200 });
  expect(back.welcome.rights).toContain('present');
});

test('one document of a meeting is drawn at a time, a few of all, and a meeting that waits goes on', async () => {
  const engine = await engineIn(null);
  const ada = await meetingWith(engine);
  const first = await send(engine, ada, { pages: 2, drawn: 1 });
  const second = await send(engine, ada, { pages: 1 });
  const eve = await meetingWith(engine, 'other');
  const others = await send(engine, eve, { pages: 2, drawn: 1 });
  const zoe = await meetingWith(engine, 'third');
  await send(engine, zoe, { pages: 1 });
  const { decks } = engine.engine;
  await expect.poll(() => [...decks.drawing.keys()]).toEqual([first, others]);
  expect([...decks.waiting]).toHaveLength(2);
  expect((await ada.ask(slidesCommand({ do: 'show', deck: second, page: 1 }))).t).toBe('ok');
  await ada.ask(slidesCommand({ do: 'remove', deck: first }));
  await expect.poll(() => deckNumber(engine, 0)).toMatchObject({ id: second, pages: 1 });
  await engine.call('end', { meetingID: 'other' });
  await expect.poll(() => decks.waiting.size + decks.drawing.size).toBe(0);
  expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what cannot be drawn says why, keeps the pages that could be, and the next one is drawn', async () => {
  const engine = await engineIn(null);
  const ada = await meetingWith(engine);
  await send(engine, ada, { pages: 0, trouble: 'password' });
  await send(engine, ada, { pages: 3, drawn: 1, trouble: 'office-failed' });
  await send(engine, ada, { pages: 1, breaks: 'ENOSPC' });
  await send(engine, ada, { pages: 1, breaks: 'EPIPE' });
  await send(engine, ada, { pages: 0 });
  await send(engine, ada, { pages: 1 });
  await expect.poll(() => deckNumber(engine, 5)?.pages).toBe(1);
  expect(slidesIn(engine).decks.map(({ trouble, sizes }) => [trouble, sizes.length])).toEqual([
    ['password', 0],
    ['office-failed', 1],
    ['disk-full', 0],
    ['unreadable', 0],
    ['unreadable', 0],
    [null, 1],
  ]);
  expect((await ada.ask({ t: 'lobby-note', text: 'still here' })).t).toBe('ok');
});

test('a full disk refuses the document, and the meeting goes on', async () => {
  const engine = await engineIn(null);
  const ada = await meetingWith(engine);
  const { decks } = engine.engine;
  const { folder } = decks;
  // a file system that never has space
  decks.folder = '/proc';
  const answer = await upload(engine, { token: ada.token, body: documentOf({ pages: 1 }) });
  decks.folder = folder;
  expect(answer).toMatchObject({ status: 507, error: 'disk-full' });
  expect((await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board' }))).t).toBe('ok');
});

test('a program adds documents that are shown at once, may be downloaded and cannot be removed', async () => {
  const engine = await engineIn(null);
  const ada = await meetingWith(engine);
  const room = roomOf(engine);
  const text = documentOf({ pages: 1 });
  await addDeck(engine.engine, room, byProgram(fileWith(text)));
  const added = await addDeck(engine.engine, room, byProgram(fileWith(text), { name: 'Second.pdf', current: true }));
  const deck = 'deck' in added ? added.deck : '';
  expect(slidesIn(engine).shown).toEqual({ deck, page: 1 });
  expect(await ada.ask(slidesCommand({ do: 'remove', deck }))).toMatchObject({ code: 'not-allowed' });
  expect(await (await fetchPage(engine, `${deck}/file`)).text()).toBe(text);
  addFailedDeck(engine.engine, room, { name: 'Lost.pdf', trouble: 'not-fetched' });
  expect(deckNumber(engine, 2)).toMatchObject({ name: 'Lost.pdf', trouble: 'not-fetched', removable: true });
  await ada.hears('topic-event', ({ event }) => JSON.stringify(event).includes('not-fetched'));
  expect(slidesEvents(ada).filter(({ is }) => is === 'added')).toHaveLength(3);
  await engine.call('end', { meetingID: 'room' });
  const late = fileWith(text);
  expect(await addDeck(engine.engine, room, byProgram(late))).toEqual({ error: 'gone' });
  expect(() => readFileSync(late)).toThrow('ENOENT');
});

test('an engine without a folder of recordings leaves nothing behind, and clears up after one that was killed', async () => {
  const dead = mkdtempSync(join(tmpdir(), 'atrium-decks-999999999-'));
  const engine = await engineIn(null);
  const ada = await meetingWith(engine);
  await send(engine, ada, { pages: 1 });
  const { folder } = engine.engine.decks;
  await engine.stop();
  expect([dead, folder].map((one) => readdirSync(tmpdir()).includes(one.split('/').at(-1) ?? ''))).toEqual([false, false]);
});
