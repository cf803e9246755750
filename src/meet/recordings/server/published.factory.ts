/** Published recordings as a BBB server keeps them on its disk, and a server that sends them, for tests. */
import { createHash, createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as tar from 'tar';
import { onTestFinished } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import { transferCommand } from './transfer-key.service.ts';

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-published-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Published = {
  recordId: string;
  format: string;
  state?: 'published' | 'unpublished';
  /** What stands in `start_time` and `end_time`; null: neither is there. */
  times?: { start: string; end: string } | null;
  /** Metadata; `atrium-account` names the account. */
  meta?: Record<string, string>;
  /** Addresses of small pictures. */
  images?: string[];
  files?: Record<string, string | Buffer>;
};

const usualTimes = { start: '1700000000000', end: '1700000061234' };
export function metadataXml({
  recordId,
  format,
  state = 'published',
  meta = {},
  images = [],
  times = usualTimes,
}: Published): string {
  const tags = Object.entries({ meetingId: 'class 9b', meetingName: 'Geometry & co', ...meta });
  const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<recording>
  <id>${recordId}</id><state>${state}</state><published>${state === 'published'}</published>
  ${times === null ? '' : `<start_time>${times.start}</start_time><end_time>${times.end}</end_time>`}<participants>3</participants>
  <meeting id="${recordId}" externalId="class 9b" name="Geometry" breakout="false"/>
  <meta>${tags.map(([name, value]) => `<${name}>${text(value)}</${name}>`).join('')}</meta>
  <playback>
    <format>${format}</format>
    <link>https://bbb.example/playback/${format}/2.3/${recordId}</link>
    <processing_time>7177</processing_time><duration>61234</duration><size>4711</size>
    <extensions><preview><images>${images.map((url) => `<image width="176" height="136" alt="">${url}</image>`).join('')}</images></preview></extensions>
  </playback>
  <raw_size>99999</raw_size>
</recording>
`;
}

/** Writes a format below `root` (what on a server is `/var/bigbluebutton`). Returns its folder. */
export function writePublished(root: string, published: Published): string {
  const { recordId, format, state = 'published', files = {} } = published;
  const folder = path.join(root, state, format, recordId);
  for (const [name, content] of Object.entries({ 'metadata.xml': metadataXml(published), ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** The usual formats of one recording that was made in a room. */
export function usualFormats(recordId: string, accountId: string): Published[] {
  const meta = { 'atrium-account': accountId, 'atrium-room': '0190a0b0-0000-7000-8000-00000000000a' };
  const slide = 'presentation/a1/thumbnails/thumb-1.png';
  return [
    {
      ...{ recordId, format: 'presentation', meta, images: [`https://bbb.example/presentation/${recordId}/${slide}`] },
      files: {
        [slide]: 'a small picture',
        'shapes.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'cursor.xml': '<recording/>',
        'video/webcams.webm': 'webcams',
        'captions_de.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nGuten Tag\n',
      },
    },
    { recordId, format: 'video', meta, files: { 'video-0.m4v': 'the video of the lesson', 'index.html': '<p>player</p>' } },
    { recordId, format: 'podcast', meta, files: { 'audio.ogg': 'the sound' } },
    { recordId, format: 'screenshare', meta, files: { 'screenshare.webm': 'the screen' } },
    { recordId, format: 'notes', meta, files: { 'notes.pdf': '%PDF-1.4', 'notes.html': '<script>alert(1)</script>' } },
  ];
}

/** The folder as the script packs it. */
export function packed(folder: string): Buffer {
  const file = path.join(temporaryFolder(), 'packed.tar');
  tar.create({ file, cwd: folder, sync: true, portable: true }, ['.']);
  return fs.readFileSync(file);
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
type Ask = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  path: string;
  body?: Buffer /** Of the body, when it is not the true one. */;
  digest?: string;
  at?: number;
};

/** A server that knows its key, as the script does. */
export async function buildSender(world: World, serverId: string) {
  const { command } = await transferCommand(world.ctx(), serverId, 'keep');
  const url = /'(.+)'/.exec(command)?.[1] ?? '';
  const script = async () => (await world.app.inject(url.replace(/^https?:\/\/[^/]+/, ''))).body;
  const key = /ATRIUM_KEY='([0-9a-f]{64})'/.exec(await script())?.[1] ?? '';
  const base = `/api/transfer/${serverId}`;
  const ask = async ({ method, path: rest, body = Buffer.alloc(0), digest = digestOf(body), at = world.clock.now() }: Ask) => {
    const time = Math.floor(at / 1000);
    const target = `${base}${rest}`;
    const signature = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(`${method}\n${target}\n${digest}\n${time}`)
      .digest('hex');
    return world.app.inject({
      method,
      url: target,
      headers: {
        'x-atrium-digest': digest,
        'x-atrium-time': String(time),
        'x-atrium-signature': signature,
        ...(method === 'POST' || method === 'PUT' ? { 'content-type': 'application/octet-stream' } : {}),
      },
      ...(method === 'POST' || method === 'PUT' ? { payload: body } : {}),
    });
  };
  const announce = (of: Published, file: Buffer, wish: object = {}) =>
    ask({
      method: 'POST',
      path: '/uploads',
      body: Buffer.from(
        JSON.stringify({
          ...{ recordId: of.recordId, format: of.format, bytes: file.length, sha256: digestOf(file) },
          metadata: Buffer.from(metadataXml(of)).toString('base64'),
          ...wish,
        }),
      ),
    });
  const put = (id: string, offset: number, body: Buffer) => ask({ method: 'PUT', path: `/uploads/${id}?offset=${offset}`, body });
  /** Announces, sends all in one part, and has it unpacked. Returns the response that the server then reads. */
  const send = async (of: Published, file: Buffer) => {
    const announced = await announce(of, file);
    const id = String(announced.headers['upload-id'] ?? '');
    if (announced.statusCode !== 201 || announced.headers['upload-state'] === 'done') return announced;
    await put(id, Number(announced.headers['upload-offset']), file.subarray(Number(announced.headers['upload-offset'])));
    await world.runJobs();
    return ask({ method: 'GET', path: `/uploads/${id}` });
  };
  return { key, url, script, ask, announce, put, send };
}
