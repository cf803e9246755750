/**
 * A real meeting of two people that is recorded, with the engine as a process of its own; run as a child by the tests, because the
 * native library needs a process that ends by `process.exit()`. Arguments: folder of recordings, `end` or `kill`, file of VP8 pictures
 * (IVF) or nothing. Tells its parent what it found, and ends.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bbbClient } from '@atrium/bbb/client';
import WebSocket from 'ws';
import type { ServerMessage } from '#protocol/messages.ts';
import { saying } from '#server/engine.factory.ts';
import { OPUS, VP8 } from '#server/media/sdp.ts';
import { openNative } from '#server/media/native.ts';
import { buildSenderReport } from '#server/media/rtcp.ts';
import { publishSynthetic } from '#server/media/synthetic.factory.ts';
import type { Door, SyntheticPublisher } from '#server/media/synthetic.factory.ts';
import { recordingToken } from '#server/record/ticket.ts';
import { SILENCE } from '#server/record/opus.ts';

const SECRET = 'ECCJZNJWLPEA3YB6Y2LTQGQD3GJZ3F93';
const ORIGIN = 'https://meet.example';
const [folder = '', ending = 'end', ivf = ''] = process.argv.slice(2);
const SECONDS = 4;
const WAIT_MS = 40_000;

type Started = { child: ChildProcess; base: string };

async function startEngine(): Promise<Started> {
  const env = { ENGINE_SECRET: SECRET, ENGINE_CLIENT_URL: `${ORIGIN}/m`, ENGINE_RECORDINGS: folder };
  const child = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  return { child, base: `http://127.0.0.1:${message.httpPort}` };
}

type Person = {
  id: string;
  heard: ServerMessage[];
  ask(message: object): void;
  hears(t: string, fits?: (m: ServerMessage) => boolean): Promise<ServerMessage>;
};

async function until<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const start = performance.now();
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() - start > WAIT_MS) throw new Error(`it never came that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function enter(base: string, person: { fullName: string; role: 'MODERATOR' | 'VIEWER' }): Promise<Person> {
  const client = bbbClient({ url: `${base}/bigbluebutton`, secret: SECRET });
  const url = client.joinUrl({ meetingID: 'room', ...person });
  const to = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  const sessionToken = new URL(to).searchParams.get('sessionToken');
  const { ticket } = JSON.parse(
    await (await fetch(`${base}/session/enter`, { method: 'POST', body: JSON.stringify({ sessionToken }) })).text(),
  );
  const socket = new WebSocket(`${base.replace('http', 'ws')}/session/socket`, { origin: ORIGIN });
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const ask = (message: object): void => socket.send(JSON.stringify(message));
  ask({ t: 'hello', ticket });
  const hears = (t: string, fits: (m: ServerMessage) => boolean = () => true): Promise<ServerMessage> =>
    until(`${t} is told`, () => heard.find((message) => message.t === t && fits(message)));
  const welcome = await hears('welcome');
  return { id: welcome.t === 'welcome' ? welcome.you : '', heard, ask, hears };
}

/** The media part behind the socket. */
function doorOf(person: Person): Door {
  return {
    async publish(_seat, { key, source, sdp }) {
      person.ask({ t: 'pub', id: 1, key, source, sdp });
      const answer = await person.hears('pub-answer', (m) => m.t === 'pub-answer' && m.key === key);
      return { sdp: answer.t === 'pub-answer' ? answer.sdp : '' };
    },
    subscribe: () => Promise.reject(new Error('nobody watches here')),
    subAnswer: () => undefined,
  };
}

type Head = { type: number; marker: 0 | 1; sequence: number; timestamp: number; ssrc: number };

function rtp(head: Head, payload: Buffer): Buffer {
  const packet = Buffer.alloc(12 + payload.length);
  packet.writeUInt8(0x80, 0);
  packet.writeUInt8((head.marker << 7) | head.type, 1);
  packet.writeUInt16BE(head.sequence & 0xffff, 2);
  packet.writeUInt32BE(head.timestamp >>> 0, 4);
  packet.writeUInt32BE(head.ssrc, 8);
  payload.copy(packet, 12);
  return packet;
}

/** Pictures of an IVF file; without one, a key frame that only has its head. */
function readPictures(): Buffer[] {
  if (ivf === '') return [Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 64, 1, 180, 0, 0, 0])];
  const bytes = readFileSync(ivf);
  const pictures: Buffer[] = [];
  for (let at = 32; at + 12 <= bytes.length; at += 12 + bytes.readUInt32LE(at))
    pictures.push(bytes.subarray(at + 12, at + 12 + bytes.readUInt32LE(at)));
  return pictures;
}

function report(publisher: SyntheticPublisher, timestamp: number): void {
  const ntp = Date.now() / 1_000 + 2_208_988_800;
  const high = Math.floor(ntp);
  publisher.track.send(
    buildSenderReport({
      ssrc: publisher.ssrc,
      ntpHigh: high,
      ntpLow: Math.floor((ntp - high) * 2 ** 32),
      timestamp,
      packets: 0,
      octets: 0,
    }),
  );
}

/** Sends what was due since the last call, by the clock on the wall, and a report each second. */
function speak(publisher: SyntheticPublisher): () => void {
  const start = performance.now();
  let count = 0;
  return () => {
    for (; count * 20 <= performance.now() - start; count += 1) {
      publisher.track.send(
        rtp({ type: OPUS, marker: 0, sequence: count, timestamp: count * 960, ssrc: publisher.ssrc }, SILENCE),
      );
      if (count % 50 === 25) report(publisher, (performance.now() - start) * 48);
    }
  };
}

function film(publisher: SyntheticPublisher, pictures: readonly Buffer[]): () => void {
  const start = performance.now();
  let count = 0;
  let sequence = 65_000;
  return () => {
    for (; count * 40 <= performance.now() - start; count += 1) {
      const picture = pictures[count % pictures.length] ?? Buffer.alloc(0);
      for (let at = 0; at < picture.length; at += 1_100) {
        const payload = Buffer.concat([Buffer.from([at === 0 ? 0x10 : 0]), picture.subarray(at, at + 1_100)]);
        const marker = at + 1_100 >= picture.length ? 1 : 0;
        publisher.track.send(rtp({ type: VP8, marker, sequence, timestamp: count * 3_600, ssrc: publisher.ssrc }, payload));
        sequence += 1;
      }
      if (count % 25 === 12) report(publisher, (performance.now() - start) * 90);
    }
  };
}

async function run(): Promise<Record<string, unknown>> {
  let engine = await startEngine();
  const client = bbbClient({ url: `${engine.base}/bigbluebutton`, secret: SECRET });
  await client.create({ meetingID: 'room', name: 'Room', record: true });
  const [ada, ben] = [
    await enter(engine.base, { fullName: 'Ada', role: 'MODERATOR' }),
    await enter(engine.base, { fullName: 'Ben', role: 'VIEWER' }),
  ];
  const native = openNative({ bindAddress: '127.0.0.1', udpPort: 'each', log: () => undefined });
  const pictures = readPictures();
  const senders = await Promise.all(
    [ada, ben].flatMap((person, index) => [
      publishSynthetic(native, doorOf(person), {
        seat: person.id,
        key: 'mic',
        source: 'mic',
        ssrc: 1_000 + index,
        rids: [],
      }).then(speak),
      publishSynthetic(native, doorOf(person), {
        seat: person.id,
        key: 'cam',
        source: 'cam',
        ssrc: 2_000 + index,
        rids: [],
      }).then((one) => film(one, pictures)),
    ]),
  );
  const timer = setInterval(() => senders.forEach((sendDue) => sendDue()), 10);
  ada.ask({ t: 'record', to: 'on' });
  const told = await ben.hears('recording');
  ben.ask({ t: 'consent', to: 'all' });
  const info = await client.getMeetingInfo('room');
  ben.ask(saying('hello'));
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  if (ending === 'kill') {
    engine.child.kill('SIGKILL');
    await once(engine.child, 'exit');
    engine = await startEngine();
  }
  const after = bbbClient({ url: `${engine.base}/bigbluebutton`, secret: SECRET });
  await after.end({ meetingID: 'room' });
  clearInterval(timer);
  const recording = await until('the recording is published', async () => {
    const list = await after.getRecordings({ meetingIds: ['room'] });
    return list.ok ? list.recordings[0] : undefined;
  });
  const expires = Math.floor(Date.now() / 1_000) + 60;
  const token = recordingToken(SECRET, { recordId: recording.recordID, expires });
  const video =
    ending === 'end' && ivf !== ''
      ? await until('the video is made', async () => {
          const list = await after.getRecordings({ meetingIds: ['room'] });
          return list.ok ? list.recordings[0]?.formats.find(({ type }) => type === 'video') : undefined;
        })
      : null;
  const manifest = await (
    await fetch(`${engine.base}/recordings/${recording.recordID}/manifest.json?expires=${expires}&token=${token}`)
  ).json();
  engine.child.kill('SIGTERM');
  await once(engine.child, 'exit');
  return { told, recordingFlag: info.ok ? info.meeting.recording : info, recording, manifest, video };
}

run().then(
  (found) => process.send?.(found, () => process.exit(0)),
  (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }, () => process.exit(1)),
);
