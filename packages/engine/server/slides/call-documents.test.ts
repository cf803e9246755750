import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { childText, signed, testEngine } from '#server/engine.factory.ts';
import type { Reply, TestEngine } from '#server/engine.factory.ts';
import { deckFolder, ORIGINAL_FILE } from '#server/slides/deck-files.ts';
import { documentOf } from '#server/slides/fake-draw.factory.ts';
import { slidesIn } from '#server/slides/slides.factory.ts';

const engines: TestEngine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});
type EngineChange = Parameters<typeof testEngine>[0];
async function start(change: EngineChange = {}): Promise<TestEngine> {
  const engine = await testEngine(change);
  engines.push(engine);
  return engine;
}

/** A server of files on this machine, and what it was asked for. */
async function fileServer(answer: RequestListener): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { asked, origin: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}` };
}
const bodyOf = (...documents: string[]) => `<modules><module name="presentation">${documents.join('')}</module></modules>`;
const byAddress = (url: string, more = '') => `<document url="${url}" ${more}/>`;
const inside = (name: string, document: Parameters<typeof documentOf>[0], more = '') =>
  `<document name="${name}" ${more}>${Buffer.from(documentOf(document)).toString('base64')}</document>`;
type Call = { params?: Record<string, string>; body: string };
function send(engine: TestEngine, name: 'create' | 'insertDocument', { params = {}, body }: Call): Promise<Reply> {
  const query = signed(name, { params: { meetingID: 'room', ...(name === 'create' ? { name: 'Room' } : {}), ...params } });
  return engine.raw(`/${name}?${query}`, { method: 'POST', headers: { 'content-type': 'application/xml' }, body });
}
const decksIn = (engine: TestEngine) => slidesIn(engine).decks.map(({ name, pages, trouble }) => [name, pages, trouble]);
const shownIn = (engine: TestEngine) => {
  const { decks, shown } = slidesIn(engine);
  return decks.find(({ id }) => id === shown?.deck)?.name;
};

test('068 documents of create come in order, from an address and from the body, the current one first', async () => {
  const { origin } = await fileServer((_request, response) => response.end(documentOf({ pages: 3 })));
  const engine = await start({ trustedCallbacks: [origin] });
  const body = bodyOf(
    inside('a.pdf', { pages: 1 }, 'removable="false" downloadable="true"'),
    byAddress(`${origin}/files/second%20part.pdf?token=1&amp;x=2`, 'current="true"'),
  );
  expect((await send(engine, 'create', { body })).code).toBe('SUCCESS');
  await expect
    .poll(() => decksIn(engine))
    .toEqual([
      ['second part.pdf', 3, null],
      ['a.pdf', 1, null],
    ]);
  const [, first] = slidesIn(engine).decks;
  expect([first?.removable, first?.downloadable, shownIn(engine)]).toEqual([false, true, 'second part.pdf']);
  // the same call again changes nothing
  expect((await send(engine, 'create', { body })).key).toBe('duplicateWarning');
  expect(slidesIn(engine).decks).toHaveLength(2);
});

test('a document of 14 MB in base64 arrives whole', async () => {
  const engine = await start();
  const text = documentOf({ pages: 1 }).padEnd(14_000_000);
  const data = Buffer.from(text).toString('base64');
  expect((await send(engine, 'create', { body: bodyOf(`<document name="big.pdf">${data}</document>`) })).code).toBe('SUCCESS');
  await expect.poll(() => decksIn(engine), { timeout: 5_000 }).toEqual([['big.pdf', 1, null]]);
  const id = slidesIn(engine).decks[0]?.id ?? '';
  expect(readFileSync(`${deckFolder(engine.engine, id)}/${ORIGINAL_FILE}`, 'utf8') === text).toBe(true);
});

test('create takes one more document by preUploadedPresentation, under its name', async () => {
  const { origin } = await fileServer((_request, response) => response.end(documentOf({ pages: 2 })));
  const engine = await start({ trustedCallbacks: [origin] });
  const params = { preUploadedPresentation: `${origin}/x`, preUploadedPresentationName: 'Welcome.pdf' };
  const more = { preUploadedPresentationOverrideDefault: 'false' };
  await send(engine, 'create', { params: { ...params, ...more }, body: bodyOf(inside('a.pdf', { pages: 1 })) });
  await expect
    .poll(() => decksIn(engine))
    .toEqual([
      ['a.pdf', 1, null],
      ['Welcome.pdf', 2, null],
    ]);
  expect(shownIn(engine)).toBe('a.pdf');
});

test('104 documents are inserted into a running meeting, and shown when they are current', async () => {
  const engine = await start();
  await engine.call('create', { meetingID: 'room', name: 'Room' });
  const insert = (body: string) => send(engine, 'insertDocument', { body });
  const reply = await insert(bodyOf(inside('a.pdf', { pages: 1 }), inside('b.pdf', { pages: 2 })));
  expect([reply.code, reply.key]).toEqual(['SUCCESS', '']);
  await expect.poll(() => decksIn(engine)).toHaveLength(2);
  expect(shownIn(engine)).toBe('a.pdf');
  await insert(bodyOf(inside('c.pdf', { pages: 1 }, 'current="true"')));
  await expect.poll(() => shownIn(engine)).toBe('c.pdf');
  for (const body of ['<modules/>', '<modules>', '']) expect((await insert(body)).code, body).toBe('FAILED');
  const elsewhere = await send(engine, 'insertDocument', { params: { meetingID: 'nowhere' }, body: bodyOf() });
  expect(elsewhere.key).toBe('notFound');
});

test('104 a meeting without presentations refuses documents, and create leaves them out', async () => {
  const engine = await start();
  const params = { disabledFeatures: 'presentation' };
  expect((await send(engine, 'create', { params, body: bodyOf(inside('a.pdf', { pages: 1 })) })).code).toBe('SUCCESS');
  const reply = await send(engine, 'insertDocument', { body: bodyOf(inside('a.pdf', { pages: 1 })) });
  expect([reply.code, childText(reply.xml, 'message')]).toEqual(['FAILED', 'Presentation feature is disabled, ignoring.']);
  await expect.poll(() => engine.logged.filter(({ text }) => text === 'a document of a call was not taken')).toHaveLength(1);
  expect([slidesIn(engine).decks, readdirSync(engine.engine.decks.folder)]).toEqual([[], []]);
});

test('071 a document inside the network is not fetched, by name, by number or by a redirect', async () => {
  const { origin, asked } = await fileServer((request, response) => {
    if (request.url !== '/away') return response.end(documentOf({ pages: 1 }));
    // the same machine under a name that is not trusted
    response.writeHead(302, { location: `http://localhost:${new URL(origin).port}/inner.pdf` });
    response.end();
  });
  const engine = await start({ trustedCallbacks: [origin] });
  const { port } = new URL(origin);
  const inner = [`http://localhost:${port}/a.pdf`, `http://[::ffff:127.0.0.1]:${port}/b.pdf`, `http://2130706434:${port}/c.pdf`];
  const wrong = ['file:///etc/passwd', 'http://127.0.0.1:1/none.pdf', ...inner, `${origin}/away`];
  const good = `${origin}/good.pdf`;
  const body = bodyOf(
    ...[...wrong, good].map((url, at) => byAddress(url, `filename="${at}.pdf" ${at === 0 ? 'current="true"' : ''}`)),
  );
  expect((await send(engine, 'create', { body })).code).toBe('SUCCESS');
  const failed = wrong.map((_url, at) => [`${at}.pdf`, 0, 'not-fetched']);
  await expect.poll(() => decksIn(engine), { timeout: 5_000 }).toEqual([...failed, [`${wrong.length}.pdf`, 1, null]]);
  // the first that came is shown instead of the one that did not
  expect([asked, shownIn(engine)]).toEqual([['/away', '/good.pdf'], `${wrong.length}.pdf`]);
});

test('a redirect is followed, and what is missing, too large, endless or empty gets its reason', async () => {
  const { origin, asked } = await fileServer((request, response) => {
    const leadOn = (location: string) => response.writeHead(307, { location }).end();
    if (request.url === '/moved') return leadOn('moved-again');
    if (request.url === '/moved-again') return leadOn('/there.pdf');
    if (request.url === '/circle') return leadOn('/circle');
    if (request.url === '/missing') return response.writeHead(404).end('no');
    if (request.url === '/said') return response.writeHead(200, { 'content-length': '200000000' }).write('x');
    if (request.url === '/empty') return response.end();
    if (request.url === '/cut') return response.writeHead(200, { 'content-length': '5000' }).write('x', () => response.destroy());
    if (request.url === '/there.pdf') return response.end(documentOf({ pages: 1 }));
    const piece = Buffer.alloc(1_000_000);
    const more = (): void => void (response.destroyed || response.write(piece, more));
    return more();
  });
  const engine = await start({ trustedCallbacks: [origin] });
  const names = ['moved', 'circle', 'missing', 'said', 'empty', 'cut', 'endless'];
  await send(engine, 'create', {
    body: bodyOf(...names.map((name) => byAddress(`${origin}/${name}`, `filename="${name}.pdf"`))),
  });
  await expect
    .poll(() => slidesIn(engine).decks.map(({ trouble }) => trouble), { timeout: 15_000 })
    .toEqual([null, 'not-fetched', 'not-fetched', 'too-large', 'not-fetched', 'not-fetched', 'too-large']);
  expect(asked.filter((url) => url === '/circle')).toHaveLength(6);
  await expect.poll(() => readdirSync(engine.engine.decks.folder)).toEqual([slidesIn(engine).decks[0]?.id]);
  // addresses may hold secrets
  expect(JSON.stringify(engine.logged)).not.toContain(origin);
}, 30_000);
