/** Slides over HTTP: pages for people in the room, who alone know the random id of their deck, and documents from who presents. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type HttpExchange, give, isForeign, json } from '#server/http-answer.ts';
import type { Engine, MeetingSeat } from '#server/model.ts';
import { giveFile } from '#server/record/serve.ts';
import { deckFolder, isDiskFull, isDiskFullFor, ORIGINAL_FILE, TEXT_FILE } from '#server/slides/deck-files.ts';
import { addDeck, deckRefusal, type DeckRefusal, slidesOf } from '#server/slides/decks.ts';
import { hashOf, randomToken } from '#server/tokens.ts';
import { SLIDES } from '#topics/slides/slides.topic.ts';

export const PAGES_PATH = '/session/pages/';
export const UPLOAD_PATH = '/session/deck';
const FILE = /^\/session\/pages\/([\w-]{22})\/([1-9]\d{0,2}(?:-small)?\.webp|text\.json|file)$/;

/** Of all people together, and of one meeting. */
const UPLOADS_MOST = { engine: 16, meeting: 4 };
/** A sender who says nothing for so long is gone. Milliseconds. */
const SILENCE_MS = 30_000;

const statusOf = {
  'bad-request': 400,
  'not-allowed': 403,
  gone: 404,
  'too-many-decks': 409,
  'too-large': 413,
  busy: 503,
  'disk-full': 507,
} as const satisfies Record<DeckRefusal | 'too-large' | 'busy', number>;
type UploadRefusal = keyof typeof statusOf;

/** What is not there, and what one may not have, is answered alike. */
export async function servePage(engine: Engine, exchange: HttpExchange): Promise<void> {
  const { request, response } = exchange;
  request.resume();
  const [path = ''] = (request.url ?? '').split('?');
  const [, id = '', file = ''] = FILE.exec(path) ?? [];
  const meeting = engine.decks.meetings.get(id);
  if (meeting === undefined) return give(response, json(404, { error: 'not-found' }));
  if (request.method !== 'GET' && request.method !== 'HEAD') return give(response, json(405, { error: 'bad-method' }));
  const folder = deckFolder(engine, id);
  if (file === TEXT_FILE)
    return giveFile(exchange, { path: `${folder}/${file}`, type: 'application/json; charset=utf-8', cache: 'no-store' });
  if (file !== 'file')
    return giveFile(exchange, { path: `${folder}/${file}`, type: 'image/webp', cache: 'private, max-age=31536000, immutable' });
  const deck = slidesOf(meeting).decks.find((one) => one.id === id);
  const isOff = meeting.plan.disabledFeatures.has('downloadPresentationOriginalFile');
  if (deck?.downloadable !== true || isOff) return give(response, json(404, { error: 'not-found' }));
  response.setHeader('content-disposition', attachmentNamed(deck.name));
  await giveFile(exchange, { path: `${folder}/${ORIGINAL_FILE}`, type: 'application/octet-stream', cache: 'no-store' });
}

/** RFC 8187 leaves fewer signs as they are than addresses do. */
export function attachmentNamed(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** The seat of the person whose page sends this, while they may present. */
function presenterOf(engine: Engine, { headers }: IncomingMessage): MeetingSeat | 'gone' | 'not-allowed' {
  const token = headers['x-session-token'];
  const pass = typeof token === 'string' ? engine.passes.get(hashOf(token)) : undefined;
  if (pass === undefined) return 'gone';
  const seat = engine.seats.get(pass.userId);
  return seat?.pass === pass && seat.rights.has('present') ? seat : 'not-allowed';
}

/** Takes a document from a page. */
export async function takeUpload(engine: Engine, { request, response }: HttpExchange): Promise<void> {
  const refuse = (error: UploadRefusal): void => {
    // what is still on its way is read, so that the answer arrives
    request.resume();
    give(response, json(statusOf[error], { error }));
  };
  if (isForeign(engine, request)) return refuse('not-allowed');
  const [, query] = (request.url ?? '').split('?');
  const name = new URLSearchParams(query).get('name') ?? '';
  const seat = presenterOf(engine, request);
  if (typeof seat === 'string') return refuse(seat);
  const { meeting } = seat;
  const sent = Number(request.headers['content-length'] ?? '0');
  const refused = deckRefusal(engine, meeting) ?? (await uploadRefusal(engine, { seat, sent }));
  if (refused !== null) return refuse(refused);
  const upload = { meeting };
  engine.decks.uploads.add(upload);
  try {
    const file = `${engine.decks.folder}/upload-${randomToken(22)}`;
    const failed = await receive(request, file);
    if (failed === 'left') return;
    if (failed !== null) return refuse(failed);
    // the right may be somebody else's by now
    const still = presenterOf(engine, request);
    if (typeof still === 'string') {
      await rm(file, { force: true });
      return refuse(still);
    }
    const added = await addDeck(engine, meeting, { name, file, downloadable: false, removable: true, current: false });
    if ('error' in added) return refuse(added.error);
    give(response, json(200, added));
  } finally {
    engine.decks.uploads.delete(upload);
  }
}

async function uploadRefusal(engine: Engine, { seat, sent }: { seat: MeetingSeat; sent: number }): Promise<UploadRefusal | null> {
  const all = [...engine.decks.uploads];
  const own = all.filter(({ meeting }) => meeting === seat.meeting).length;
  if (sent > SLIDES.bytes) return 'too-large';
  if (own + slidesOf(seat.meeting).decks.length >= SLIDES.decks) return 'too-many-decks';
  if (all.length >= UPLOADS_MOST.engine || own >= UPLOADS_MOST.meeting) return 'busy';
  return (await isDiskFullFor(engine, sent)) ? 'disk-full' : null;
}

export class TooLarge extends Error {}
class SenderLeft extends Error {}
class EmptyBody extends Error {}

export const countedUpTo = (most: number): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new TooLarge());
      else done(null, chunk);
    },
    flush: (done) => done(size === 0 ? new EmptyBody() : null),
  });
};

/** Writes the body into the file; when that fails, nothing of it is left. `left`: there is nobody to answer. */
async function receive(request: IncomingMessage, file: string): Promise<UploadRefusal | 'left' | null> {
  const counted = countedUpTo(SLIDES.bytes);
  const silence = setTimeout(() => request.destroy(), SILENCE_MS);
  request.on('data', () => silence.refresh());
  request.once('close', () => request.complete || counted.destroy(new SenderLeft()));
  // a pipeline that began with the request would close its connection, and no answer could be given
  request.pipe(counted);
  try {
    await pipeline(counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return null;
  } catch (error) {
    await rm(file, { force: true });
    if (error instanceof SenderLeft) return 'left';
    if (error instanceof TooLarge) return 'too-large';
    if (error instanceof EmptyBody) return 'bad-request';
    if (isDiskFull(error)) return 'disk-full';
    throw error;
  } finally {
    clearTimeout(silence);
  }
}
