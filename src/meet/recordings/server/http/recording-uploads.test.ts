import { createHash, createHmac } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSender, packed, temporaryFolder, writePublished } from '../published.factory.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { buildRecordingServer, recordingsApi } from '../recordings.factory.ts';
import { transferCommand } from '../transfer-key.service.ts';
import { day, recordId, refusalOf, uploadStage } from './recording-uploads.factory.ts';

describe('an upload', () => {
  test('arrives in parts, shows its progress, and is played from here', async () => {
    const { sender, of, fileOf, api, world, parts } = await uploadStage();
    const file = fileOf('video');
    const announced = await sender.announce(of('video'), file);
    expect([announced.statusCode, announced.headers['upload-offset'], announced.headers['upload-state']]).toEqual([
      201,
      '0',
      'receiving',
    ]);
    const id = String(announced.headers['upload-id']);
    const list = async () => (await api.list({ query: { view: 'all' } })).items;
    expect(await list()).toMatchObject([{ state: 'processing', progress: 0, name: 'Geometry & co' }]);
    const half = Math.floor(file.length / 2);
    expect((await sender.put(id, 0, file.subarray(0, half))).headers['upload-offset']).toBe(String(half));
    expect((await list())[0]?.progress).toBeCloseTo(0.5, 1);
    // the server lost the response: it announces the upload again and gets the offset to continue from
    expect((await sender.announce(of('video'), file)).headers).toMatchObject({ 'upload-id': id, 'upload-offset': String(half) });
    expect((await sender.ask({ method: 'HEAD', path: `/uploads/${id}` })).headers['upload-offset']).toBe(String(half));
    const last = await sender.put(id, half, file.subarray(half));
    expect(last.headers['upload-state']).toBe('checking');
    await world.runJobs();
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).json()).toMatchObject({ state: 'done', trouble: null });
    expect(await list()).toMatchObject([
      {
        // it waits for its owner
        state: 'unpublished',
        progress: null,
        lengthMs: 61_234,
        people: 3,
        formats: [{ type: 'video', plays: 'here', downloadable: true }],
      },
    ]);
    const played = await api.playback({ params: { recordId } });
    const url = played.formats[0]?.url ?? '';
    expect((await world.app.inject(url)).body).toBe('the video of the lesson');
    expect((await world.app.inject({ url, headers: { range: 'bytes=4-8' } })).body).toBe('video');
    expect((await world.app.inject(played.download ?? '')).headers['content-disposition']).toBe(
      'attachment; filename="recording-video-0.m4v"',
    );
    expect(parts()).toEqual([]);
    expect((await sender.announce(of('video'), file)).headers['upload-state']).toBe('done');
  });

  test('brings text tracks and pictures; notes in HTML can do no harm', async () => {
    const { sender, of, fileOf, api, world } = await uploadStage();
    for (const format of ['presentation', 'notes', 'podcast']) await sender.send(of(format), fileOf(format));
    const [item] = (await api.list({ query: { view: 'all' } })).items;
    expect(item).toMatchObject({ captions: ['de'] });
    expect((await world.app.inject(item?.thumbnail ?? '')).body).toBe('a small picture');
    // seeing it in a list does not mean playing it: the operator, or a colleague of one that is protected
    const operator = recordingsApi(world, await buildPerson(world, { kind: 'operator' }));
    const [seen] = (await operator.list({ query: { view: 'all' } })).items;
    expect(seen?.rights.play).toBe(false);
    const address = new URL(seen?.thumbnail ?? '', 'http://here');
    const token = address.searchParams.get('token') ?? '';
    const opens = async (url: string) => (await world.app.inject(url)).statusCode;
    expect(await opens(address.pathname + address.search)).toBe(200);
    const folder = address.pathname.replace(/\/presentation\/a1.*/, '');
    for (const other of ['video/webcams.webm', 'shapes.svg', 'metadata.xml'])
      expect(await opens(`${folder}/${other}?token=${token}`), other).toBe(404);
    expect(await opens(`/presentation/${recordId}/video/webcams.webm?token=${token}`)).toBe(404);
    expect(await opens(`/presentation/${recordId}/presentation/a1/thumbnails/thumb-1.png?token=${token}`)).toBe(404);
    expect(await opens(`/presentation/${recordId}/open?token=${token}`)).toBe(404);
    const { formats, captions } = await api.playback({ params: { recordId } });
    expect((await world.app.inject(captions[0]?.url ?? '')).body).toContain('Guten Tag');
    expect(formats.map((one) => [one.type, one.mime]).toSorted()).toEqual([
      ['notes', 'application/pdf'],
      ['podcast', 'audio/ogg'],
      ['presentation', null],
    ]);
    const notes = formats.find((one) => one.type === 'notes')?.url ?? '';
    const page = await world.app.inject(notes.replace('notes.pdf', 'notes.html'));
    expect([page.statusCode, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringMatching(/^sandbox; default-src 'none'/),
    ]);
  });

  test('that comes again takes the place of the one before', async () => {
    const { sender, of, fileOf, api, world } = await uploadStage();
    await sender.send(of('video'), fileOf('video'));
    const { id } = await api.playback({ params: { recordId } });
    const again = { ...of('video'), files: { 'video-0.m4v': 'rendered anew' } };
    await sender.send(again, packed(writePublished(temporaryFolder(), again)));
    const { formats } = await api.playback({ params: { recordId } });
    expect(formats).toHaveLength(1);
    expect((await world.app.inject(formats[0]?.url ?? '')).body).toBe('rendered anew');
    expect(fs.readdirSync(path.join(world.folder, 'recordings', id))).toHaveLength(1);
  });

  test('that breaks off within a part goes on where the part began', async () => {
    const { sender, of, fileOf, world, parts, server } = await uploadStage();
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const address = world.app.server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    const target = `/api/transfer/${server.row.id}/uploads/${id}?offset=0`;
    const digest = createHash('sha256').update(file).digest('hex');
    const time = String(Math.floor(world.clock.now() / 1000));
    const signature = createHmac('sha256', Buffer.from(sender.key, 'hex'))
      .update(`PUT\n${target}\n${digest}\n${time}`)
      .digest('hex');
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': file.length,
      'x-atrium-digest': digest,
      'x-atrium-time': time,
      'x-atrium-signature': signature,
    };
    const cutOff = (after: number) =>
      new Promise<void>((resolve) => {
        const request = http.request({ port, host: '127.0.0.1', path: target, method: 'PUT', headers });
        request.on('error', () => resolve());
        request.write(file.subarray(0, 3000), () => setTimeout(() => request.destroy(), after));
      });
    // at once, while the signature is looked at, and while the part is written
    for (const after of [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 200]) await cutOff(after);
    await expect.poll(() => parts()).toEqual([]);
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).headers['upload-offset']).toBe('0');
    expect((await sender.put(id, 0, file)).headers['upload-state']).toBe('checking');
  });

  test('sent twice counts once, also when both come at the same time', async () => {
    const { sender, of, fileOf, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    const first = file.subarray(0, 2000);
    const both = await Promise.all([sender.put(id, 0, first), sender.put(id, 0, first)]);
    expect(both.map((one) => one.statusCode).toSorted()).toEqual([200, 409]);
    const replayed = await sender.put(id, 0, first);
    expect([...refusalOf(replayed), replayed.headers['upload-offset']]).toEqual([409, 'wrong_offset', '2000']);
    expect(parts()).toHaveLength(1);
  });
});

describe('what is refused', () => {
  test('a request that is not signed with the key of that server', async () => {
    const { world, sender, of, fileOf, server } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    const other = await buildRecordingServer(world);
    const stranger = await buildSender(world, other.row.id);
    expect(refusalOf(await stranger.ask({ method: 'GET', path: `/uploads/${id}` }))).toEqual([404, 'not_found']);
    expect(refusalOf(await stranger.announce(of('video'), file))).toEqual([409, 'other_server']);
    expect(refusalOf(await sender.ask({ method: 'GET', path: `/uploads/${id}`, at: world.clock.now() - 1_000_000 }))).toEqual([
      401,
      'wrong_clock',
    ]);
    const bare = await world.app.inject({ method: 'GET', url: `/api/transfer/${server.row.id}/uploads/${id}` });
    expect(refusalOf(bare)).toEqual([401, 'wrong_signature']);
    const nowhere = await world.app.inject({ method: 'POST', url: '/api/transfer/0190a0b0-0000-7000-8000-000000000000/uploads' });
    expect(refusalOf(nowhere)).toEqual([401, 'unknown_key']);
    await transferCommand(world.ctx(), server.row.id, 'renew');
    expect(refusalOf(await sender.put(id, 0, file))).toEqual([401, 'wrong_signature']);
    expect((await world.app.inject(new URL(sender.url).pathname + new URL(sender.url).search)).statusCode).toBe(404);
  });

  test('a part that is not the one that was signed, and a file that is not the one that was announced', async () => {
    const { world, sender, of, fileOf, parts } = await uploadStage();
    const file = fileOf('video');
    const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
    const wrong = await sender.ask({ method: 'PUT', path: `/uploads/${id}?offset=0`, body: file, digest: 'a'.repeat(64) });
    expect(refusalOf(wrong)).toEqual([422, 'wrong_digest']);
    expect(parts()).toEqual([]);
    const longer = await sender.put(id, 0, Buffer.concat([file, file]));
    expect(refusalOf(longer)).toEqual([413, 'too_large']);
    const changed = Buffer.from(file);
    changed[700] = 1;
    await sender.put(id, 0, changed);
    await world.runJobs();
    expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).headers).toMatchObject({
      'upload-state': 'failed',
      'upload-trouble': 'wrong_digest',
    });
    expect(parts()).toEqual([]);
    const anew = await sender.send(of('video'), file);
    expect(anew.headers['upload-state']).toBe('done');
  });

  test.each([['a link', (folder: string) => fs.symlinkSync('/etc/passwd', path.join(folder, 'passwd.txt')), 'unsafe_entry']])(
    'an archive with %s, of which nothing stays',
    async (_name, spoil, trouble) => {
      const { world, sender, of } = await uploadStage();
      const folder = writePublished(temporaryFolder(), of('video'));
      spoil(folder);
      const told = await sender.send(of('video'), packed(folder));
      expect(told.headers).toMatchObject({ 'upload-state': 'failed', 'upload-trouble': trouble });
      const left = fs.readdirSync(world.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
      expect(left.map((one) => one.name)).toEqual([]);
    },
    30_000,
  );

  test('an announcement that makes no sense', async () => {
    const { sender, of, fileOf } = await uploadStage();
    const file = fileOf('video');
    const refused = async (wish: object) => refusalOf(await sender.announce(of('video'), file, wish));
    expect(await refused({ recordId: '../x' })).toEqual([400, 'invalid_input']);
    expect(await refused({ format: 'Video/..' })).toEqual([400, 'invalid_input']);
    expect(await refused({ recordId: 'another-1' })).toEqual([422, 'bad_metadata']);
    expect(await refused({ format: 'podcast' })).toEqual([422, 'bad_metadata']);
    expect(await refused({ bytes: 60_000_000_000 })).toEqual([413, 'too_large']);
    expect(await refused({ metadata: Buffer.from('<recording>').toString('base64') })).toEqual([422, 'bad_metadata']);
    expect(refusalOf(await sender.announce({ recordId: 'nobodys-1', format: 'video' }, file))).toEqual([422, 'no_owner']);
  });

  test('an end of the key with the server', async () => {
    const { world, sender } = await uploadStage();
    world.clock.advance(day + 1000);
    expect(await sender.script()).toContain('not_found');
  });
});
