import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { importTree } from '../import.service.ts';
import { temporaryFolder, usualFormats, writePublished } from '../published.factory.ts';
import { watchUrl } from '../program.service.ts';
import { setRecording } from '../recordings.queries.ts';
import { buildRecordingServer, recordingsApi, worldWithFiles } from '../recordings.factory.ts';

const recordId = 'abc0123456789-1531155809613';

/** An imported presentation. `player`: whether the operator put BBB's player in its place. */
async function stage(player: 'with' | 'without') {
  const data = temporaryFolder();
  const world = await worldWithFiles({ DATA_DIR: data });
  const owner = await buildPerson(world);
  const root = temporaryFolder();
  for (const one of usualFormats(recordId, owner.accountId).filter(({ format }) => format === 'presentation'))
    writePublished(root, one);
  await importTree(world.ctx(), { root, accountId: null, mode: 'write' }, () => undefined);
  if (player === 'with') {
    const folder = path.join(data, 'presentation-player');
    fs.mkdirSync(path.join(folder, 'static'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'index.html'), '<title>player</title>');
    fs.writeFileSync(path.join(folder, 'static/main.js'), 'play()');
  }
  const get = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers });
  const api = recordingsApi(world, await buildPerson(world, { colleagueOf: owner, role: 'admin' }));
  return { world, get, api };
}

test('BBB’s player opens with leave for this recording alone, and reads it like from its server', async () => {
  const { get, api, world } = await stage('with');
  const { formats } = await api.playback({ params: { recordId } });
  expect(formats).toMatchObject([{ type: 'presentation', plays: 'server' }]);
  const opened = await get(formats[0]?.url ?? '');
  expect([opened.statusCode, opened.headers.location]).toEqual([303, `/playback/presentation/2.3/${recordId}`]);
  const cookie = String(opened.headers['set-cookie']);
  expect(cookie).toContain(`Path=/presentation/${recordId};`);
  expect(cookie).toContain('HttpOnly');
  const leave = { cookie: cookie.split(';')[0] ?? '' };
  const base = `/presentation/${recordId}`;
  for (const [file, type] of [
    ['metadata.xml', 'application/xml; charset=utf-8'],
    ['shapes.svg', 'image/svg+xml'],
    ['video/webcams.webm', 'video/webm'],
    ['presentation/a1/thumbnails/thumb-1.png', 'image/png'],
  ]) {
    const answer = await get(`${base}/${file}`, leave);
    expect([answer.statusCode, answer.headers['content-type']], file).toEqual([200, type]);
  }
  expect((await get(`${base}/video/webcams.webm`, { ...leave, range: 'bytes=0-2' })).body).toBe('web');
  expect((await get(`${base}/shapes.svg`, leave)).headers['content-security-policy']).toContain('sandbox');
  expect((await get(`${base}/metadata.xml`)).statusCode).toBe(404);
  expect((await get(`${base}/..%2f..%2fx.xml`, leave)).statusCode).toBe(404);
  expect((await get(`/presentation/another-1/metadata.xml`, leave)).statusCode).toBe(404);
  world.clock.advance(6 * 3_600_000 + 1000);
  expect((await get(`${base}/metadata.xml`, leave)).statusCode).toBe(404);
});

test('what everybody may watch needs no leave, until it is taken back', async () => {
  const { get, api } = await stage('with');
  const { id } = await api.playback({ params: { recordId } });
  const { revision } = await api.get({ params: { id } });
  await api.edit({ params: { id }, body: { revision, visibility: 'link' } });
  const file = `/presentation/${recordId}/metadata.xml`;
  expect((await get(file)).statusCode).toBe(200);
  expect((await get(`/presentation/${recordId}/open`)).statusCode).toBe(303);
  await api.unpublish({ body: { ids: [id] } });
  expect((await get(file)).statusCode).toBe(404);
  await api.remove({ body: { ids: [id] } });
  expect((await get(file)).statusCode).toBe(404);
});

test('the player’s own files are served, and nothing around them', async () => {
  const { get } = await stage('with');
  expect((await get('/playback/presentation/2.3/static/main.js')).body).toBe('play()');
  expect((await get(`/playback/presentation/2.3/${recordId}`)).body).toBe('<title>player</title>');
  for (const odd of ['%00', `a${'b'.repeat(3000)}.js`, `${'c/'.repeat(600)}d`, 'static'])
    expect((await get(`/playback/presentation/2.3/${odd}`)).body, odd.slice(0, 20)).toBe('<title>player</title>');
  expect((await get('/playback/presentation/2.3/..%2f..%2fmaster.key')).body).toBe('<title>player</title>');
});

test('while its server is still named, the player here goes before the one there', async () => {
  const { world, api } = await stage('with');
  const server = await buildRecordingServer(world);
  const { id } = await api.playback({ params: { recordId } });
  const row = await world.ctx().system.write((tx) => setRecording(tx, id, { held: 'server', serverId: server.row.id }));
  const { formats } = await api.playback({ params: { recordId } });
  expect(formats[0]?.url).toContain(`/presentation/${recordId}/open?token=`);
  if (row === null) throw new Error('no recording');
  const there = { type: 'presentation', url: 'https://dead.example/playback' };
  expect(watchUrl(world.ctx(), row, there)).toContain(`/playback/${recordId}`);
  fs.rmSync(path.join(world.parts.config.dataDir, 'presentation-player'), { recursive: true });
  expect(watchUrl(world.ctx(), row, there)).toBe(there.url);
});

test('without a player the format is left out, and its files are kept', async () => {
  const { get, api } = await stage('without');
  const { formats, id } = await api.playback({ params: { recordId } });
  expect(formats).toEqual([]);
  expect(await api.get({ params: { id } })).toMatchObject({ formats: [{ type: 'presentation', plays: 'server' }] });
  expect((await get(`/playback/presentation/2.3/${recordId}`)).statusCode).toBe(404);
});
