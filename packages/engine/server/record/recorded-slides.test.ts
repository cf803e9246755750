import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childText, person, SECRET, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { EVENTS_FILE, readEvents } from '#server/record/event-log.ts';
import type { LogEvent } from '#server/record/event-log.ts';
import type { RecordingManifest } from '#server/record/serve.ts';
import { recordingToken } from '#server/record/ticket.ts';
import { documentOf, pictureOf, wordsOnPage } from '#server/slides/fake-draw.factory.ts';
import { slidesCommand, slidesIn, upload } from '#server/slides/slides.factory.ts';
import { slidesTopic } from '#topics/slides/slides.topic.ts';

let folder = '';
let engine: TestEngine;
let room = '';
let ada: Person;
let ben: Person;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-recorded-slides-'));
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

const drawn = async (pages: number): Promise<string> => {
  const { deck } = await upload(engine, { token: ada.token, body: documentOf({ pages }) });
  await expect.poll(() => slidesIn(engine).decks.find(({ id }) => id === deck)?.sizes.length).toBe(pages);
  return deck;
};
const show = (deck: string, page: number) => ada.ask(slidesCommand({ do: 'show', deck, page }));
const point = (who: Person, x: number) => who.ask({ t: 'hint', topic: 'slides', hint: { x, y: 0 } });
const record = (to: 'on' | 'paused') => ada.ask({ t: 'record', to });
const pictures = (): string[] => readdirSync(join(folder, room)).filter((name) => /^slide-.*\d\.webp$/.test(name));

async function written(): Promise<LogEvent[]> {
  await engine.call('end', { meetingID: 'room' });
  await Promise.all(engine.engine.finishing);
  return readEvents(join(folder, room, EVENTS_FILE));
}
const pointers = (events: LogEvent[]) => events.flatMap((one) => (one.type === 'hint' ? [one.hint] : []));

/** While the meeting goes on: afterwards nothing would be published, as nobody sends sound in these meetings. */
async function manifest(): Promise<RecordingManifest> {
  engine.engine.shelf?.change(room, { state: 'published' });
  const expires = Math.floor(Date.now() / 1_000) + 60;
  const leave = `expires=${expires}&token=${recordingToken(SECRET, { recordId: room, expires })}`;
  const read = (file: string) => fetch(`${engine.base}/recordings/${room}/${file}?${leave}`);
  const answer: RecordingManifest = JSON.parse(await (await read('manifest.json')).text());
  for (const { file, page } of answer.slides) {
    const picture = await read(file);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/webp', pictureOf(page)]);
  }
  expect((await read(`slide-${answer.slides[0]?.deck}-2-small.webp`)).status).toBe(200);
  expect((await read('slide-..%2f..%2f1.webp')).status).toBe(404);
  return answer;
}

test('a recording has the pages that were shown while it ran, also of a deck that was removed, and no other', async () => {
  const deck = await drawn(5);
  const removed = await drawn(2);
  await show(deck, 2);
  await record('on');
  await show(deck, 3);
  await show(deck, 2);
  await show(removed, 1);
  await expect.poll(pictures).toHaveLength(3);
  await ada.ask(slidesCommand({ do: 'remove', deck: removed }));
  await record('paused');
  await show(deck, 4);
  await show(deck, 5);
  await record('on');
  await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board' }));
  await expect.poll(pictures).toHaveLength(5);
  engine.pass(0);
  await expect.poll(() => readFileSync(join(folder, room, EVENTS_FILE), 'utf8').split('"slide"')).toHaveLength(6);
  const { slides, events } = await manifest();
  expect(slides.map((one) => [one.deck, one.page, one.text])).toEqual([
    [deck, 2, wordsOnPage(2)],
    [deck, 3, wordsOnPage(3)],
    [removed, 1, wordsOnPage(1)],
    [deck, 1, wordsOnPage(1)],
    [deck, 5, wordsOnPage(5)],
  ]);
  expect(slides[0]).toMatchObject({ file: `slide-${deck}-2.webp`, width: 1920, height: 1080 });
  expect(events.map(({ type }) => type)).not.toContain('slide');
});

test('a page that is shown before it is drawn comes into the recording when it is', async () => {
  await record('on');
  const { deck } = await upload(engine, { token: ada.token, body: documentOf({ pages: 1 }) });
  await expect.poll(pictures).toEqual([`slide-${deck}-1.webp`]);
  expect(readFileSync(join(folder, room, `slide-${deck}-1.webp`), 'utf8')).toBe(pictureOf(1));
});

test('the log leads to what was shown, also by somebody who did not agree, and their pointer is not in it', async () => {
  const deck = await drawn(3);
  await record('on');
  await point(ada, 0.25);
  await ada.ask(topicCommand('presenter', { do: 'give', member: ben.userId }));
  await point(ben, 0.75);
  await ben.ask(slidesCommand({ do: 'show', deck, page: 3 }));
  const shown = slidesIn(engine);
  await ben.ask({ t: 'consent', to: 'all' });
  await point(ben, 0.5);
  const events = await written();
  const replayed = events.reduce((before, one) => {
    if (one.type === 'topic-state' && one.topic === 'slides') return slidesTopic.state.parse(one.state);
    if (one.type !== 'topic' || one.topic !== 'slides') return before;
    return slidesTopic.reduce(before, { event: slidesTopic.event.parse(one.event), by: one.by, at: one.at });
  }, slidesTopic.empty);
  expect(replayed).toEqual(shown);
  expect(pointers(events)).toEqual([
    { x: 0.25, y: 0 },
    { x: 0.5, y: 0 },
  ]);
});

test('of the pointer ten places a second are enough, and where it ends is one of them', async () => {
  await record('on');
  for (let i = 0; i < 25; i += 1) ada.say({ t: 'hint', topic: 'slides', hint: { x: i / 100, y: 0 } });
  await ada.ask({ t: 'hint', topic: 'slides', hint: null });
  const places = pointers(await written());
  expect(places.length).toBeLessThanOrEqual(12);
  expect(places.at(-1)).toBeNull();
});
