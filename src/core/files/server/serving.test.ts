import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { filesOf, publicFiles } from './files.service.ts';
import { findFiles } from './list.service.ts';
import {
  buildLibrarian,
  type Librarian,
  libraryApi,
  type LibraryWorld,
  libraryWorld,
  sendWhole,
  upload,
} from './files.factory.ts';
import { pdf, photo, png } from '@atrium/pages/samples.factory';

let world: LibraryWorld;
let who: Librarian;
beforeAll(async () => {
  world = await libraryWorld();
  who = await buildLibrarian(world);
});
afterAll(() => world.close());
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const ask = (url: string | null, headers: Record<string, string> = {}) => world.app.inject({ url: url ?? '/nowhere', headers });

test('a file is served whole, in ranges, and not again to who has it; nothing of it runs', async () => {
  const file = await upload(world, who, { name: 'Größe 1.pdf', content: pdf() });
  const { url } = file.version;
  const whole = await ask(url);
  expect([whole.statusCode, whole.rawPayload.equals(pdf())]).toEqual([200, true]);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
  });
  expect(whole.headers['content-disposition']).toBe(
    `inline; filename="Gr__e_1.pdf"; filename*=UTF-8''${encodeURIComponent('Größe 1.pdf')}`,
  );
  const part = await ask(url, { range: 'bytes=0-4' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '%PDF-', `bytes 0-4/${pdf().length}`]);
  expect((await ask(url, { range: 'bytes=999999-' })).statusCode).toBe(416);
  expect((await ask(url, { 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
  expect((await ask(`${url}?download`)).headers['content-disposition']).toMatch(/^attachment/);
  const picture = await upload(world, who, { name: 'a.jpg', content: await photo() });
  expect((await ask(picture.version.url)).headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
});

test('an address cannot be guessed, ends after some hours, and with the file', async () => {
  const [mine, other] = [
    await upload(world, who, { name: 'a.png', content: await png() }),
    await upload(world, who, { name: 'b.png', content: await png() }),
  ];
  const url = mine.version.url ?? '';
  const [, , versionId = '', token = ''] = url.split('/');
  const swapped = url.replace(versionId, other.version.id);
  const longer = url.replace(token, `${'zzzzzz'}.${token.split('.')[1]}`);
  for (const one of [swapped, longer, url.replace('/content/', '/page-9/'), url.replace('/content/', '/..%2f/')])
    expect([one, (await ask(one)).statusCode]).toEqual([one, 404]);
  expect((await ask(url)).statusCode).toBe(200);
  const api = libraryApi(world, who.actor);
  await api.removeFile({ params: { id: mine.id } });
  expect((await ask(url)).statusCode).toBe(404);
  const back = await api.restoreFile({ params: { id: mine.id } });
  expect((await ask(back.version.url)).statusCode).toBe(200);
  world.clock.advance(3 * 3_600_000);
  expect((await ask(url)).statusCode).toBe(404);
});

test('other domains get addresses that last, of files that are ready and of this account', async () => {
  const [who, stranger] = [await buildLibrarian(world), await buildLibrarian(world)];
  const ready = await upload(world, who, { name: 'cover.png', content: await png() });
  const { id: waiting } = await sendWhole(world, who, { name: 'late.png', content: await png() });
  const given = await filesOf(world.ctx(who.actor), [ready.id, waiting]);
  expect([...given.keys()]).toEqual([ready.id]);
  const { publicUrl = '', publicPreview = null } = given.get(ready.id) ?? {};
  world.clock.advance(400 * 86_400_000);
  expect([(await ask(publicUrl)).statusCode, (await ask(publicPreview)).statusCode]).toEqual([200, 200]);
  expect((await filesOf(world.ctx(stranger.actor), [ready.id])).size).toBe(0);
});

test('staff who act for somebody find no file, and get no address of one that another domain shows them', async () => {
  const who = await buildLibrarian(world);
  const file = await upload(world, who, { name: 'diary.png', content: await png() });
  const acting = { userId: newId(), accountId: newId(), name: 'Staff', reason: 'Ticket 4711' };
  const staff = { ...who.actor, impersonator: acting };
  const api = libraryApi(world, staff);
  expect(await codeOf(api.get({ params: { id: file.id } }))).toBe('acting_for_somebody');
  expect(await codeOf(findFiles(world.ctx(staff), 'diary', 5))).toBe('acting_for_somebody');
  const shown = await Promise.all([filesOf(world.ctx(staff), [file.id]), publicFiles(world.ctx(staff), [file.id])]);
  for (const files of shown) expect(files.get(file.id)).toMatchObject({ name: 'diary.png', address: null, thumbnail: null });
  expect((await filesOf(world.ctx(who.actor), [file.id])).get(file.id)?.address).toMatch(/^\/files\//);
});
