/** Documents as people send them, drawn by the real processes of an engine that is one of its own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf, pixelBomb, png } from '@atrium/pages/samples.factory';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { doorAt, greet, ORIGIN, person } from '#server/engine.factory.ts';
import type { Browser, EngineDoor } from '#server/engine.factory.ts';
import { exitOf, started } from '#server/engine-process.factory.ts';
import { fetchPage, slidesCommand } from '#server/slides/slides.factory.ts';
import { slidesTopic, type SlidesState } from '#topics/slides/slides.topic.ts';

const PAGES = 40;
const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-slides-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const journalIn = (folder: string): string =>
  readdirSync(join(folder, 'live'))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(folder, 'live', name), 'utf8'))
    .join('');
async function engineIn(folder: string) {
  const engine = await started({ ENGINE_RECORDINGS: folder });
  return { ...engine, door: doorAt(`http://127.0.0.1:${engine.httpPort}`) };
}

async function send(door: EngineDoor, token: string, { name, content }: { name: string; content: Buffer }): Promise<string> {
  const headers = { 'x-session-token': token, origin: ORIGIN };
  const body = new Uint8Array(content);
  const answer = await fetch(`${door.base}/session/deck?name=${name}`, { method: 'POST', headers, body });
  const { deck }: { deck: string } = JSON.parse(await answer.text());
  return deck;
}

/** What a page makes of all it heard. */
const slidesSeenBy = ({ heard }: Browser): SlidesState =>
  heard.reduce((before, one) => {
    if (one.t === 'topic-state' && one.topic === 'slides') return slidesTopic.state.parse(one.state);
    if (one.t !== 'topic-event' || one.topic !== 'slides') return before;
    return slidesTopic.reduce(before, { event: slidesTopic.event.parse(one.event), by: one.by, at: one.at });
  }, slidesTopic.empty);

test('a PDF that was being drawn when the engine was killed is whole again, and its page is still shown', async () => {
  const folder = ownFolder();
  const first = await engineIn(folder);
  await first.door.call('create', { name: 'Room', meetingID: 'room' });
  const ada = await person(first.door, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  const texts = ['Photosynthesis', 'Light', 'Water'];
  const content = pdf({ pages: PAGES, width: 960, height: 540, texts });
  const deck = await send(first.door, ada.token, { name: 'biology.pdf', content });
  await expect.poll(() => slidesSeenBy(ada).decks[0]?.sizes.length ?? 0, { timeout: 30_000 }).toBeGreaterThan(2);
  await ada.ask(slidesCommand({ do: 'show', deck, page: 3 }));
  await expect.poll(() => journalIn(folder), { timeout: 10_000 }).toContain(`"shown":{"deck":"${deck}","page":3}`);
  first.child.kill('SIGKILL');
  await exitOf(first.child);

  const second = await engineIn(folder);
  const again = await greet(second.door, { token: ada.token, resume: ada.welcome.seat });
  await expect.poll(() => slidesSeenBy(again).decks[0]?.sizes.length, { timeout: 60_000 }).toBe(PAGES);
  expect(slidesSeenBy(again)).toMatchObject({ shown: { deck, page: 3 }, decks: [{ pages: PAGES, trouble: null }] });
  const picture = await fetchPage(second.door, `${deck}/${PAGES}.webp`);
  const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([width, height, format]).toEqual([1_920, 1_080, 'webp']);
  const words: string[] = JSON.parse(await (await fetchPage(second.door, `${deck}/text.json`)).text());
  expect([words.length, words.slice(0, 3)]).toEqual([PAGES, texts]);
  await second.door.call('end', { meetingID: 'room' });
  await expect.poll(() => readdirSync(join(folder, 'live', 'decks'))).toEqual([]);
}, 120_000);

test('pictures become decks of one page, and what is hostile or no document says so while the meeting goes on', async () => {
  const { door } = await engineIn(ownFolder());
  await door.call('create', { name: 'Room', meetingID: 'room' });
  const ada = await person(door, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  for (const [name, content] of [
    ['photo.png', await png()],
    ['bomb.png', pixelBomb()],
    ['broken.pdf', Buffer.from('%PDF-1.5\nnothing that follows')],
    ['locked.pdf', pdf({ locked: true })],
    ['long.pdf', pdf({ pages: 201 })],
    ['words.txt', Buffer.from('only words')],
  ] as const)
    await send(door, ada.token, { name, content });
  await expect
    .poll(() => slidesSeenBy(ada).decks.map(({ name, pages, trouble }) => [name, trouble ?? pages]), { timeout: 30_000 })
    .toEqual([
      ['photo.png', 1],
      ['bomb.png', 'unreadable'],
      ['broken.pdf', 'unreadable'],
      ['locked.pdf', 'password'],
      ['long.pdf', 'too-many-pages'],
      ['words.txt', 'unsupported'],
    ]);
  expect((await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board' }))).t).toBe('ok');
}, 60_000);
