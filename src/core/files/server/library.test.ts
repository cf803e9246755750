import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import {
  buildLibrarian,
  failureOf,
  type Librarian,
  libraryApi,
  type LibraryWorld,
  libraryWorld,
  upload,
} from './files.factory.ts';
import { pdf, png } from '@atrium/pages/samples.factory';
import { keepHouse } from './tidy.service.ts';

let world: LibraryWorld;
beforeAll(async () => {
  world = await libraryWorld();
});
afterAll(() => world.close());
const editor = { permissions: ['library.edit'] };
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
async function buildGroup(lead: Librarian, people: readonly Librarian[]): Promise<string> {
  const [id, { accountId }] = [newId(), lead.actor];
  const { read } = world.ctx().system;
  await read.execute(
    sql`insert into iam_groups (id, account_id, name, created_at, updated_at) values (${id}, ${accountId}, 'Year 9', now(), now())`,
  );
  for (const { actor } of people)
    await read.execute(
      sql`insert into iam_group_members (account_id, group_id, user_id, state, since) values (${accountId}, ${id}, ${actor.userId}, 'in', now())`,
    );
  return id;
}

test('folders hold files and folders; files move, are renamed with their ending, and found by name', async () => {
  const who = await buildLibrarian(world);
  const api = libraryApi(world, who.actor);
  const maths = await api.createFolder({ body: { name: ' Mathematics ' } });
  const year = await api.createFolder({ body: { name: 'Year 9', parentId: maths.id } });
  const file = await upload(world, who, { name: 'functions.pdf', content: pdf(), folderId: year.id });
  const moved = await api.changeFile({ params: { id: file.id }, body: { name: 'Part 2.exe', folderId: maths.id } });
  expect(moved).toMatchObject({ name: 'Part 2.pdf', folderId: maths.id });
  const inside = await api.list({ query: { folder: maths.id } });
  expect(inside).toMatchObject({
    path: [{ name: 'Mathematics' }],
    folders: [{ name: 'Year 9', files: 0 }],
    total: 1,
    next: null,
  });
  expect(names(inside.items)).toEqual(['Part 2.pdf']);
  expect((await api.list({ query: { folder: year.id } })).path).toMatchObject([{ name: 'Mathematics' }, { name: 'Year 9' }]);
  expect((await api.list({})).items).toEqual([]);
  expect(names((await api.list({ query: { search: 'part' } })).items)).toEqual(['Part 2.pdf']);
  expect((await api.list({ query: { search: 'part', kind: 'video' } })).items).toEqual([]);
  const failures = [
    api.changeFolder({ params: { id: maths.id }, body: { parentId: year.id } }),
    api.changeFile({ params: { id: file.id }, body: { folderId: newId() } }),
  ];
  expect((await Promise.all(failures.map(failureOf))).map(({ code }) => code)).toEqual(['inside_itself', 'folder_unknown']);
  let deepest = year.id;
  for (let depth = 3; depth <= 8; depth += 1)
    deepest = (await api.createFolder({ body: { name: `${depth}`, parentId: deepest } })).id;
  expect(await failureOf(api.createFolder({ body: { name: '9', parentId: deepest } }))).toMatchObject({ code: 'too_deep' });
});

test('pages of a list follow each other without gaps, by change and by name', async () => {
  const who = await buildLibrarian(world);
  const api = libraryApi(world, who.actor);
  for (const name of ['b.png', 'a.png', 'c.png']) await upload(world, who, { name, content: await png() });
  for (const [sort, order] of [
    ['name', ['a.png', 'b.png', 'c.png']],
    ['changed', ['c.png', 'a.png', 'b.png']],
  ] as const) {
    const first = await api.list({ query: { sort, limit: 2 } });
    const second = await api.list({ query: { sort, limit: 2, cursor: first.next ?? '' } });
    expect([...names(first.items), ...names(second.items), second.next]).toEqual([...order, null]);
  }
});

test('what is private is seen by its owner and those who lead; groups and the account see what is shared with them', async () => {
  const lead = await buildLibrarian(world);
  const [owner, colleague, reader] = [
    await buildLibrarian(world, { in: lead, ...editor }),
    await buildLibrarian(world, { in: lead, ...editor }),
    await buildLibrarian(world, { in: lead }),
  ];
  const stranger = await buildLibrarian(world);
  const group = await buildGroup(lead, [owner, reader]);
  const file = await upload(world, owner, { name: 'a.png', content: await png() });
  const seenBy = async () => {
    const all = [lead, owner, colleague, reader, stranger].map(({ actor }) => libraryApi(world, actor).list({}));
    return (await Promise.all(all)).map(({ items }) => items.length);
  };
  const share = (who: Librarian, body: { share: 'private' | 'group' | 'account'; groupId?: string }) =>
    libraryApi(world, who.actor).changeFile({ params: { id: file.id }, body });
  expect(await seenBy()).toEqual([1, 1, 0, 0, 0]);
  expect(await failureOf(share(colleague, { share: 'account' }))).toMatchObject({ code: 'not_found' });
  expect(await share(owner, { share: 'group', groupId: group })).toMatchObject({ group: { name: 'Year 9' } });
  expect(await seenBy()).toEqual([1, 1, 0, 1, 0]);
  expect(await failureOf(share(reader, { share: 'account' }))).toMatchObject({ code: 'not_allowed' });
  expect(await failureOf(share(owner, { share: 'group', groupId: newId() }))).toMatchObject({ code: 'group_unknown' });
  await share(owner, { share: 'account' });
  expect(await seenBy()).toEqual([1, 1, 1, 1, 0]);
  const rename = (who: Librarian) => libraryApi(world, who.actor).changeFile({ params: { id: file.id }, body: { name: 'b' } });
  expect(await rename(colleague)).toMatchObject({ name: 'b.png', rights: { edit: true, share: false } });
  expect(await failureOf(share(colleague, { share: 'private' }))).toMatchObject({ code: 'not_allowed' });
  expect(await failureOf(rename(reader))).toMatchObject({ code: 'not_allowed', data: { permission: 'library.edit' } });
  expect(await failureOf(rename(stranger))).toMatchObject({ code: 'not_found' });
});

test('what is used somewhere goes only when that is said; the bin gives back or ends after its days', async () => {
  const who = await buildLibrarian(world);
  const file = await upload(world, who, { name: 'a.pdf', content: pdf() });
  const use = { kind: 'room', id: newId(), name: 'Mathematics 9b', path: '/rooms/x' };
  const api = libraryApi(world, who.actor, {
    usesOf: async (_ctx, ids) => new Map(ids.includes(file.id) ? [[file.id, [use]]] : []),
  });
  expect(await api.get({ params: { id: file.id } })).toMatchObject({ usedIn: [use] });
  const params = { id: file.id };
  expect(await failureOf(api.removeFile({ params }))).toMatchObject({ code: 'in_use', data: { in: ['Mathematics 9b'] } });
  await api.removeFile({ params, query: { used: 'too' } });
  expect((await api.list({})).items).toEqual([]);
  expect((await api.list({ query: { view: 'bin' } })).items).toMatchObject([{ id: file.id, version: { state: 'ready' } }]);
  await api.restoreFile({ params });
  expect(await failureOf(api.purgeFile({ params }))).toMatchObject({ code: 'not_found' });
  await api.removeFile({ params, query: { used: 'too' } });
  world.clock.advance(29 * 86_400_000);
  await keepHouse(world.ctx());
  expect((await api.list({})).storage.used).toBe(pdf().length);
  world.clock.advance(2 * 86_400_000);
  await keepHouse(world.ctx());
  await world.runJobs();
  expect((await api.list({ query: { view: 'bin' } })).items).toEqual([]);
  expect((await api.list({})).storage.used).toBe(0);
  expect((await world.app.inject({ url: file.version.url ?? '' })).statusCode).toBe(404);
});

test('a folder is deleted with what is in it, unless somebody else keeps something there', async () => {
  const lead = await buildLibrarian(world);
  const [one, other] = [
    await buildLibrarian(world, { in: lead, ...editor }),
    await buildLibrarian(world, { in: lead, ...editor }),
  ];
  const api = libraryApi(world, one.actor);
  const folder = await api.createFolder({ body: { name: 'All', share: 'account' } });
  const inner = await api.createFolder({ body: { name: 'Inner', parentId: folder.id } });
  const file = await upload(world, one, { name: 'a.png', content: await png(), folderId: inner.id });
  expect(file.share).toBe('account');
  const hidden = await upload(world, other, { name: 'b.png', content: await png(), folderId: inner.id, share: 'private' });
  expect(await failureOf(api.removeFolder({ params: { id: folder.id } }))).toMatchObject({ code: 'not_all_yours' });
  await libraryApi(world, other.actor).removeFile({ params: { id: hidden.id } });
  await api.removeFolder({ params: { id: folder.id } });
  expect((await api.list({})).folders).toEqual([]);
  expect(await api.restoreFile({ params: { id: file.id } })).toMatchObject({ folderId: null, name: 'a.png' });
});
