/** Files that people without a right in the library put into what they write. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { libraryBytes } from '#core/accounts/server/use.service.ts';
import { libraryLimits } from '#core/files/files.rules.ts';
import { addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { failureOf, libraryWorld, type LibraryWorld, tus } from '#core/files/server/files.factory.ts';
import { png } from '@atrium/pages/samples.factory';
import { keepHouse } from '#core/files/server/tidy.service.ts';
import { buildGroup } from './chat.factory.ts';

let world: LibraryWorld;
beforeAll(async () => {
  world = await libraryWorld();
});
afterAll(() => world.close());

const api = (actor?: UserActor) => world.api(actor);
const attach = (by: UserActor, name: string, content: Buffer) =>
  addFileOfConversation(world.ctx(), { accountId: by.accountId, ownerId: by.userId, name, content });
const send = (by: UserActor, { id, files }: { id: string; files: string[] }) =>
  api(by).chat.send({ params: { id }, body: { text: 'See this', files, mentions: [], key: newId() } });
const used = (who: UserActor) => libraryBytes(world.ctx().system.read, who.accountId);

test('a member without a right in the library attaches a file, its readers open it, and it is in no library', async () => {
  const { boss, ana, ben, id } = await buildGroup(world);
  expect(ana.scope).not.toContain('library.edit');
  const content = await png(40, 30);
  const file = await attach(ana, 'board.png', content);
  await world.runJobs();
  expect(await used(boss)).toBeGreaterThan(0);
  await send(ana, { id, files: [file] });
  for (const reader of [ben, boss]) {
    const { items } = await api(reader).chat.messages({ params: { id }, query: {} });
    expect(items.at(-1)?.files).toMatchObject([
      { id: file, name: 'board.png', url: expect.stringContaining('/content/board.png') },
    ]);
  }
  // also not for who leads the account
  expect((await api(boss).library.list({ query: { search: 'board' } })).items).toEqual([]);
  expect((await failureOf(api(boss).library.get({ params: { id: file } }))).code).toBe('not_found');
});

test('nobody attaches another’s unsent file, nor what was sent in another conversation', async () => {
  const { boss, ana, ben, id } = await buildGroup(world);
  const content = await png(8, 8);
  const unsent = await attach(ana, 'a.png', content);
  expect((await failureOf(send(ben, { id, files: [unsent] }))).code).toBe('file_unknown');
  expect((await failureOf(send((await buildGroup(world)).ana, { id, files: [unsent] }))).code).toBe('not_found');
  await send(ana, { id, files: [unsent] });
  const { id: other } = await api(boss).chat.create({ body: { kind: 'group', name: 'Other', people: [ana.userId, ben.userId] } });
  expect((await failureOf(send(ana, { id: other, files: [unsent] }))).code).toBe('file_unknown');
  // in its own conversation its sender shows it again, and nobody else
  await send(ana, { id, files: [unsent] });
  expect((await failureOf(send(ben, { id, files: [unsent] }))).code).toBe('file_unknown');
});

test('a file goes with the last message that shows it', async () => {
  const { boss, ana, ben, id } = await buildGroup(world);
  const [before, file] = [await used(boss), await attach(ana, 'private.png', await png(8, 8))];
  const [first, second] = [await send(ana, { id, files: [file] }), await send(ana, { id, files: [file] })];
  await world.runJobs();
  const { items } = await api(ben).chat.messages({ params: { id }, query: {} });
  const url = items.at(-1)?.files[0]?.url ?? '';
  const tidy = async () => {
    await keepHouse(world.ctx());
    await world.runJobs();
  };
  await api(ana).chat.remove({ params: { id, number: first.number } });
  await tidy();
  expect((await world.app.inject({ url })).statusCode).toBe(200);
  await api(ana).chat.remove({ params: { id, number: second.number } });
  expect((await world.app.inject({ url })).statusCode).toBe(404);
  await tidy();
  expect(await used(boss)).toBe(before);
});

test('uploads for messages are their writer’s own, are refused by their type before the first byte, and need a session', async () => {
  const { ana, ben } = await buildGroup(world);
  const begun = await api(ana).library.startAttachment({ body: { name: 'slides.pdf', bytes: 1_000 } });
  expect((await failureOf(api(ana).library.attachment({ params: { id: begun.id } }))).code).toBe('not_ready');
  expect((await failureOf(api(ben).library.attachment({ params: { id: begun.id } }))).code).toBe('not_found');
  expect((await failureOf(api().library.startAttachment({ body: { name: 'a.pdf', bytes: 1 } }))).code).toBe('not_signed_in');
  expect((await failureOf(api(ana).library.startAttachment({ body: { name: 'run.exe', bytes: 1 } }))).code).toBe('unknown_kind');
  const silent = { ...ana, scope: [] };
  expect((await failureOf(api(silent).library.startAttachment({ body: { name: 'a.pdf', bytes: 1 } }))).code).toBe('not_allowed');
  expect(await tus(`${await world.site()}${begun.url}`, { token: 'none', method: 'HEAD' })).toMatchObject({ status: 401 });
  // the same person may not begin one for the library
  expect((await failureOf(api(ana).library.startUpload({ body: { name: 'a.pdf', bytes: 1 } }))).code).toBe('not_allowed');
});

test('what was uploaded and not sent is deleted after some days, and counts no more; what was sent stays', async () => {
  const { boss, ana, id } = await buildGroup(world);
  const content = await png(8, 8);
  const [sent] = [await attach(ana, 'kept.png', content)];
  await send(ana, { id, files: [sent] });
  await world.runJobs();
  const before = await used(boss);
  await attach(ana, 'forgotten.png', content);
  await world.runJobs();
  expect(await used(boss)).toBeGreaterThan(before);
  world.clock.advance(libraryLimits.unsentKept + 60_000);
  await keepHouse(world.ctx());
  await world.runJobs();
  expect(await used(boss)).toBe(before);
});

test('the files of a conversation are listed by kind and page by page, for its readers alone', async () => {
  const { boss, ana, ben, id } = await buildGroup(world);
  const [a, b] = [await attach(ana, 'a.png', await png(8, 8)), await attach(ana, 'b.png', await png(9, 8))];
  const c = await attach(ana, 'notes.txt', Buffer.from('Notes'));
  await world.runJobs();
  await send(ana, { id, files: [a, b] });
  const { number } = await send(ana, { id, files: [c] });
  const list = (query: { kind?: 'pictures' | 'others'; cursor?: string; limit?: number }) =>
    api(ben).chatFiles.list({ params: { id }, query });
  const names = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ file }) => file.name);
  expect(await names({})).toEqual(['notes.txt', 'a.png', 'b.png']);
  expect([await names({ kind: 'pictures' }), await names({ kind: 'others' })]).toEqual([['a.png', 'b.png'], ['notes.txt']]);
  const first = await list({ limit: 2 });
  expect(first.items[0]).toMatchObject({ number, author: { userId: ana.userId }, file: { url: expect.any(String) } });
  expect(await list({ limit: 2, cursor: first.next ?? '' })).toMatchObject({ items: [{ file: { name: 'b.png' } }], next: null });
  await api(ana).chat.remove({ params: { id, number } });
  expect(await names({ kind: 'others' })).toEqual([]);
  const stranger = (await buildGroup(world)).ana;
  const codes = [stranger, { ...boss, scope: [] }, undefined].map(
    async (actor) => (await failureOf(api(actor).chatFiles.list({ params: { id } }))).code,
  );
  expect(await Promise.all(codes)).toEqual(['not_found', 'not_allowed', 'not_signed_in']);
});
