import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bind, localClient } from '#kit/server/http/mount.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { Failure } from '#kit/errors.ts';
import { everHeldBy } from '#core/iam/iam.rules.ts';
import { addFile } from '#core/files/server/add-file.service.ts';
import { changeFile, removeFile } from '#core/files/server/files.service.ts';
import { pdf, video } from '@atrium/pages/samples.factory';
import { buildPerson, buildRoom, buildStage, meetApi, setServer } from './meet.factory.ts';
import { sendLatePresentations } from './late-presentations.service.ts';
import type { World } from '#app/proof/testing.ts';
import { presentationsCalls } from '#meet/presentations/presentations.contract.ts';
import { presentationsHandlers } from '#meet/presentations/server/presentations.routes.ts';
import { roomsShowing } from '#meet/presentations/server/room-presentations.service.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-presentations-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A school whose only server is one of BBB. */
async function buildSchool() {
  const stage = await buildStage({ env: { STORAGE: folder } });
  await setServer(stage.world, stage.server.id, { kind: 'bbb' });
  const room = await buildRoom(stage.world, stage.owner);
  return { ...stage, room, params: { id: room.id } };
}
const api = (world: World, actor: UserActor) =>
  localClient(
    { presentations: presentationsCalls },
    { mounted: bind('presentations', presentationsCalls, presentationsHandlers), ctx: world.ctx(actor), doors: { everHeldBy } },
  ).presentations;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );
async function slides(world: World, owner: UserActor, name: string): Promise<string> {
  const content = name.endsWith('.mp4') ? video(2_000) : pdf({ pages: 3 });
  const id = await addFile(world.ctx(owner), { name, content, folderId: null });
  await world.runJobs();
  return id;
}
const start = async (world: World, owner: UserActor, room: { id: string }) =>
  (await meetApi(world, owner).meetings.start({ params: room })).meetingId;

test('a room shows its files in order, the first at the start, and knows when the server has loaded them', async () => {
  const { world, fake, owner, room, params } = await buildSchool();
  const site = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const [first, second] = [await slides(world, owner, 'functions.pdf'), await slides(world, owner, 'worksheet.pdf')];
  const set = await api(world, owner).set({ params, body: { files: [second, first] } });
  expect(set).toMatchObject({
    items: [
      { name: 'worksheet.pdf', pages: 3, state: 'idle' },
      { name: 'functions.pdf', state: 'idle' },
    ],
    rights: { edit: true },
  });
  expect(await roomsShowing(world.ctx(owner), [first])).toEqual(
    new Map([[first, [{ kind: 'room', id: room.id, name: 'Mathematics', path: `/rooms/${room.id}` }]]]),
  );
  const documents = fake.meetings.get(await start(world, owner, room))?.documents ?? [];
  expect(documents).toMatchObject([
    { filename: 'worksheet.pdf', current: true, downloadable: false },
    { filename: 'functions.pdf', current: false },
  ]);
  expect((await api(world, owner).list({ params })).items.map(({ state }) => state)).toEqual(['loading', 'loading']);
  const at = documents.map(({ source }) => (source.kind === 'url' ? new URL(source.url).pathname : ''));
  // a look is no loading, and BBB looks first
  expect((await fetch(`${site}${at[0]}`, { method: 'HEAD' })).status).toBe(200);
  const got = await fetch(`${site}${at[0]}`);
  expect([got.status, got.headers.get('content-type'), (await got.arrayBuffer()).byteLength]).toEqual([
    200,
    'application/pdf',
    pdf({ pages: 3 }).length,
  ]);
  await expect.poll(async () => (await api(world, owner).list({ params })).items[0]?.state).toBe('loaded');
  // nobody guesses an address, and none outlives the start
  expect((await fetch(`${site}${at[0]?.replace(/[0-9a-f]{64}/, '0'.repeat(64))}`)).status).toBe(404);
  world.clock.advance(16 * 60_000);
  expect((await fetch(`${site}${at[1]}`)).status).toBe(404);
});

test('what a server does not come for is sent once more, and then shows as missing', async () => {
  const { world, fake, owner, room, params } = await buildSchool();
  await api(world, owner).set({ params, body: { files: [await slides(world, owner, 'late.pdf')] } });
  const meeting = await start(world, owner, room);
  const state = async () => (await api(world, owner).list({ params })).items[0]?.state;
  world.clock.advance(61_000);
  await Promise.all([1, 2].map(() => sendLatePresentations(world.ctx())));
  expect(fake.meetings.get(meeting)?.documents.map(({ filename }) => filename)).toEqual(['late.pdf', 'late.pdf']);
  expect(await state()).toBe('loading');
  world.clock.advance(61_000);
  await sendLatePresentations(world.ctx());
  expect(fake.meetings.get(meeting)?.documents.length).toBe(2);
  expect(await state()).toBe('missing');
});

test('the embedded engine is sent the files of the room as any server is', async () => {
  const { world, fake, server, owner, room, params } = await buildSchool();
  await setServer(world, server.id, { kind: 'engine' });
  await api(world, owner).set({ params, body: { files: [await slides(world, owner, 'a.pdf')] } });
  const meeting = await start(world, owner, room);
  expect(fake.meetings.get(meeting)?.documents).toMatchObject([{ filename: 'a.pdf', current: true }]);
  expect((await api(world, owner).list({ params })).items[0]?.state).toBe('loading');
  world.clock.advance(61_000);
  await sendLatePresentations(world.ctx());
  expect(fake.meetings.get(meeting)?.documents).toHaveLength(2);
});

test('only files that one sees and that servers show are taken, only by those who may edit the room', async () => {
  const { world, owner, params } = await buildSchool();
  const colleague = await buildPerson(world, { colleagueOf: owner, role: 'admin' });
  const member = await buildPerson(world, { colleagueOf: owner });
  const stranger = await buildPerson(world);
  const mine = await slides(world, owner, 'mine.pdf');
  const film = await slides(world, owner, 'film.mp4');
  const theirs = await slides(world, stranger, 'theirs.pdf');
  for (const files of [[theirs], [film], [mine, theirs], ['01890000-0000-7000-8000-000000000009']])
    expect(await codeOf(api(world, owner).set({ params, body: { files } }))).toBe('file_unknown');
  expect(await codeOf(api(world, stranger).set({ params, body: { files: [theirs] } }))).toBe('not_found');
  expect(await codeOf(api(world, stranger).list({ params }))).toBe('not_found');
  expect(await codeOf(api(world, member).set({ params, body: { files: [mine] } }))).toBe('not_allowed');
  expect((await api(world, colleague).set({ params, body: { files: [mine, mine] } })).items.length).toBe(1);
  const neighbours = { usesOf: roomsShowing };
  expect(await codeOf(removeFile(world.ctx(owner), { id: mine }, neighbours))).toBe('in_use');
  await removeFile(world.ctx(owner), { id: mine, used: 'too' }, neighbours);
  expect((await api(world, owner).list({ params })).items).toEqual([]);
});

test('a file that is not shared stays when a colleague who does not see it sets the order', async () => {
  const { world, owner, params } = await buildSchool();
  const member = await buildPerson(world, { colleagueOf: owner, permissions: ['rooms.edit', 'rooms.manage', 'library.edit'] });
  const secret = await slides(world, owner, 'secret.pdf');
  await changeFile(world.ctx(owner), { id: secret, body: { share: 'private' } }, { usesOf: async () => new Map() });
  expect(await codeOf(api(world, member).set({ params, body: { files: [secret] } }))).toBe('file_unknown');
  await api(world, owner).set({ params, body: { files: [secret] } });
  const own = await slides(world, member, 'own.pdf');
  const set = await api(world, member).set({ params, body: { files: [own, secret] } });
  expect(set.items.map(({ name }) => name)).toEqual(['own.pdf', 'secret.pdf']);
});
