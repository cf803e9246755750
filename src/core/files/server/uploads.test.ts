import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { libraryBytes } from '#core/accounts/server/use.service.ts';
import { openSecondSite } from '#app/proof/testing.ts';
import {
  begin,
  buildLibrarian,
  failureOf,
  type Librarian,
  libraryApi,
  type LibraryWorld,
  libraryWorld,
  tus,
  upload,
} from './files.factory.ts';
import { png, video } from '@atrium/pages/samples.factory';
import { keepHouse } from './tidy.service.ts';
import { uploadById } from './uploads.queries.ts';
import { incomingName } from './uploads.service.ts';

let world: LibraryWorld;
beforeAll(async () => {
  world = await libraryWorld();
});
afterAll(() => world.close());

const used = (who: Librarian) => libraryBytes(world.ctx().system.read, who.actor.accountId);
const limit = (who: Librarian, entitlements: object) =>
  world
    .ctx()
    .system.read.execute(
      sql`update accounts set entitlements = ${JSON.stringify(entitlements)}::jsonb where id = ${who.actor.accountId}`,
    );
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const secondSite = () => openSecondSite(world);

test('a name that the library never takes is refused before a byte is sent, and one that promises nothing is not', async () => {
  const who = await buildLibrarian(world);
  const api = libraryApi(world, who.actor);
  for (const name of ['run.exe', 'a.pdf.bat', 'notes.txt', 'photo.png\u202Eexe.js', 'x/y.zip'])
    expect([name, await failureOf(api.startUpload({ body: { name, bytes: 10 } }))]).toMatchObject([
      name,
      { code: 'unknown_kind', fields: { 'body.name': 'unknown_kind' } },
    ]);
  expect(await used(who)).toBe(0);
  for (const name of ['Scan', 'Foto.JPEG', 'a.b.pdf']) await api.startUpload({ body: { name, bytes: 10 } });
  expect(await used(who)).toBe(30);
});

test('what an upload of the library became is asked by its sender alone, once it is here', async () => {
  const [who, other] = [await buildLibrarian(world), await buildLibrarian(world)];
  const begun = await libraryApi(world, who.actor).startUpload({ body: { name: 'a.png', bytes: 10 } });
  const ask = (actor: Librarian['actor'] | null, id: string) => libraryApi(world, actor).attachment({ params: { id } });
  expect((await failureOf(ask(who.actor, begun.id))).code).toBe('not_ready');
  expect((await failureOf(ask(other.actor, begun.id))).code).toBe('not_found');
  expect((await failureOf(ask({ ...who.actor, scope: ['library.view'] }, begun.id))).code).toBe('not_allowed');
  expect((await failureOf(ask(null, begun.id))).code).toBe('not_signed_in');
});

test('storage is counted before the first byte, also of two uploads begun at once, and given back', async () => {
  const who = await buildLibrarian(world, { entitlements: { libraryGb: 1, fileMb: 700 } });
  const api = libraryApi(world, who.actor);
  const wish = { name: 'a.mp4', bytes: 600_000_000 };
  const both = await Promise.allSettled([1, 2].map(() => api.startUpload({ body: wish })));
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject([{ code: 'limit_reached', data: { limit: 'libraryGb', max: 1, used: 0.6 } }]);
  expect(await used(who)).toBe(600_000_000);
  expect((await failureOf(api.startUpload({ body: { name: 'b.mp4', bytes: 700_000_001 } }))).data).toMatchObject({
    limit: 'fileMb',
    max: 700,
    wanted: 701,
  });
  const [open] = (await api.uploads()).items;
  expect(open).toMatchObject({ name: 'a.mp4', bytes: 600_000_000, offset: 0 });
  expect(await tus(`${await world.site()}${open?.url}`, { token: who.token, method: 'DELETE' })).toMatchObject({ status: 204 });
  expect([await used(who), (await api.uploads()).items]).toEqual([0, []]);
  expect((await api.list({})).storage).toEqual({ used: 0, max: 1_000_000_000, file: 700_000_000 });
});

test('a line lost at 99 % goes on from there, also after a restart', async () => {
  const who = await buildLibrarian(world);
  const content = Buffer.concat([video(100_000), randomBytes(900_000)]);
  const begun = await begin(world, who, { name: 'tour.mp4', content });
  const at = `${await world.site()}${begun.url}`;
  const all = { offset: 0, bytes: content };
  const store = openUploadStore(world.parts.config);
  const name = incomingName({ accountId: who.actor.accountId, id: begun.id });
  const arrived = () => expect.poll(() => store.offset(name), { timeout: 10_000 }).toBe(990_000);
  const cut = { after: 990_000, arrived };
  expect(await tus(at, { token: who.token, method: 'PATCH', piece: { ...all, cut } })).toBe('cut');
  // another process knows how far it is, as the page does that asks for what is open
  const other = `${await secondSite()}${begun.url}`;
  const head = await tus(other, { token: who.token, method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, length: 1_000_000 });
  const offset = head === 'cut' ? null : head.offset;
  expect(offset).toBe(990_000);
  expect((await libraryApi(world, who.actor).uploads()).items).toMatchObject([{ id: begun.id, offset: 990_000 }]);
  const wrong = { offset: 0, bytes: content.subarray(0, 10) };
  expect(await tus(other, { token: who.token, method: 'PATCH', piece: wrong })).toMatchObject({ status: 409 });
  const rest = { offset: 990_000, bytes: content.subarray(990_000) };
  expect(await tus(other, { token: who.token, method: 'PATCH', piece: rest })).toMatchObject({ status: 204, offset: 1_000_000 });
  // the answer to the last piece may be lost as well
  expect(await tus(at, { token: who.token, method: 'HEAD' })).toMatchObject({ status: 200, offset: 1_000_000 });
  await world.runJobs();
  const { items } = await libraryApi(world, who.actor).list({});
  expect(items).toMatchObject([{ name: 'tour.mp4', version: { state: 'ready', bytes: 1_000_000, sha256: sha(content) } }]);
  expect(await used(who)).toBe(1_000_000);
});

test('two processes never write one upload at once: who comes later gets the turn, and what was sent before is kept', async () => {
  const who = await buildLibrarian(world);
  const content = video(2_000_000);
  const begun = await begin(world, who, { name: 'slow.mp4', content });
  const slow = http.request(`${await world.site()}${begun.url}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization: `Bearer ${who.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': 0,
      'content-length': content.length,
    },
  });
  slow.on('error', () => undefined);
  onTestFinished(() => void slow.destroy());
  slow.write(content.subarray(0, 700_000));
  const store = openUploadStore(world.parts.config);
  const name = incomingName({ accountId: who.actor.accountId, id: begun.id });
  await expect.poll(() => store.offset(name), { timeout: 10_000 }).toBe(700_000);
  const other = `${await secondSite()}${begun.url}`;
  const head = await tus(other, { token: who.token, method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, offset: 700_000 });
  slow.write(content.subarray(700_000, 900_000));
  const rest = { offset: 700_000, bytes: content.subarray(700_000) };
  expect(await tus(other, { token: who.token, method: 'PATCH', piece: rest })).toMatchObject({ status: 204, offset: 2_000_000 });
  await world.runJobs();
  const { items } = await libraryApi(world, who.actor).list({});
  expect(items[0]?.version).toMatchObject({ state: 'ready', sha256: sha(content) });
}, 30_000);

test('a process that died holds an upload for seconds only', async () => {
  const who = await buildLibrarian(world);
  const content = await png();
  const begun = await begin(world, who, { name: 'a.png', content });
  await world
    .ctx()
    .system.read.execute(
      sql`update uploads set lease_holder = gen_random_uuid(), lease_until = now() + interval '2 seconds' where id = ${begun.id}`,
    );
  const started = performance.now();
  const at = `${await world.site()}${begun.url}`;
  expect(await tus(at, { token: who.token, method: 'PATCH', piece: { offset: 0, bytes: content } })).toMatchObject({
    status: 204,
  });
  expect(performance.now() - started).toBeGreaterThan(1_000);
});

test('a plan that shrinks between two pieces stops the upload, and one that grows lets it go on', async () => {
  const who = await buildLibrarian(world);
  const content = video(1_200_000);
  const begun = await begin(world, who, { name: 'a.mp4', content });
  const at = `${await world.site()}${begun.url}`;
  const [first, second] = [content.subarray(0, 600_000), content.subarray(600_000)];
  expect(await tus(at, { token: who.token, method: 'PATCH', piece: { offset: 0, bytes: first } })).toMatchObject({ status: 204 });
  await limit(who, { fileMb: 1 });
  const refused = await tus(at, { token: who.token, method: 'PATCH', piece: { offset: 600_000, bytes: second } });
  expect(refused).toMatchObject({ status: 402, code: 'limit_reached' });
  expect(await tus(at, { token: who.token, method: 'HEAD' })).toMatchObject({ status: 200, offset: 600_000 });
  await limit(who, { fileMb: 2 });
  expect(await tus(at, { token: who.token, method: 'PATCH', piece: { offset: 600_000, bytes: second } })).toMatchObject({
    status: 204,
  });
});

test('each request asks who sends: nobody, others, and people who lost the right are refused', async () => {
  const lead = await buildLibrarian(world);
  const member = await buildLibrarian(world, { in: lead, permissions: ['library.edit'] });
  const stranger = await buildLibrarian(world);
  const content = await png();
  const begun = await begin(world, member, { name: 'a.png', content });
  const at = `${await world.site()}${begun.url}`;
  const piece = { offset: 0, bytes: content };
  const status = async (token: string) => {
    const reply = await tus(at, { token, method: 'PATCH', piece });
    return reply === 'cut' ? reply : [reply.status, reply.code];
  };
  expect(await status('nobody')).toEqual([401, 'not_signed_in']);
  expect([await status(stranger.token), await status(lead.token)]).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ]);
  await world.ctx().system.read.execute(sql`update memberships set permissions = '{}' where user_id = ${member.actor.userId}`);
  expect(await status(member.token)).toEqual([403, 'not_allowed']);
  const made = await world.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { authorization: `Bearer ${lead.token}` },
  });
  expect(made.statusCode).toBe(404);
});

test('where a process died between the last byte and the file, the file comes later; what nobody finished goes', async () => {
  const who = await buildLibrarian(world);
  const content = await png();
  const whole = await begin(world, who, { name: 'whole.png', content });
  const half = await begin(world, who, { name: 'half.png', content });
  const { store, idOf } = openUploadStore(world.parts.config);
  const { Readable } = await import('node:stream');
  const nameOf = (id: string) => incomingName({ accountId: who.actor.accountId, id });
  await store.write(Readable.from([content]), idOf(nameOf(whole.id)), 0);
  await store.write(Readable.from([content.subarray(0, 20)]), idOf(nameOf(half.id)), 0);
  world.clock.advance(5 * 60_000);
  await keepHouse(world.ctx());
  await world.runJobs();
  expect((await libraryApi(world, who.actor).list({})).items).toMatchObject([{ name: 'whole.png', version: { state: 'ready' } }]);
  expect(await uploadById(world.ctx().system.read, half.id)).not.toBeNull();
  world.clock.advance(3 * 86_400_000);
  await keepHouse(world.ctx());
  expect(await uploadById(world.ctx().system.read, half.id)).toBeNull();
  const left = fs.readdirSync(`${world.folder}/incoming/${who.actor.accountId}`);
  expect(left).toEqual([]);
  expect(await used(who)).toBeLessThan(content.length * 2);
});

test('a new version counts once it was read; the one before can count again', async () => {
  const who = await buildLibrarian(world);
  const api = libraryApi(world, who.actor);
  const first = await upload(world, who, { name: 'logo.png', content: await png(40, 30) });
  const bad = await upload(world, who, { name: 'logo.png', content: Buffer.from('no picture'), fileId: first.id });
  expect(bad).toMatchObject({ version: { number: 1, width: 40 }, versions: [{ number: 2, state: 'refused' }, { number: 1 }] });
  const next = await upload(world, who, { name: 'other.png', content: await png(80, 60), fileId: first.id });
  expect(next).toMatchObject({ id: first.id, name: 'logo.png', version: { number: 3, width: 80 } });
  const back = await api.chooseVersion({ params: { id: first.id, versionId: first.version.id } });
  expect(back.version).toMatchObject({ number: 1, width: 40 });
  const refused = next.versions.find((one) => one.state === 'refused')?.id ?? '';
  expect(await failureOf(api.chooseVersion({ params: { id: first.id, versionId: refused } }))).toMatchObject({
    code: 'not_ready',
  });
});

test('of sixty uploads that are begun at once, fifty are opened', async () => {
  const who = await buildLibrarian(world);
  const api = libraryApi(world, who.actor);
  const begun = await Promise.allSettled(
    Array.from({ length: 60 }, (_one, at) => api.startUpload({ body: { name: `${at}.png`, bytes: 10 } })),
  );
  const failed = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failed.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'too_many_uploads'));
  expect((await api.uploads({})).items).toHaveLength(50);
}, 60_000);
