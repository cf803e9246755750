import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecordingReady } from '@atrium/bbb/hooks/callbacks';
import { signQuery } from '@atrium/bbb/checksum';
import { writeMultipartFile } from '@atrium/bbb/multipart';
import { writeQuery } from '@atrium/bbb/query';
import { readXml } from '@atrium/bbb/xml';
import type { XmlNode } from '@atrium/bbb/xml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childText, person, SECRET, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { soundPacket, testSource } from '#server/record/packets.factory.ts';
import { recordingToken } from '#server/record/ticket.ts';

let folder = '';
let engine: TestEngine;
const open = async (): Promise<TestEngine> => testEngine({ recordings: { folder, ffmpeg: null }, allowPrivateCallbacks: true });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-api-recordings-'));
  engine = await open();
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A meeting with one moderator who may record. */
async function meeting(id: string, more: Record<string, string> = {}): Promise<{ host: Person; room: string }> {
  const created = await engine.call('create', { name: `About ${id}`, meetingID: id, record: 'true', ...more });
  const host = await person(engine, { meetingID: id, fullName: 'Ada', role: 'MODERATOR' });
  return { host, room: childText(created.xml, 'internalMeetingID') };
}

/** Half a second of sound reaches the room. */
function talk(room: string, seat: string): void {
  const { source, stream } = testSource(seat, 'mic');
  for (let number = 0; number < 25; number += 1) {
    const at = performance.now() + number * 20;
    engine.media.taps
      .get(room)
      ?.packet(source, stream, { packet: soundPacket({ sequence: number, timestamp: number * 960 }), number, at });
  }
}

async function finished(): Promise<void> {
  await Promise.all(engine.engine.finishing);
}

/** A recording from the beginning to its publication; gives its id. */
async function recorded(id: string, more: Record<string, string> = {}): Promise<string> {
  const { host, room } = await meeting(id, more);
  expect(await host.ask({ t: 'record', to: 'on' })).toMatchObject({ t: 'ok' });
  talk(room, host.userId);
  await engine.call('end', { meetingID: id });
  await finished();
  return room;
}

const childOf = (node: XmlNode | null | undefined, name: string) => node?.children.find((child) => child.name === name);
async function listed(params: Record<string, string> = {}): Promise<readonly XmlNode[]> {
  const reply = await engine.call('getRecordings', params);
  expect(reply.code).toBe('SUCCESS');
  return childOf(reply.xml, 'recordings')?.children ?? [];
}
const idsOf = async (params: Record<string, string> = {}) => (await listed(params)).map((node) => childText(node, 'recordID'));

describe('starting and stopping', () => {
  test('a moderator starts, pauses and stops it, and everybody is told', async () => {
    const { host } = await meeting('room');
    const guest = await person(engine, { meetingID: 'room', fullName: 'Ben' });
    expect([host.welcome.meeting.mayRecord, guest.welcome.meeting.mayRecord]).toEqual([true, false]);
    expect(await guest.ask({ t: 'record', to: 'on' })).toMatchObject({ t: 'error', code: 'not-allowed' });
    await host.ask({ t: 'record', to: 'on' });
    expect(await guest.hears('recording')).toMatchObject({ to: 'on', by: host.userId });
    const { meeting: facts } = await guest.hears('meeting', ({ meeting: now }) => now.recording === 'on');
    expect(facts.recordingSince).toBeLessThanOrEqual(Date.now());
    expect(childText((await engine.call('getMeetingInfo', { meetingID: 'room' })).xml, 'recording')).toBe('true');
    engine.pass(1_000);
    await host.ask({ t: 'record', to: 'paused' });
    const { meeting: held } = await guest.hears('meeting', ({ meeting: now }) => now.recording === 'paused');
    expect([held.recordingSince, held.recorded > 0]).toEqual([null, true]);
    expect(childText((await engine.call('getMeetingInfo', { meetingID: 'room' })).xml, 'recording')).toBe('false');
    await host.ask({ t: 'record', to: 'on' });
    await host.ask({ t: 'record', to: 'off' });
    expect(await guest.hears('recording', ({ to }) => to === 'off')).toMatchObject({ by: host.userId });
    expect(childText((await engine.call('getMeetingInfo', { meetingID: 'room' })).xml, 'recording')).toBe('false');
  });

  test('it cannot be started where create did not allow it, or forbade the switch', async () => {
    for (const [id, more] of [
      ['no', { record: 'false' }],
      ['fixed', { allowStartStopRecording: 'false' }],
    ] as const) {
      const { host } = await meeting(id, more);
      expect(host.welcome.meeting).toMatchObject({ mayRecord: false, mayBeRecorded: false });
      expect(await host.ask({ t: 'record', to: 'on' })).toMatchObject({ code: 'not-allowed' });
    }
  });

  test('autoStartRecording begins with the first person', async () => {
    await engine.call('create', { name: 'Auto', meetingID: 'auto', record: 'true', autoStartRecording: 'true' });
    engine.pass(1_000);
    expect(childText((await engine.call('getMeetingInfo', { meetingID: 'auto' })).xml, 'recording')).toBe('false');
    const host = await person(engine, { meetingID: 'auto', fullName: 'Ada', role: 'MODERATOR' });
    engine.pass(1_000);
    expect(await host.hears('recording')).toMatchObject({ to: 'on', by: null });
  });

  test('what is recorded without a sound or a picture leaves nothing behind', async () => {
    const { host, room } = await meeting('silent');
    await host.ask({ t: 'record', to: 'on' });
    await engine.call('end', { meetingID: 'silent' });
    await finished();
    await engine.engine.shelf?.settle();
    expect(await idsOf({ state: 'any' })).toEqual([]);
    expect(existsSync(join(folder, room))).toBe(false);
  });
});

describe('the list', () => {
  test('112 113 a recording is told with every element, an empty value of metadata too', async () => {
    const id = await recorded('room', { 'meta_gl-listed': 'true', meta_empty: '' });
    const [node] = await listed();
    const order =
      'recordID meetingID internalMeetingID name isBreakout published state startTime endTime participants rawSize metadata size playback';
    expect(node?.children.map((child) => child.name).join(' ')).toBe(order);
    expect([
      childText(node ?? null, 'recordID'),
      childText(node ?? null, 'name'),
      childText(node ?? null, 'participants'),
    ]).toEqual([id, 'About room', '1']);
    const format = childOf(childOf(node, 'playback'), 'format') ?? null;
    expect([childText(format, 'type'), childText(format, 'url')]).toEqual(['atrium', `https://meet.example/playback/${id}`]);
    expect(childText(node ?? null, 'startTime')).toMatch(/^\d{13}$/);
    const metadata = childOf(node, 'metadata');
    expect([childOf(metadata, 'empty')?.text, childText(metadata ?? null, 'gl-listed')]).toEqual(['', 'true']);
  });

  test('106–111 it is found by meeting, by the beginning of its id, by state, by metadata, and in pages', async () => {
    expect((await engine.call('getRecordings')).key).toBe('noRecordings');
    const one = await recorded('one', { 'meta_gl-listed': 'true' });
    engine.pass(1_000);
    const two = await recorded('two');
    expect(await idsOf()).toEqual([two, one]);
    expect(await idsOf({ meetingID: 'one' })).toEqual([one]);
    expect(await idsOf({ recordID: two.slice(0, 40), meetingID: 'one' })).toEqual([two]);
    for (const empty of [{ recordID: ',' }, { recordID: '' }, { meetingID: '' }]) expect(await idsOf(empty)).toEqual([]);
    expect(await idsOf({ recordID: `${two},${one},` })).toEqual([two, one]);
    expect(await idsOf({ 'meta_gl-listed': 'true' })).toEqual([one]);
    expect(await idsOf({ 'meta_gl-listed': '%ru%', meta_other: 'x' })).toEqual([]);
    expect([await idsOf({ state: 'unpublished' }), await idsOf({ meta_x: '' })]).toEqual([[], []]);
    const page = await engine.call('getRecordings', { limit: '1', offset: '1' });
    expect(childText(page.xml, 'totalElements')).toBe('2');
    expect(await idsOf({ limit: '1', offset: '1' })).toEqual([one]);
  });

  test('114–116 publishing, renaming, protecting and deleting', async () => {
    const id = await recorded('room');
    expect(childText((await engine.call('publishRecordings', { recordID: id, publish: 'false' })).xml, 'published')).toBe(
      'false',
    );
    expect(await idsOf({ state: 'published' })).toEqual([]);
    await engine.call('updateRecordings', { recordID: id, meta_name: 'New', protect: 'true' });
    const [node] = await listed();
    expect([childText(childOf(node, 'metadata') ?? null, 'name'), childText(node ?? null, 'protected')]).toEqual(['New', 'true']);
    await engine.call('updateRecordings', { recordID: id, meta_name: '' });
    expect(childOf(childOf((await listed())[0], 'metadata'), 'name')).toBeUndefined();
    expect((await engine.call('deleteRecordings', { recordID: id })).code).toBe('SUCCESS');
    expect((await engine.call('deleteRecordings', { recordID: id })).key).toBe('notFound');
    await engine.engine.shelf?.settle();
    expect([await idsOf(), await idsOf({ state: 'deleted' })]).toEqual([[], [id]]);
    expect(existsSync(join(folder, id, '1-mic.webm'))).toBe(false);
  });

  test('118 it is still there after a new start, and text tracks are an empty list', async () => {
    const id = await recorded('room');
    await engine.stop();
    engine = await open();
    expect(await idsOf()).toEqual([id]);
    const tracks = await engine.call('getRecordingTextTracks', { recordID: id });
    expect(JSON.parse(tracks.text)).toMatchObject({ response: { returncode: 'SUCCESS', tracks: [] } });
  });
});

test('119 what is wrong with a text track is told in JSON, in this order; a right one is said not to be kept', async () => {
  const id = await recorded('room');
  const upload = async (params: Record<string, string>, text = 'WEBVTT\n', secret = SECRET) => {
    const query = signQuery({ call: 'putRecordingTextTrack', query: writeQuery(Object.entries(params)), secret, hash: 'sha256' });
    const form = writeMultipartFile({ name: 'file', filename: 'a.vtt', contentType: 'text/vtt', text });
    const answer = await fetch(`${engine.base}/bigbluebutton/api/putRecordingTextTrack?${query}`, {
      method: 'POST',
      headers: { 'content-type': form.contentType },
      body: form.body,
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    const { response } = JSON.parse(await answer.text());
    return `${response.returncode} ${response.messageKey}`;
  };
  const good = { recordID: id, kind: 'captions', lang: 'en_US' };
  expect(await upload(good, 'x', 'another')).toBe('FAILED checksumError');
  expect(await upload({ kind: 'foo' })).toBe('FAILED paramError');
  expect(await upload({ ...good, recordID: 'nobody', kind: 'foo' })).toBe('FAILED noRecordings');
  expect(await upload({ ...good, kind: 'foo' })).toBe('FAILED invalidKind');
  expect(await upload({ ...good, lang: 'x y' })).toBe('FAILED invalidLang');
  expect(await upload(good, '')).toBe('FAILED empty_uploaded_text_track');
  expect(await upload(good)).toBe('FAILED upload_text_track_failed');
});

describe('the files', () => {
  const link = (id: string, file: string, change: { expires?: number; secret?: string } = {}) => {
    const expires = change.expires ?? Math.floor(Date.now() / 1_000) + 60;
    const token = recordingToken(change.secret ?? SECRET, { recordId: id, expires });
    return `${engine.base}/recordings/${id}/${file}?expires=${expires}&token=${token}`;
  };

  test('are given whole and in parts to whoever has leave', async () => {
    const id = await recorded('room');
    const whole = Buffer.from(await (await fetch(link(id, '1-mic.webm'))).arrayBuffer());
    const part = await fetch(link(id, '1-mic.webm'), { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    expect((await fetch(link(id, '1-mic.webm'), { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
    const manifest = await (await fetch(link(id, 'manifest.json'))).json();
    expect(manifest).toMatchObject({ recordID: id, tracks: [{ file: '1-mic.webm', start: expect.any(Number), kind: 'audio' }] });
    // the test's packets come by a clock of their own, the recording began by the machine's
    expect(manifest.tracks[0].start).toBeGreaterThanOrEqual(250);
    expect(manifest.tracks[0].start).toBeLessThan(400);
  });

  test('are not given without leave, with an old one, with one for another recording, or once deleted', async () => {
    const id = await recorded('room');
    const status = async (url: string) => (await fetch(url)).status;
    expect(await status(link(id, '1-mic.webm'))).toBe(200);
    expect(await status(`${engine.base}/recordings/${id}/1-mic.webm`)).toBe(404);
    expect(await status(link(id, '1-mic.webm', { expires: 1_000 }))).toBe(404);
    expect(await status(link(id, '1-mic.webm', { secret: 'guessed' }))).toBe(404);
    expect(await status(link('other', '1-mic.webm').replace('other', id))).toBe(404);
    expect(await status(link(id, 'recording.json'))).toBe(404);
    expect(await status(link(id, '..%2F..%2Fetc%2Fpasswd'))).toBe(404);
    await engine.call('deleteRecordings', { recordID: id });
    expect(await status(link(id, '1-mic.webm'))).toBe(404);
  });
});

test('122 the address of the news is told once it is listed, signed, and its address is not shown', async () => {
  const told = Promise.withResolvers<string>();
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8');
    const parts: string[] = [];
    request.on('data', (part: string) => parts.push(part));
    request.on('end', () => {
      response.writeHead(202).end();
      told.resolve(parts.join(''));
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const id = await recorded('room', { 'meta_bbb-recording-ready-url': `http://127.0.0.1:${port}/ready` });
  expect(readRecordingReady(await told.promise, SECRET)).toEqual({ meetingId: 'room', recordId: id });
  expect(await idsOf({ recordID: id })).toEqual([id]);
  const xml = (await engine.call('getRecordings')).text;
  expect([xml.includes('recording-ready'), readXml(xml)?.name]).toEqual([false, 'response']);
  receiver.close();
});
