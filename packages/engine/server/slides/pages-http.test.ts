import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinByApi, ORIGIN, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { documentOf, pictureOf, wordsOnPage } from '#server/slides/fake-draw.factory.ts';
import { fetchPage, slidesCommand, slidesIn, upload } from '#server/slides/slides.factory.ts';
import { SLIDES } from '#topics/slides/slides.topic.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room', guestPolicy: 'ASK_MODERATOR' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
});
afterEach(() => engine.stop());

const body = documentOf({ pages: 2 });
const drawn = async (): Promise<string> => {
  const { deck } = await upload(engine, { token: ada.token, name: 'Übung "1" (neu).pdf', body });
  await expect.poll(() => slidesIn(engine).decks.at(-1)?.sizes.length).toBe(2);
  return deck;
};
const filesLeft = (): string[] => readdirSync(engine.engine.decks.folder);
const statusOf = async (deck: string, file: string) => (await fetchPage(engine, `${deck}/${file}`)).status;

test('pages come as pictures that browsers keep, with their words beside', async () => {
  const deck = await drawn();
  const page = await fetchPage(engine, `${deck}/2.webp`);
  expect([page.status, await page.text()]).toEqual([200, pictureOf(2)]);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(await (await fetchPage(engine, `${deck}/1-small.webp`)).text()).toBe(`small ${pictureOf(1)}`);
  const words = await fetchPage(engine, `${deck}/text.json`);
  expect([words.headers.get('cache-control'), await words.json()]).toEqual(['no-store', [wordsOnPage(1), wordsOnPage(2)]]);
  const head = await fetchPage(engine, `${deck}/1.webp`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetchPage(engine, `${deck}/1.webp`, { method: 'DELETE' })).status).toBe(405);
});

test('there is nothing for who does not know a deck, and nothing but its pages', async () => {
  const deck = await drawn();
  const wrong = [
    ...['3.webp', '0.webp', '01.webp', '1.png', 'original', 'text.json/', '../2.webp', '%2e%2e/1.webp', '1.webp%00', ''],
    ...['1-small.webp.part', `../${deck}/original`],
  ];
  for (const file of wrong) expect(await statusOf(deck, file), file).toBe(404);
  for (const other of ['x'.repeat(22), deck.toLowerCase(), `${deck}x`, deck.slice(1), '..', '__proto__', '%00'])
    if (other !== deck) expect(await statusOf(other, '1.webp'), other).toBe(404);
});

test('the document itself is there for everybody as long as the presenter allows it', async () => {
  const deck = await drawn();
  expect(await statusOf(deck, 'file')).toBe(404);
  await ada.ask(slidesCommand({ do: 'allow-download', deck, to: true }));
  const file = await fetchPage(engine, `${deck}/file`);
  expect([file.status, await file.text(), file.headers.get('content-type')]).toEqual([200, body, 'application/octet-stream']);
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%9Cbung%20%221%22%20%28neu%29.pdf");
  await ada.ask(slidesCommand({ do: 'allow-download', deck, to: false }));
  expect(await statusOf(deck, 'file')).toBe(404);
});

test('a removed deck is gone at once with its files, and so is everything when the meeting ends', async () => {
  const [first, second] = [await drawn(), await drawn()];
  await ada.ask(slidesCommand({ do: 'remove', deck: first }));
  expect(await statusOf(first, '1.webp')).toBe(404);
  await expect.poll(filesLeft).toEqual([second]);
  await engine.call('end', { meetingID: 'room' });
  expect(await statusOf(second, '1.webp')).toBe(404);
  await expect.poll(filesLeft).toEqual([]);
});

test('only who presents may send a document', async () => {
  const waiting = await person(engine, { meetingID: 'room', fullName: 'Gerd', guest: 'true' });
  const outside = await joinByApi(engine, { meetingID: 'room', fullName: 'Outside', role: 'MODERATOR' });
  const answers = [
    await upload(engine, { token: bob.token, body }),
    await upload(engine, { token: waiting.token, body }),
    await upload(engine, { token: outside.token, body }),
    await upload(engine, { token: ada.token, body, origin: 'https://evil.example' }),
    await upload(engine, { token: 'x'.repeat(22), body }),
    await upload(engine, { token: '', body }),
  ];
  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    ...Array.from({ length: 4 }, () => [403, 'not-allowed']),
    [404, 'gone'],
    [404, 'gone'],
  ]);
  const { base } = engine;
  expect((await fetch(`${base}/session/deck?name=a.pdf`, { method: 'POST', headers: { origin: ORIGIN }, body })).status).toBe(
    404,
  );
  expect((await fetch(`${base}/session/deck?name=a.pdf`)).status).toBe(404);
  await ada.ask(topicCommand('presenter', { do: 'give', member: bob.userId }));
  expect([
    (await upload(engine, { token: ada.token, body })).status,
    (await upload(engine, { token: bob.token, body })).status,
  ]).toEqual([403, 200]);
  await engine.call('end', { meetingID: 'room' });
  expect(await upload(engine, { token: bob.token, body })).toMatchObject({ status: 404, error: 'gone' });
});

test('a document without a name, without bytes or with too many is refused, and nothing of it stays', async () => {
  for (const wish of [
    { name: '', body },
    { name: '\u202e \n', body },
    { name: 'a.pdf', body: '' },
  ])
    expect(await upload(engine, { token: ada.token, ...wish })).toMatchObject({ status: 400, error: 'bad-request' });
  const headers = { 'x-session-token': ada.token, origin: ORIGIN };
  const address = `${engine.base}/session/deck?name=large.pdf`;
  const large = await fetch(address, { method: 'POST', headers, body: Buffer.alloc(SLIDES.bytes + 1) });
  expect([large.status, await large.text()]).toEqual([413, '{"error":"too-large"}']);
  // without saying before how much comes
  const unsaid = request(address, { method: 'POST', headers });
  // the rest of it has no reader when the engine stops
  unsaid.on('error', () => undefined);
  const answered = once(unsaid, 'response');
  unsaid.end(Buffer.alloc(SLIDES.bytes + 1));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(413);
  await expect.poll(filesLeft).toEqual([]);
  expect(slidesIn(engine).decks).toEqual([]);
}, 30_000);

/** Begins to send a document by hand, and does not end. */
async function beginUpload(token: string) {
  const socket = connect(engine.httpPort, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /session/deck?name=slow.pdf HTTP/1.1\r\nhost: engine\r\norigin: ${ORIGIN}\r\nx-session-token: ${token}\r\ncontent-length: 1000\r\n\r\nbeginning`,
  );
  return socket;
}

test('a sender who goes away in the middle leaves no file and no deck', async () => {
  const socket = await beginUpload(ada.token);
  await expect.poll(() => filesLeft().length).toBe(1);
  socket.destroy();
  await expect.poll(filesLeft).toEqual([]);
  expect(slidesIn(engine).decks).toEqual([]);
  expect(engine.engine.decks.uploads.size).toBe(0);
  expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('who sends too many at once is asked to wait, and others are not held up', async () => {
  const sockets = await Promise.all(Array.from({ length: 4 }, () => beginUpload(ada.token)));
  await expect.poll(() => engine.engine.decks.uploads.size).toBe(4);
  expect(await upload(engine, { token: ada.token, body })).toMatchObject({ status: 503, error: 'busy' });
  await engine.call('create', { name: 'Other', meetingID: 'other' });
  const eve = await person(engine, { meetingID: 'other', fullName: 'Eve', role: 'MODERATOR' });
  expect((await upload(engine, { token: eve.token, body })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => engine.engine.decks.uploads.size).toBe(0);
});

test('who loses the right while the document is on its way is refused at its end', async () => {
  const socket = await beginUpload(ada.token);
  await expect.poll(() => engine.engine.decks.uploads.size).toBe(1);
  await ada.ask(topicCommand('presenter', { do: 'give', member: bob.userId }));
  const answer = once(socket, 'data');
  socket.write('x'.repeat(991));
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 403 .*"not-allowed"/s);
  socket.destroy();
  await expect.poll(filesLeft).toEqual([]);
});
