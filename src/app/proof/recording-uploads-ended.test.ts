/** What becomes of uploads when their recording goes, and who gets the command that begins them. */
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { recording } from '@atrium/bbb/memory/memory-state';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { eraseAgain } from '#meet/recordings/server/bin.service.ts';
import { pollAll } from '#meet/recordings/server/ingest.service.ts';
import { buildRecording, buildRecordingServer, recordingsApi } from '#meet/recordings/server/recordings.factory.ts';
import { moveRecording } from '#meet/recordings/server/recordings.queries.ts';
import { packed, temporaryFolder, writePublished } from '#meet/recordings/server/published.factory.ts';
import { tidyUploads, unpackUpload } from '#meet/recordings/server/unpack.service.ts';
import { takePart } from '#meet/recordings/server/upload.service.ts';
import { day, recordId, refusalOf, uploadStage } from '#meet/recordings/server/http/recording-uploads.factory.ts';

/** The folder with the files fails once, at the next putting away (`rm`) or writing (`rename`) of what fits. */
function failOnce(folder: string, what: 'rm' | 'rename', at: RegExp): void {
  const real = { rm: fsPromises.rm, rename: fsPromises.rename };
  let left = 1;
  const check = (name: string) => {
    if (left === 0 || !at.test(path.relative(folder, name))) return;
    left = 0;
    throw new Error('the store is away');
  };
  if (what === 'rm')
    fsPromises.rm = async (name, options) => {
      check(String(name));
      return real.rm(name, options);
    };
  else
    fsPromises.rename = async (from, to) => {
      check(String(to));
      return real.rename(from, to);
    };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fsPromises, real);
    syncBuiltinESMExports();
  });
}
const cue = 'WEBVTT\n\n00:01.000 --> 00:02.000\nBonjour\n';

describe('recordings that are not there any more', () => {
  test('a deleted one does not come back, neither by an upload nor by what its server tells', async () => {
    const { world, sender, of, fileOf, api, server, owner, parts } = await uploadStage();
    const told = () =>
      recording({ recordID: recordId, meetingID: 'class 9b', metadata: new Map([['atrium-account', owner.accountId]]) });
    server.state.recordings.push(told());
    const file = fileOf('video');
    await sender.send(of('video'), file);
    const { id } = await api.playback({ params: { recordId } });
    const podcast = await sender.announce(of('podcast'), fileOf('podcast'));
    await sender.put(String(podcast.headers['upload-id']), 0, fileOf('podcast').subarray(0, 512));
    await api.remove({ body: { ids: [id] } });
    await api.destroy({ body: { ids: [id] } });
    await eraseAgain(world.ctx());
    await world.runJobs();
    expect(server.state.recordings).toMatchObject([{ state: 'deleted' }]);
    expect(fs.existsSync(path.join(world.folder, 'recordings', id))).toBe(false);
    expect(parts()).toEqual([]);
    server.state.recordings[0] = told();
    await pollAll(world.ctx());
    expect(await api.list({ query: { view: 'all' } })).toMatchObject({ total: 0 });
    expect(refusalOf(await sender.announce(of('video'), file))).toEqual([410, 'gone']);
  });

  test('one that its server forgot plays on from here, and can be deleted', async () => {
    const { world, sender, of, fileOf, api, server, owner } = await uploadStage();
    server.state.recordings.push(recording({ recordID: recordId, metadata: new Map([['atrium-account', owner.accountId]]) }));
    await pollAll(world.ctx());
    expect(await api.playback({ params: { recordId } })).toMatchObject({ formats: [{ type: 'presentation', plays: 'server' }] });
    await sender.send(of('video'), fileOf('video'));
    await pollAll(world.ctx());
    const both = await api.playback({ params: { recordId } });
    expect(both.formats.map((one) => [one.type, one.plays])).toEqual([
      ['presentation', 'server'],
      ['video', 'here'],
    ]);
    server.state.recordings.length = 0;
    const forgotten = async () => {
      for (let at = 0; at < 3; at++) {
        await pollAll(world.ctx());
        world.clock.advance(day / 2);
      }
    };
    await pollAll(world.ctx());
    expect((await api.playback({ params: { recordId } })).formats).toHaveLength(2);
    await forgotten();
    expect((await api.playback({ params: { recordId } })).formats).toMatchObject([{ type: 'video', plays: 'here' }]);
    // no server has it: whichever sends or tells something of it is heard again
    expect((await sender.send(of('podcast'), fileOf('podcast'))).headers['upload-state']).toBe('done');
    server.state.recordings.push(recording({ recordID: recordId }));
    await pollAll(world.ctx());
    expect((await api.playback({ params: { recordId } })).formats.map((one) => [one.type, one.plays]).toSorted()).toEqual([
      ['podcast', 'here'],
      ['presentation', 'server'],
      ['video', 'here'],
    ]);
    server.state.recordings.length = 0;
    await forgotten();
    await api.remove({ body: { ids: [both.id] } });
    await api.destroy({ body: { ids: [both.id] } });
    await world.runJobs();
    expect(await api.list({ query: { view: 'all' } })).toMatchObject({ total: 0 });
  });

  test('one that is deleted while its file is unpacked leaves nothing', async () => {
    const { world, sender, of, fileOf, api, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    await sender.put(id, 0, file);
    const [item] = (await api.list({ query: { view: 'all' } })).items;
    await world.ctx().system.write(async (tx) => {
      await moveRecording(tx, { id: item?.id ?? '', from: ['processing'] }, { state: 'deleted' });
    });
    await world.runJobs();
    expect(parts()).toEqual([]);
    expect(
      fs.existsSync(path.join(world.folder, 'recordings', item?.id ?? ''))
        ? fs.readdirSync(path.join(world.folder, 'recordings', item?.id ?? ''))
        : [],
    ).toEqual([]);
  });

  test('a part that is cut off before its first byte is written harms nothing', async () => {
    const { world, sender, server, of, fileOf, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    const content = new Readable({ read: () => undefined });
    content.once('newListener', () => queueMicrotask(() => content.destroy(new Error('cut'))));
    const part = { offset: 0, bytes: file.length, digest: 'a'.repeat(64), content };
    await expect(takePart(world.ctx(), server.row, { id, part })).rejects.toThrow();
    expect(parts()).toEqual([]);
    expect((await sender.put(id, 0, file)).headers['upload-state']).toBe('checking');
  });

  test('an upload that nobody goes on with is given up after a week', async () => {
    const { world, sender, of, fileOf, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    await sender.put(id, 0, file.subarray(0, 1000));
    world.clock.advance(6 * day);
    await tidyUploads(world.ctx());
    expect(parts()).toHaveLength(1);
    world.clock.advance(2 * day);
    await tidyUploads(world.ctx());
    expect(parts()).toEqual([]);
    expect(refusalOf(await sender.put(id, 1000, file.subarray(1000)))).toEqual([404, 'not_found']);
  });
});

describe('a job that breaks off', () => {
  test.each([
    ['putting away the files before', /^recordings\/[^/]+\/presentation-/],
    ['putting away the parts', /^uploads\//],
  ])('while %s goes on where it was, and nothing is left behind', async (_name, at) => {
    const { world, sender, of, fileOf, api, parts } = await uploadStage();
    await sender.send(of('presentation'), fileOf('presentation'));
    const { id: recordingId } = await api.playback({ params: { recordId } });
    const again = { ...of('presentation'), files: { 'shapes.svg': '<svg/>', 'captions_fr.vtt': cue } };
    const file = packed(writePublished(temporaryFolder(), again));
    const id = String((await sender.announce(again, file)).headers['upload-id']);
    await sender.put(id, 0, file);
    failOnce(world.folder, 'rm', at);
    await expect(unpackUpload(world.ctx(), id)).rejects.toThrow('the store is away');
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).headers['upload-state']).toBe('settling');
    // a repeated announcement meanwhile has to wait
    expect((await sender.announce(again, file)).headers).toMatchObject({ 'upload-id': id, 'upload-state': 'settling' });
    world.clock.advance(3 * 3_600_000);
    await tidyUploads(world.ctx());
    await world.runJobs();
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).headers['upload-state']).toBe('done');
    const { captions } = await api.playback({ params: { recordId } });
    expect(captions.map((one) => one.lang)).toEqual(['de', 'fr']);
    const left = fs.readdirSync(path.join(world.folder, 'recordings', recordingId)).filter((name) => !name.endsWith('.vtt'));
    expect(left).toEqual([`presentation-${id.slice(-12)}`]);
    expect(parts()).toEqual([]);
  });

  test('while text tracks are kept brings them with its next turn', async () => {
    const { world, sender, of, fileOf, api } = await uploadStage();
    const file = fileOf('presentation');
    const id = String((await sender.announce(of('presentation'), file)).headers['upload-id']);
    await sender.put(id, 0, file);
    failOnce(world.folder, 'rename', /^recordings\/[^/]+\/[^/]+\.vtt$/);
    await expect(unpackUpload(world.ctx(), id)).rejects.toThrow('the store is away');
    await world.runJobs();
    const { captions } = await api.playback({ params: { recordId } });
    expect(captions.map((one) => one.lang)).toEqual(['de']);
  });

  test('each time is refused in the end, and its parts go', async () => {
    const { world, sender, of, fileOf, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    await sender.put(id, 0, file);
    for (let at = 0; at < 20; at++) {
      failOnce(world.folder, 'rename', /^recordings\//);
      await expect(unpackUpload(world.ctx(), id)).rejects.toThrow('the store is away');
    }
    await world.runJobs();
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).headers).toMatchObject({
      'upload-state': 'failed',
      'upload-trouble': 'not_unpacked',
    });
    expect(parts()).toEqual([]);
  });
});

describe('parts of no upload', () => {
  test('go after a day; those of an upload whose files could not be put away are kept with it', async () => {
    const { world, sender, of, fileOf, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    await sender.put(id, 0, file.subarray(0, 1000));
    world.clock.advance(8 * day);
    failOnce(world.folder, 'rm', /^uploads\//);
    await expect(tidyUploads(world.ctx())).rejects.toThrow('the store is away');
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).statusCode).toBe(200);
    const orphan = path.join(world.folder, 'uploads', '0190a0b0-0000-7000-8000-000000000001');
    fs.mkdirSync(orphan, { recursive: true });
    fs.writeFileSync(path.join(orphan, '00000000000000-aa'), 'x');
    fs.utimesSync(path.join(orphan, '00000000000000-aa'), world.clock.now() / 1000, world.clock.now() / 1000);
    await tidyUploads(world.ctx());
    expect(parts()).toHaveLength(1);
    world.clock.advance(day + 1000);
    await tidyUploads(world.ctx());
    expect(parts()).toEqual([]);
  });
});

describe('the command', () => {
  test('is the operator’s', async () => {
    const { world, owner, server } = await uploadStage();
    const engine = await buildRecordingServer(world, 'engine');
    const ask = (actor: Parameters<typeof recordingsApi>[1], id = server.row.id) =>
      recordingsApi(world, actor).transferCommand({ params: { id }, body: {} });
    const operator = await buildPerson(world, { kind: 'operator' });
    const { id: foreign } = await buildRecording(world, owner);
    expect(await ask(operator)).toMatchObject({
      command: expect.stringMatching(/^curl -fsSL 'http.*' \| sudo sh$/),
      usedAt: null,
    });
    await expect(ask(operator, engine.row.id)).rejects.toMatchObject({ code: 'not_possible' });
    await expect(ask(operator, foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask(owner)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask({ ...operator, scope: [] })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(ask(null)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});
