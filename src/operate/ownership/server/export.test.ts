import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { addFile, addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { claimFiles } from '#core/files/server/attachments.service.ts';
import { pdf } from '@atrium/pages/samples.factory';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { ownershipLimits } from '../ownership.rules.ts';
import { makeExport } from './export.service.ts';
import { buildAccountOwner, buildColleague, codeOf, day, folder, isThere, proven, whole } from './ownership.factory.ts';
import { zipEntries } from './zip.factory.ts';

test('an export holds all tables and files, no secret, and is for its asker alone', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await proven(world, await buildAccountOwner(world));
  await createRoom(world.ctx(ana), { name: 'Chemistry' });
  const { secret } = await world.api(ana).webhooks.add({ body: { name: 'Hook', url: 'http://localhost:1/' } });
  const recording = newId();
  await world
    .ctx()
    .system.read.execute(
      sql`insert into recordings (id, account_id, record_id, external_id, name, state, started_at, held) values (${recording}, ${ana.accountId}, ${recording}, 'x', 'Lesson', 'published', now(), 'here')`,
    );
  const files = filesOf(world.parts.config);
  await files.put(`recordings/${recording}/video.mp4`, Readable.from([Buffer.alloc(300_000, 7)]));
  await addFile(world.ctx(ana), { name: 'plan.pdf', content: pdf({ pages: 2 }), folderId: null });
  await world.runJobs();
  const { ownership } = world.api(ana);
  const asked = await ownership.startExport({ body: { withRecordings: true } });
  expect(await codeOf(ownership.startExport({ body: { withRecordings: true } }))).toBe('not_possible');
  await world.runJobs();
  const [item] = (await ownership.exports()).items;
  expect(item).toMatchObject({ id: asked.id, state: 'ready', progress: 100, mine: true });
  const { url } = await ownership.exportLink({ params: { id: asked.id } });
  const got = await world.app.inject(url.replace('http://localhost:3000', ''));
  expect([got.statusCode, got.headers['content-type'], got.rawPayload.length]).toEqual([200, 'application/zip', item?.bytes]);
  const entries = await zipEntries(got.rawPayload);
  expect([...entries.keys()]).toEqual(
    expect.arrayContaining([
      'manifest.json',
      'data/account.json',
      'data/people.json',
      'data/rooms.json',
      `recordings/${recording}/video.mp4`,
    ]),
  );
  expect(JSON.parse(entries.get('data/rooms.json')?.toString() ?? '')).toMatchObject([{ name: 'Chemistry' }]);
  const [version] = JSON.parse(entries.get('data/library_versions.json')?.toString() ?? '');
  expect(entries.get(`library/${version.id}/content.pdf`)).toEqual(pdf({ pages: 2 }));
  expect([...entries.keys()].filter((name) => name.startsWith('library/'))).toHaveLength(1);
  expect(entries.get(`recordings/${recording}/video.mp4`)?.length).toBe(300_000);
  const text = [...entries]
    .filter(([name]) => name.endsWith('.json'))
    .map(([, bytes]) => bytes.toString())
    .join('');
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/sealed|password_hash|v1\.[0-9a-f]{8}\./);
  // a colleague with the same right gets no address, and a wrong or old one opens nothing
  const ben = whole(await buildColleague(world, ana));
  expect(await codeOf(world.api(ben).ownership.exportLink({ params: { id: asked.id } }))).toBe('not_found');
  const wrong = url.replace('http://localhost:3000', '').replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await world.app.inject(wrong)).statusCode).toBe(404);
  world.clock.advance(ownershipLimits.linkSeconds * 1000 + 1);
  expect((await world.app.inject(url.replace('http://localhost:3000', ''))).statusCode).toBe(404);
});

test('an export holds files of chats, and no attachment of a personal mail or one that was not sent', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await proven(world, await buildAccountOwner(world));
  const ben = await buildColleague(world, ana);
  const attach = async (kind: 'chat' | 'mail' | null) => {
    const content = pdf({ pages: 1 });
    const file = { accountId: ben.accountId, ownerId: ben.userId, name: `${kind}.pdf`, content };
    const id = await addFileOfConversation(world.ctx(), file);
    if (kind !== null) await world.ctx().system.write((tx) => claimFiles(tx, [{ id }], { kind, id: newId() }));
    return id;
  };
  const chat = await attach('chat');
  await attach('mail');
  await attach(null);
  await world.runJobs();
  const { ownership } = world.api(ana);
  const { id } = await ownership.startExport({ body: { withRecordings: true } });
  await world.runJobs();
  const { url } = await ownership.exportLink({ params: { id } });
  const entries = await zipEntries((await world.app.inject(url.replace('http://localhost:3000', ''))).rawPayload);
  const rows = (table: string) => JSON.parse(entries.get(`data/${table}.json`)?.toString() ?? '');
  expect(rows('library_files').map((one: { id: string }) => one.id)).toEqual([chat]);
  const [version, ...others] = rows('library_versions');
  expect([version.file_id, others]).toEqual([chat, []]);
  expect([...entries.keys()].filter((name) => name.startsWith('library/'))).toEqual([`library/${version.id}/content.pdf`]);
});

test('an export holds the account’s logo and the one that it shows as a vendor, as pictures and not as text', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await proven(world, await buildAccountOwner(world));
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  await world.api(ana).accounts.setLogo({ body: { picture: (await picture('#c00')).toString('base64') } });
  const shown = await sharp(await picture('#00c'))
    .webp()
    .toBuffer();
  await world.ctx().system.write(async (tx) => {
    const now = new Date(world.clock.now()).toISOString();
    await tx.execute(
      sql`insert into vendors (account_id, state, applied_at, changed_at, referral_code) values (${ana.accountId}, 'applied', ${now}, ${now}, ${newId()})`,
    );
    await tx.execute(
      sql`insert into vendor_brands (account_id, logo, logo_hash, changed_at) values (${ana.accountId}, ${shown}, 'x', ${now})`,
    );
  });
  const { ownership } = world.api(ana);
  const asked = await ownership.startExport({ body: { withRecordings: false } });
  await world.runJobs();
  const { url } = await ownership.exportLink({ params: { id: asked.id } });
  const entries = await zipEntries((await world.app.inject(url.replace('http://localhost:3000', ''))).rawPayload);
  const logos = [...entries].filter(([name]) => name.startsWith('logos/'));
  expect(logos.map(([name]) => name.replace(/[0-9a-f-]{36}/, '{id}')).sort()).toEqual(['logos/vendor.webp', 'logos/{id}.png']);
  expect(entries.get('logos/vendor.webp')).toEqual(shown);
  for (const [, bytes] of logos) expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 20 });
  const brands = entries.get('data/vendor_brands.json')?.toString() ?? '';
  expect(Object.keys(JSON.parse(brands)[0])).not.toContain('logo');
});

test('an export goes on after its worker died, three are made an hour, and a week later the file is gone', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await proven(world, await buildAccountOwner(world));
  const { ownership } = world.api(ana);
  const start = () => ownership.startExport({ body: { withRecordings: false } });
  const { id } = await start();
  await world.ctx().system.read.execute(sql`delete from pgboss.job where name = 'ownership.export'`);
  await world.ctx().system.read.execute(sql`update account_exports set state = 'running', alive_at = now(), tries = 1`);
  await makeExport(world.ctx(), { id });
  expect((await ownership.exports()).items[0]?.state).toBe('running');
  world.clock.advance(ownershipLimits.exportSilence + 1_000);
  await makeExport(world.ctx(), { id });
  expect((await ownership.exports()).items[0]?.state).toBe('ready');
  for (let n = 0; n < 2; n++) {
    await start();
    await world.runJobs();
  }
  expect(await codeOf(start())).toBe('too_many_requests');
  world.clock.advance((ownershipLimits.exportDays + 1) * day);
  await world.ctx().system.write((tx) => world.parts.jobs.enqueue(tx, { job: 'ownership.sweep-exports', payload: {} }));
  await world.runJobs();
  expect((await ownership.exports()).items.map((one) => one.state)).toEqual(['gone', 'gone', 'gone']);
  expect(await isThere(world, `exports/${ana.accountId}/${id}.zip`)).toBe(false);
});

test('an export that takes long is left to the worker that is alive, however long ago it was asked for', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await proven(world, await buildAccountOwner(world));
  const { ownership } = world.api(ana);
  const { id } = await ownership.startExport({ body: { withRecordings: false } });
  world.clock.advance(ownershipLimits.exportSilence * 3);
  const now = new Date(world.clock.now()).toISOString();
  await world.ctx().system.read.execute(sql`update account_exports set state = 'running', alive_at = ${now}, tries = 1`);
  await makeExport(world.ctx(), { id });
  expect((await ownership.exports()).items[0]?.state).toBe('running');
});
