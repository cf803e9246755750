import { recording } from '@atrium/bbb/memory/memory-state';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { filesOf } from '#kit/server/files/files.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { erase } from './bin.service.ts';
import { fetchFiles } from './fetch.service.ts';
import { folderOf, MANIFEST_FILE, PICTURE_FILE, previewsOf, thumbnailOf, VIDEO_FILE } from './play-files.service.ts';
import { recordingRow } from './program.factory.ts';
import { setRecording } from './recordings.queries.ts';
import { buildRecording, buildRecordingServer, worldWithFiles } from './recordings.factory.ts';

const track = 'u1-mic.webm';
const slide = `slide-${'d'.repeat(22)}-1`;

/** A recording of an engine that is erased while that file of it is asked for. Tells what was asked for, and what is left here. */
async function erasedAt(at: string) {
  const world = await worldWithFiles();
  const server = await buildRecordingServer(world, 'engine');
  const row = await buildRecording(world, await buildPerson(world), { serverId: server.row.id });
  const manifest = {
    length: 1000,
    tracks: [{ file: track }],
    slides: [{ file: `${slide}.webp`, width: 1_080, height: 1_920, deck: 'd'.repeat(22), page: 1, text: 'Light' }],
    video: { state: 'ready', progress: null },
    picture: PICTURE_FILE,
  };
  const contents = {
    [MANIFEST_FILE]: JSON.stringify(manifest),
    [track]: '0123456789',
    [`${slide}.webp`]: 'the page',
    [`${slide}-small.webp`]: 'the small page',
    [VIDEO_FILE]: 'the video',
    [PICTURE_FILE]: 'the picture',
  };
  for (const [file, content] of Object.entries(contents)) server.files.set(`${row.recordId}/${file}`, Buffer.from(content));
  server.state.recordings.push(recording({ recordID: row.recordId }));
  const asked = new Set<string>();
  server.meanwhile = async (file) => {
    const first = !asked.has(file);
    asked.add(file);
    if (file !== at || !first) return;
    await world.ctx().system.write((tx) => setRecording(tx, row.id, { state: 'deleting' }));
    await erase(world.ctx(), row.id);
  };
  const fetched = fetchFiles(world.ctx(), row.id);
  const left = async () => {
    const files = filesOf(world.ctx().config);
    const facts = await Promise.all(Object.keys(contents).map((file) => files.stat(`${folderOf(row)}/${file}`)));
    return facts.flatMap((one) => (one === null ? [] : [one.name]));
  };
  return { world, server, row, asked, fetched, left };
}

test('without an erasing all files are there afterwards', async () => {
  const { world, row, fetched, left } = await erasedAt('never');
  await fetched;
  expect(await left()).toHaveLength(6);
  const now = await recordingRow(world, row.recordId);
  expect(now === null ? null : thumbnailOf(world.ctx(), now)).toContain(`${row.id}/${PICTURE_FILE}?token=`);
  const [own] = now?.formats ?? [];
  const previews = now === null || own === undefined ? [] : previewsOf(world.ctx(), now, own);
  expect(previews).toEqual([{ width: 135, height: 240, url: expect.stringContaining(`${row.id}/${slide}-small.webp?token=`) }]);
});

test('a recording that is erased while its files come leaves none of them, and the rest is not asked for', async () => {
  const { world, row, asked, fetched, left } = await erasedAt(track);
  await fetched;
  expect(await recordingRow(world, row.recordId)).toMatchObject({ state: 'deleted' });
  expect(await left()).toEqual([]);
  expect([...asked]).toEqual([MANIFEST_FILE, track]);
});

test('one that is erased while its last file comes leaves nothing either, nor its list of tracks', async () => {
  const { fetched, left } = await erasedAt(VIDEO_FILE);
  await fetched;
  expect(await left()).toEqual([]);
});

test('without the secret of its engine it is not tried for ever, and the trouble is seen', async () => {
  const { world, row, server, fetched } = await erasedAt('never');
  await fetched;
  const sealed = async (text: string) =>
    world.ctx().system.write((tx) => tx.execute(sql`update servers set secret_sealed = ${text} where id = ${server.row.id}`));
  await world.ctx().system.write((tx) => setRecording(tx, row.id, { held: 'server', serverId: server.row.id }));
  await sealed(server.row.secretSealed.replace(/.{6}$/, 'aaaaaa'));
  await fetchFiles(world.ctx(), row.id);
  expect(await recordingRow(world, row.recordId)).toMatchObject({ state: 'published', stateReason: 'secret_lost' });
  await sealed(server.row.secretSealed);
  server.state.recordings = [recording({ recordID: row.recordId })];
  await fetchFiles(world.ctx(), row.id);
  expect(await recordingRow(world, row.recordId)).toMatchObject({ held: 'here', stateReason: null });
});

test('what an interrupted copying left behind goes with its next turn', async () => {
  const { world, row, fetched, left } = await erasedAt('never');
  await fetched;
  await world.ctx().system.write((tx) => setRecording(tx, row.id, { state: 'deleted' }));
  await fetchFiles(world.ctx(), row.id);
  expect(await left()).toEqual([]);
});
