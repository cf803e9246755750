import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { type ImportLine, importTree } from './import.service.ts';
import { endOf } from '../recordings.rules.ts';
import { findForProgram, ourStates, watchUrl } from './program.service.ts';
import { temporaryFolder, usualFormats, writePublished } from './published.factory.ts';
import { recordingByRecordId } from './recordings.queries.ts';
import { buildRecording, recordingsApi, worldWithFiles } from './recordings.factory.ts';

const recordId = 'abc0123456789-1531155809613';

async function stage(below = '') {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const lead = await buildPerson(world, { colleagueOf: owner, role: 'admin' });
  const root = temporaryFolder();
  const tree = path.join(root, below);
  for (const one of usualFormats(recordId, owner.accountId)) writePublished(tree, one);
  const lines: ImportLine[] = [];
  const run = (wish: Partial<Parameters<typeof importTree>[1]> = {}) =>
    importTree(world.ctx(), { root, accountId: null, mode: 'write', ...wish }, (line) => lines.push(line));
  return { world, owner, root, tree, run, lines, api: recordingsApi(world, lead) };
}

test('a tree of a BBB server comes in whole, once', async () => {
  const { world, run, lines, api, owner } = await stage();
  const dry = await run({ mode: 'dry' });
  expect(dry).toMatchObject({ found: 1, imported: 1, bytes: 0, lines: [{ accountId: owner.accountId, name: 'Geometry & co' }] });
  expect((await api.list({ query: { view: 'all' } })).total).toBe(0);
  expect(await run()).toMatchObject({ found: 1, imported: 1 });
  expect(lines.at(-1)).toMatchObject({
    recordId,
    formats: ['notes', 'podcast', 'presentation', 'screenshare', 'video'],
    skipped: [],
  });
  const [item] = (await api.list({ query: { view: 'all' } })).items;
  expect(item).toMatchObject({ state: 'published', server: null, captions: ['de'], lengthMs: 61_234, people: 3, progress: null });
  expect(item?.startedAt).toBe(1_700_000_000_000);
  expect((await world.app.inject(item?.thumbnail ?? '')).body).toBe('a small picture');
  const again = await run();
  expect(again).toMatchObject({ imported: 0, bytes: 0 });
  expect(again.lines[0]?.skipped.map((one) => one.reason)).toEqual(Array.from({ length: 5 }, () => 'already_here'));
  const told = await world.parts.databases.system.read.execute(
    sql`select 1 from events where name in ('recordings.ready', 'recordings.published')`,
  );
  expect(told.rows).toEqual([]);
});

test('Scalelite’s tree is found below its folder, and what is not published stays so', async () => {
  const { run, api, tree, owner, root } = await stage('var/bigbluebutton');
  const meta = { 'atrium-account': owner.accountId };
  writePublished(tree, { recordId: 'hidden-1', format: 'video', state: 'unpublished', meta, files: { 'video.mp4': 'x' } });
  expect(await run()).toMatchObject({ found: 2, imported: 2 });
  const { items } = await api.list({ query: { view: 'all' } });
  expect(items.map((one) => [one.recordId, one.state]).toSorted()).toEqual([
    [recordId, 'published'],
    ['hidden-1', 'unpublished'],
  ]);
  expect(await run({ root: path.join(root, 'var/bigbluebutton/unpublished') })).toMatchObject({ found: 1, imported: 0 });
  expect(await failureOf(run({ root: path.join(root, 'var') }))).toMatchObject({
    code: 'not_found',
    data: { folder: path.join(root, 'var') },
  });
});

test('what is nobody’s goes to the account that is named, else it is skipped and told', async () => {
  const { run, tree, owner, api, lines } = await stage();
  writePublished(tree, { recordId: 'nobodys-1', format: 'video', files: { 'video.mp4': 'x' } });
  fs.writeFileSync(path.join(writePublished(tree, { recordId: 'broken-1', format: 'video' }), 'metadata.xml'), '<recording>');
  expect(await run()).toMatchObject({ found: 3, imported: 1 });
  expect(lines.flatMap((line) => line.skipped.map((one) => [line.recordId, one.reason]))).toEqual([
    ['broken-1', 'bad_metadata'],
    ['nobodys-1', 'no_owner'],
  ]);
  expect(await run({ accountId: owner.accountId })).toMatchObject({ imported: 1 });
  expect((await api.list({ query: { view: 'all' } })).items.map((one) => one.recordId).toSorted()).toEqual([
    recordId,
    'nobodys-1',
  ]);
  expect(await failureOf(run({ accountId: '0190a0b0-0000-7000-8000-000000000000' }))).toMatchObject({ code: 'not_found' });
});

test('what was recorded for a customer’s program plays by its address, as the program hands it on', async () => {
  const { world, run, tree, owner } = await stage();
  writePublished(tree, { recordId: 'customers-1', format: 'video', files: { 'video.mp4': 'x' } });
  await run({ accountId: owner.accountId });
  const filter = {
    accountId: owner.accountId,
    by: { recordPrefixes: ['customers-1'] },
    states: ourStates(['any']),
    metadata: new Map(),
  };
  const { rows } = await findForProgram(world.ctx().system.read, filter, undefined);
  const [row] = rows;
  if (row === undefined) throw new Error('it was not imported');
  const address = watchUrl(world.ctx(), row, { type: 'video', url: '' });
  expect(address).toMatch(/\/playback\/customers-1\/video$/);
  const visitor = recordingsApi(world);
  expect(await visitor.playback({ params: { recordId: 'customers-1' } })).toMatchObject({ formats: [{ plays: 'here' }] });
  expect(await failureOf(visitor.playback({ params: { recordId } }))).toMatchObject({ code: 'sign_in_required' });
});

test('a run that broke off is gone on with; links and odd names are left out', async () => {
  const { world, run, tree, api, lines } = await stage();
  const video = path.join(tree, 'published/video', recordId);
  fs.symlinkSync('/etc/passwd', path.join(video, 'passwd.txt'));
  fs.writeFileSync(path.join(video, 'with blank.txt'), 'x');
  const podcast = path.join(tree, 'published/podcast', recordId);
  fs.renameSync(path.join(podcast, 'metadata.xml'), path.join(podcast, 'away.xml'));
  await run();
  expect(lines.at(-1)?.skipped).toEqual([{ format: 'podcast', reason: 'bad_metadata' }]);
  expect(lines.at(-1)?.left.toSorted()).toEqual(['passwd.txt', 'with blank.txt']);
  fs.renameSync(path.join(podcast, 'away.xml'), path.join(podcast, 'metadata.xml'));
  expect(await run()).toMatchObject({ imported: 1, lines: [{ formats: ['podcast'] }] });
  const { formats, id } = await api.playback({ params: { recordId } });
  expect(formats.find((one) => one.type === 'podcast')).toMatchObject({ plays: 'here', mime: 'audio/ogg' });
  expect(fs.existsSync(path.join(world.folder, 'recordings', id, 'video-imported', 'passwd.txt'))).toBe(false);
});

test('what was deleted here does not come back', async () => {
  const { world, owner, run, lines } = await stage();
  await buildRecording(world, owner, { recordId, state: 'deleted' });
  expect(await run()).toMatchObject({ found: 1, imported: 0 });
  expect(lines.at(-1)?.skipped[0]).toMatchObject({ reason: 'deleted_before' });
});

test('what comes in belongs to the room that its metadata name, and else to the owner of the account', async () => {
  const { world, run, tree, owner, api } = await stage();
  const room = await buildRoom(world, owner);
  const stranger = await buildPerson(world);
  const foreign = await buildRoom(world, stranger);
  const files = { 'video.mp4': 'x' };
  const write = (name: string, atriumRoom: string) =>
    writePublished(tree, {
      ...{ recordId: name, format: 'video', files },
      meta: { 'atrium-account': owner.accountId, 'atrium-room': atriumRoom },
    });
  write('of-room-1', room.id);
  write('of-others-1', foreign.id);
  await run();
  const { items } = await api.list({ query: { view: 'all' } });
  const placed = new Map(items.map((one) => [one.recordId, [one.room?.id ?? null, one.owner?.id ?? null, one.visibility]]));
  expect(placed.get('of-room-1')).toEqual([room.id, owner.userId, 'account']);
  expect(placed.get('of-others-1')).toEqual([null, owner.userId, 'account']);
  expect((await recordingsApi(world, stranger).list({ query: { view: 'all' } })).items).toEqual([]);
});

test('without a start the time behind the dash of the id counts, else there is none; never that of the import', async () => {
  const { world, run, tree, owner, api } = await stage();
  const [told, silent] = ['4f64276de73caa3d1342c63cbfabb8c2b0e26907-1595000000000', 'handmade-1'];
  const words = 'Thu Mar 04 14:05:00 UTC 2010';
  const timeless = [
    { recordId: told, times: { start: '0', end: '0' } },
    { recordId: `${told.slice(0, -1)}1`, times: null },
    { recordId: `${told.slice(0, -1)}2`, times: { start: words, end: words } },
    { recordId: silent, times: { start: '0', end: '1595000061234' } },
    { recordId: 'handmade-2', times: { start: '', end: '' } },
  ];
  const meta = { 'atrium-account': owner.accountId };
  for (const one of timeless) writePublished(tree, { ...one, format: 'video', meta, files: { 'video.mp4': 'x' } });
  expect(await run()).toMatchObject({ imported: 6 });
  const { items } = await api.list({ query: { view: 'all' } });
  expect(Object.fromEntries(items.map((one) => [one.recordId, one.startedAt]))).toEqual({
    ...{ [recordId]: 1_700_000_000_000, [told]: 1_595_000_000_000, [`${told.slice(0, -1)}1`]: 1_595_000_000_001 },
    ...{ [`${told.slice(0, -1)}2`]: 1_595_000_000_002, [silent]: null, 'handmade-2': null },
  });
  // those without a date come last, page by page too
  const pages: (number | null)[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.list>> = await api.list({
      query: { view: 'all', limit: 2, ...(cursor === null ? {} : { cursor }) },
    });
    pages.push(...page.items.map((one) => one.startedAt));
    cursor = page.next;
  } while (cursor !== null);
  expect(pages).toEqual([1_700_000_000_000, 1_595_000_000_002, 1_595_000_000_001, 1_595_000_000_000, null, null]);
  expect(items.find((one) => one.recordId === silent)?.lengthMs).toBe(61_234);
  expect(await api.playback({ params: { recordId: silent } })).toMatchObject({ startedAt: null });
  const row = await recordingByRecordId(world.ctx().system.read, silent);
  expect(row === null ? null : endOf({ startedAt: row.startedAt, lengthMs: row.lengthMs })).toBe(0);
});

test('nobody but the command line may', async () => {
  const { world, root } = await stage();
  const operator = await buildPerson(world, { kind: 'operator' });
  const asked = importTree(world.ctx(operator), { root, accountId: null, mode: 'write' }, () => undefined);
  expect(await failureOf(asked)).toMatchObject({ code: 'not_allowed' });
});
