/** Serves the files of recordings over HTTP to holders of a ticket (see `ticket.ts`): whole or in ranges (RFC 9110 §14). */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { HttpExchange } from '#server/http-answer.ts';
import type { Engine } from '#server/model.ts';
import { EVENTS_FILE, readEvents, shownPagesOf, tracksOf } from '#server/record/event-log.ts';
import type { LogEvent, SlideFact, TrackFact } from '#server/record/event-log.ts';
import { PICTURE_FILE, VIDEO_FILE } from '#server/record/record-file.ts';
import type { RecordFacts } from '#server/record/record-file.ts';
import type { RecordingShelf } from '#server/record/shelf.ts';
import { mayRead } from '#server/record/ticket.ts';

export const RECORDINGS_PATH = '/recordings/';
const PLACE =
  /^\/recordings\/([\w-]{1,128})\/(manifest\.json|events\.jsonl|video\.mp4|picture\.jpg|[\w-]{1,60}\.webm|slide-[\w-]{22}-\d{1,3}(?:-small)?\.webp)$/;

/** What a player needs: the files on the time line and everything that happened. Times in milliseconds of recorded time. */
export type RecordingManifest = {
  recordID: string;
  meetingID: string;
  name: string;
  /** Epoch milliseconds. */
  startTime: number;
  length: number;
  tracks: TrackFact[];
  /** Every page that was shown while it ran. */
  slides: SlideFact[];
  events: LogEvent[];
  /** The one file for downloading; `progress` 0 to 1 while it is being made. */
  video: { state: RecordFacts['video']['state']; progress: number | null };
  /** File of a small picture, null = none (yet). */
  picture: string | null;
};

/** Answers a request below `/recordings/`. Without leave, and for what is not there, the answer is the same. */
export async function serveRecording(engine: Engine, { request, response }: HttpExchange): Promise<void> {
  request.resume();
  const url = new URL(request.url ?? '/', 'http://engine');
  const [, recordId = '', file = ''] = PLACE.exec(url.pathname) ?? [];
  const { shelf } = engine;
  const facts = shelf?.find(recordId);
  const asked = { recordId, query: url.searchParams, now: engine.clock.now() };
  const open = facts?.state === 'published' || facts?.state === 'unpublished';
  if (!shelf || !facts || !open || !mayRead(engine.settings.secrets, asked)) return refuse(response, 404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const folder = shelf.folder(recordId);
  if (file === 'manifest.json') return giveManifest(response, await manifestOf(engine, { facts, shelf }));
  await giveFile({ request, response }, { path: `${folder}/${file}`, type: typeOf(file), cache: 'private, max-age=3600' });
}

async function manifestOf(
  engine: Engine,
  { facts: record, shelf }: { facts: RecordFacts; shelf: RecordingShelf },
): Promise<RecordingManifest> {
  const folder = shelf.folder(record.recordID);
  const log = await readEvents(`${folder}/${EVENTS_FILE}`);
  const picture = await stat(`${folder}/${PICTURE_FILE}`).then(
    () => PICTURE_FILE,
    () => null,
  );
  const { recordID, meetingID, name, startTime, length, video } = record;
  const progress = engine.mixer?.progress(recordID) ?? null;
  const tracks = tracksOf(log).filter((track) => track.length > 0);
  const [slides, events] = [shownPagesOf(log), log.filter(({ type }) => type !== 'slide')];
  const facts = { recordID, meetingID, name, startTime, length };
  return { ...facts, tracks, slides, events, video: { state: video.state, progress }, picture };
}

function typeOf(file: string): string {
  if (file === VIDEO_FILE) return 'video/mp4';
  if (file === PICTURE_FILE) return 'image/jpeg';
  if (file.endsWith('.webp')) return 'image/webp';
  if (file === EVENTS_FILE) return 'application/x-ndjson; charset=utf-8';
  return file.includes('mic') || file.includes('audio') ? 'audio/webm' : 'video/webm';
}

function refuse(response: ServerResponse, status: 404 | 405): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ error: status === 404 ? 'not-found' : 'bad-method' }));
}

function giveManifest(response: ServerResponse, manifest: RecordingManifest): void {
  const body = Buffer.from(JSON.stringify(manifest));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** A byte range; `bad` when it lies outside, null for the whole file (also when several ranges are asked for). */
export function readRange(header: string | undefined, size: number): { from: number; to: number } | 'bad' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to || from >= size ? 'bad' : { from, to };
}

/** Answers with a file of this disk, or the part of it that is asked for. */
export async function giveFile(
  { request, response }: HttpExchange,
  file: { path: string; type: string; cache: string },
): Promise<void> {
  const found = await stat(file.path).catch(() => null);
  if (found === null) return refuse(response, 404);
  const { size } = found;
  const range = readRange(request.headers.range, size);
  const headers = {
    'content-type': file.type,
    'accept-ranges': 'bytes',
    'cache-control': file.cache,
    'last-modified': found.mtime.toUTCString(),
    'x-content-type-options': 'nosniff',
  };
  if (range === 'bad') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` });
    response.end();
    return;
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  const part = range === null ? {} : { 'content-range': `bytes ${from}-${to}/${size}` };
  response.writeHead(range === null ? 200 : 206, { ...headers, ...part, 'content-length': to - from + 1 });
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  // A reader who goes away in the middle is no failure.
  await pipeline(createReadStream(file.path, { start: from, end: to }), response).catch(() => response.destroy());
}
