/** Files of conversations: kept as they were sent, and deleted once nothing shows them. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { type FileConversation, libraryLimits } from '../files.rules.ts';
import { addFileOfConversation } from './add-file.service.ts';
import { claimFiles, filesShown, releaseFiles, requireFiles } from './attachments.service.ts';
import { buildLibrarian, failureOf, type Librarian, libraryApi, type LibraryWorld, libraryWorld } from './files.factory.ts';
import { fileById } from './files.queries.ts';
import { publicFiles } from './files.service.ts';
import { drawing, pdf, photo, pixelBomb, png } from '@atrium/pages/samples.factory';
import { keepHouse } from './tidy.service.ts';
import { findUpload } from './uploads.service.ts';

let world: LibraryWorld;
let who: Librarian;
beforeAll(async () => {
  world = await libraryWorld();
  who = await buildLibrarian(world);
});
afterAll(() => world.close());
const attach = (name: string, content: Buffer) => {
  const { accountId, userId: ownerId } = who.actor;
  return addFileOfConversation(world.ctx(), { accountId, ownerId, name, content });
};
const found = (id: string) => fileById(world.ctx().system.read, id);
const load = async (id: string) => {
  const url = (await publicFiles(world.ctx(), [id])).get(id)?.publicUrl ?? '/nowhere';
  return world.app.inject({ url });
};
const chat = (): FileConversation => ({ kind: 'chat', id: newId() });
const claim = (ids: string[], conversation: FileConversation) =>
  world.ctx().system.write((tx) =>
    claimFiles(
      tx,
      ids.map((id) => ({ id })),
      conversation,
    ),
  );

test('a file of a conversation that cannot be opened here is downloaded byte for byte, and shows nothing half drawn', async () => {
  const sent = [
    ['locked.pdf', pdf({ locked: true }), 'password'],
    ['cut.jpg', (await photo()).subarray(0, 900), 'unreadable'],
    ['bomb.png', pixelBomb(), 'too_many_pixels'],
    ['long.pdf', pdf({ pages: 5_000 }), 'too_many_pages'],
    ['logo.svg', drawing('<script>alert(1)</script>'), 'active_content'],
    ['run.exe', Buffer.from('MZ a program'), 'unknown_kind'],
  ] as const;
  for (const [name, content, trouble] of sent) {
    const id = await attach(name, content);
    await world.runJobs();
    const { version, file } = (await found(id)) ?? {};
    expect([name, version?.state, version?.trouble, file?.name]).toEqual([name, 'ready', trouble, name]);
    expect([version?.mime, version?.previews, version?.thumbnail]).toEqual(['application/octet-stream', 0, false]);
    const answer = await load(id);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.rawPayload.equals(content)).toBe(true);
  }
}, 60_000);

test('a file of a conversation that ended its reader again and again is kept for download', async () => {
  const content = await png(20, 20);
  const id = await attach('board.png', content);
  await world
    .ctx()
    .system.read.execute(sql`update library_versions set tries = ${libraryLimits.tries} where file_id = ${id}::uuid`);
  await world.runJobs();
  expect((await found(id))?.version).toMatchObject({ state: 'ready', trouble: 'unreadable', previews: 0 });
  expect((await load(id)).rawPayload.equals(content)).toBe(true);
});

test('tidying keeps a file that is being sent at that moment, with its bytes', async () => {
  const content = await png(8, 8);
  const id = await attach('old.png', content);
  await world.runJobs();
  world.clock.advance(libraryLimits.unsentKept + 60_000);
  let tidied: Promise<void> | undefined;
  await world.ctx().system.write(async (tx) => {
    await claimFiles(tx, [{ id }], chat());
    // it sees the file as unsent until this transaction ends
    tidied = keepHouse(world.ctx());
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  await tidied;
  await world.runJobs();
  expect((await load(id)).rawPayload.length).toBeGreaterThan(0);
});

test('a file that is gone, or was sent in another conversation, goes into none', async () => {
  const [id, first] = [await attach('a.png', await png(8, 8)), chat()];
  await claim([id], first);
  await claim([id], first);
  expect((await failureOf(claim([id], chat()))).code).toBe('file_unknown');
  expect((await failureOf(claim([newId()], first))).code).toBe('file_unknown');
});

test('a released file is served no more, is attached to nothing, and is deleted by the keeping job', async () => {
  const [conversation, content] = [chat(), await png(8, 8)];
  const [kept, gone] = [await attach('kept.png', content), await attach('gone.png', content)];
  await claim([kept, gone], conversation);
  await world.runJobs();
  const address = (await publicFiles(world.ctx(), [gone])).get(gone)?.publicUrl ?? '';
  const release = { ids: [kept, gone], conversation, at: new Date(world.clock.now()) };
  await world.ctx().system.write((tx) => releaseFiles(tx, release, async () => new Set([kept])));
  expect((await world.app.inject({ url: address })).statusCode).toBe(404);
  expect((await failureOf(requireFiles(world.ctx(who.actor), [gone], conversation))).code).toBe('file_unknown');
  expect((await failureOf(claim([gone], conversation))).code).toBe('file_unknown');
  await keepHouse(world.ctx());
  await world.runJobs();
  expect(await found(gone)).toBeNull();
  expect((await load(kept)).statusCode).toBe(200);
});

test('readers learn the size of a file, and why one is not there to open', async () => {
  const [conversation, content] = [chat(), await png(8, 8)];
  const [ready, refused, released, checking] = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => attach(`${name}.png`, content)),
  );
  const all = [ready, refused, released, checking, newId()].map((id = '') => ({ id, name: 'a.png' }));
  const shown = async (ctx = world.ctx(who.actor)) => all.map(await filesShown(ctx, all));
  expect((await shown()).map(({ state }) => state)).toEqual(['checking', 'checking', 'checking', 'checking', 'gone']);
  await world.runJobs();
  await claim([released ?? ''], conversation);
  const release = { ids: [released ?? ''], conversation, at: new Date(world.clock.now()) };
  await world.ctx().system.write((tx) => releaseFiles(tx, release, async () => new Set()));
  const set = (id = '', state = '') =>
    world.ctx().system.read.execute(sql`update library_versions set state = ${state} where file_id = ${id}::uuid`);
  await set(refused, 'refused');
  await set(checking, 'scanning');
  expect((await shown()).map(({ state }) => state)).toEqual(['ready', 'refused', 'gone', 'checking', 'gone']);
  expect((await shown())[0]).toMatchObject({ mime: 'image/png', bytes: expect.any(Number), url: expect.any(String) });
  // an address outlives the session that it was given to
  const impersonator = { userId: newId(), name: 'Op', reason: 'r', accountId: newId() };
  expect((await shown(world.ctx({ ...who.actor, impersonator })))[0]).toMatchObject({ state: 'gone', url: null });
});

test('staff who act for somebody see no upload of theirs and attach no file', async () => {
  const id = await attach('mine.png', await png(8, 8));
  const begun = await libraryApi(world, who.actor).startUpload({ body: { name: 'a.png', bytes: 10 } });
  const impersonator = { userId: newId(), name: 'Op', reason: 'r', accountId: newId() };
  const acting = world.ctx({ ...who.actor, impersonator });
  expect((await failureOf(requireFiles(acting, [id], null))).code).toBe('acting_for_somebody');
  expect((await failureOf(findUpload(acting, begun.id))).code).toBe('acting_for_somebody');
});

test('uploads for messages are no open uploads of the library', async () => {
  const writer = await buildLibrarian(world);
  const { beginUpload } = await import('./uploads.service.ts');
  const upload = { name: 'a.png', bytes: 10, fileId: null, folderId: null, share: 'private' as const, groupId: null };
  await beginUpload(world.ctx(writer.actor), writer.actor, { ...upload, place: 'conversation' });
  const { id } = await beginUpload(world.ctx(writer.actor), writer.actor, { ...upload, place: 'library' });
  expect((await libraryApi(world, writer.actor).uploads()).items.map((one) => one.id)).toEqual([id]);
});
