import { expect, test } from 'vitest';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import type { World } from '#app/proof/testing.ts';
import { watchUrl } from './program.service.ts';
import type { NewRecording, RecordingRow } from './recordings.queries.ts';
import { buildRecording, recordingsApi, worldWithFiles } from './recordings.factory.ts';

const format = { type: 'atrium', url: 'https://engine.example/x', lengthMs: 60_000, bytes: 1_000, images: [] };
const hourMs = 3_600_000;

async function guarded(wish: Partial<NewRecording> = {}) {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const row = await buildRecording(world, owner, { held: 'here', formats: [format], visibility: 'link', protect: true, ...wish });
  return { world, owner, row };
}
const tokenOf = (world: World, row: RecordingRow) => new URL(watchUrl(world.ctx(), row, format)).searchParams.get('token');
const play = (world: World, recordId: string, token: string | null) =>
  recordingsApi(world).playback({ params: { recordId }, query: token === null ? {} : { token } });

test('the address that programs get of a protected recording plays it for some hours', async () => {
  const { world, owner, row } = await guarded();
  expect(await failureOf(play(world, row.recordId, null))).toMatchObject({ code: 'sign_in_required' });
  const token = tokenOf(world, row);
  expect(await play(world, row.recordId, token)).toMatchObject({ id: row.id, formats: [{ type: 'atrium', plays: 'here' }] });
  const other = await buildRecording(world, owner, { visibility: 'link', protect: true });
  expect(await failureOf(play(world, other.recordId, token))).toMatchObject({ code: 'link_expired' });
  const changed = `${token?.slice(0, -1)}${token?.endsWith('0') ? '1' : '0'}`;
  expect(await failureOf(play(world, row.recordId, changed))).toMatchObject({ code: 'link_expired' });
  world.clock.advance(6 * hourMs);
  expect(await failureOf(play(world, row.recordId, token))).toMatchObject({ code: 'link_expired' });
});

test('such an address ends when the recording is taken back or closed to the outside', async () => {
  const { world, owner, row } = await guarded();
  const token = tokenOf(world, row);
  const api = recordingsApi(world, owner);
  await api.unpublish({ body: { ids: [row.id] } });
  expect(await failureOf(play(world, row.recordId, token))).toMatchObject({ code: 'link_expired' });
  await api.publish({ body: { ids: [row.id] } });
  const { revision } = await api.get({ params: { id: row.id } });
  expect(await play(world, row.recordId, token)).toMatchObject({ id: row.id });
  await api.edit({ params: { id: row.id }, body: { revision, visibility: 'account' } });
  expect(await failureOf(play(world, row.recordId, token))).toMatchObject({ code: 'link_expired' });
});

test('the token of a file is no leave to watch, and open recordings need none', async () => {
  const { world, owner, row } = await guarded();
  const { formats } = await recordingsApi(world, owner).playback({ params: { recordId: row.recordId } });
  const ofFile = new URL(formats[0]?.url ?? '', 'https://site.example').searchParams.get('token');
  expect(ofFile).not.toBeNull();
  expect(await failureOf(play(world, row.recordId, ofFile))).toMatchObject({ code: 'link_expired' });
  expect(tokenOf(world, { ...row, protect: false })).toBeNull();
  expect(tokenOf(world, { ...row, visibility: 'account' })).toBeNull();
});
