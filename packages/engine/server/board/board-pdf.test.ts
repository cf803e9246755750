import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawDocument } from '@atrium/pages/draw-document';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { joinByApi, ORIGIN, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { deckFolder } from '#server/slides/deck-files.ts';
import { documentOf } from '#server/slides/fake-draw.factory.ts';
import { slidesCommand, slidesIn, upload } from '#server/slides/slides.factory.ts';
import { drawn } from '#topics/board/board.factory.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;

async function meet(parameters: Record<string, string> = {}): Promise<void> {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...parameters });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
}
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

async function newDeck(): Promise<string> {
  const { deck } = await upload(engine, { token: ada.token, name: 'Parabolas.pptx', body: documentOf({ pages: 2 }) });
  await expect.poll(() => slidesIn(engine).decks.at(-1)?.sizes.length).toBe(2);
  return deck;
}
const download = (deck: string, token: string, init: RequestInit = {}) =>
  fetch(`${engine.base}/session/board/${deck}.pdf`, { headers: { 'x-session-token': token }, ...init });
/** Waits until the PDF before is made and sent. */
async function statusOf(...request: Parameters<typeof download>): Promise<number> {
  await expect.poll(() => engine.engine.decks.exporting.size).toBe(0);
  const answer = await download(...request);
  await answer.arrayBuffer();
  return answer.status;
}

/** Its pages as pictures, drawn by what draws the documents of strangers. */
async function pagesOfPdf(content: Buffer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-board-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'sent.pdf'), content);
  const trouble = await drawDocument({
    ...{ file: join(folder, 'sent.pdf'), name: 'sent.pdf', folder, mostPages: 10, turn: 'test' },
    ...{ office: { program: '/nowhere', network: false }, signal: new AbortController().signal, onPages: () => undefined },
  });
  expect(trouble).toBeNull();
  return readdirSync(folder)
    .filter((name) => /^\d\.webp$/u.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
/** Red, green and blue from 0 to 3 at a place, in shares of the page. */
async function colourAt(file: string, [x, y]: readonly [number, number]): Promise<string> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 85)).join('');
}

test('a deck comes as a PDF with its pages and what was drawn on each', async () => {
  await meet();
  const deck = await newDeck();
  const [width, height] = slidesIn(engine).decks[0]?.sizes[0] ?? [0, 0];
  const page = await sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .webp({ lossless: true })
    .toBuffer();
  writeFileSync(join(deckFolder(engine.engine, deck), '1.webp'), page);
  const line = drawn('line', { kind: 'line', x: 0, y: 450, w: 1_600, h: 0, color: 'red', width: 'thick', points: '' });
  await ada.ask(topicCommand('board', { do: 'put', page: `${deck}/1`, elements: [line] }));
  const answer = await download(deck, ada.token);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Parabolas.pdf",
    'cache-control': 'no-store',
  });
  const content = Buffer.from(await answer.arrayBuffer());
  expect(content).toHaveLength(Number(answer.headers.get('content-length')));
  const pages = await pagesOfPdf(content);
  expect(pages).toHaveLength(2);
  const [first = '', second = ''] = pages;
  const middle = 450 / ((1_600 * height) / width);
  expect([await colourAt(first, [0.5, middle]), await colourAt(first, [0.5, middle / 2])]).toEqual(['200', '003']);
  // its picture cannot be read: white paper
  expect(await colourAt(second, [0.5, middle])).toBe('333');
  await expect.poll(() => readdirSync(engine.engine.decks.folder)).toEqual([deck]);
}, 60_000);

test('who presents has all decks, others what they could have anyway, and nobody outside has any', async () => {
  await meet();
  const deck = await newDeck();
  expect(await statusOf(deck, bob.token)).toBe(403);
  expect(await statusOf(deck, bob.token, { method: 'POST' })).toBe(405);
  await ada.ask(slidesCommand({ do: 'allow-download', deck, to: true }));
  expect(await statusOf(deck, bob.token)).toBe(200);
  expect(await statusOf(deck, bob.token, { headers: { 'x-session-token': bob.token, origin: ORIGIN } })).toBe(200);
  expect(await statusOf(deck, bob.token, { headers: { 'x-session-token': bob.token, origin: 'https://evil.example' } })).toBe(
    403,
  );
  await engine.call('create', { name: 'Other', meetingID: 'other' });
  const other = await person(engine, { meetingID: 'other', fullName: 'Eve', role: 'MODERATOR' });
  const outside = await joinByApi(engine, { meetingID: 'room', fullName: 'Outside', role: 'MODERATOR' });
  for (const token of [other.token, outside.token, 'x'.repeat(22), '']) expect(await statusOf(deck, token)).toBe(404);
  for (const wrong of ['x'.repeat(22), '..', `${deck}x`]) expect(await statusOf(wrong, ada.token)).toBe(404);
}, 60_000);

test('one PDF of a meeting is made at a time, and the next can be had afterwards', async () => {
  await meet();
  const deck = await newDeck();
  const [first, second] = await Promise.all([download(deck, ada.token), download(deck, ada.token)]);
  const refused = [first, second].find(({ status }) => status !== 200);
  expect([first.status, second.status].toSorted()).toEqual([200, 503]);
  expect(await refused?.json()).toEqual({ error: 'busy' });
  await Promise.all([first, second].map((one) => (one.bodyUsed ? null : one.arrayBuffer())));
  expect(await statusOf(deck, ada.token)).toBe(200);
}, 60_000);

test('programs switch downloads of slides off by the names of BBB', async () => {
  await meet({ disabledFeatures: 'downloadPresentationWithAnnotations,downloadPresentationOriginalFile' });
  const deck = await newDeck();
  await ada.ask(slidesCommand({ do: 'allow-download', deck, to: true }));
  expect(await statusOf(deck, ada.token)).toBe(403);
  expect((await fetch(`${engine.base}/session/pages/${deck}/file`)).status).toBe(404);
});
