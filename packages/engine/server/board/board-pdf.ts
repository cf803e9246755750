/** A deck with what was drawn on it as a PDF, for people in the room. */
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SandboxBusy } from '@atrium/sandbox/sandbox';
import { drawPages } from '#server/board/draw-pages.ts';
import { type PicturePage, pdfOfPictures } from '#server/board/pdf-of-pictures.ts';
import { type HttpExchange, give, isForeign, json } from '#server/http-answer.ts';
import type { Engine, MeetingSeat } from '#server/model.ts';
import { deckFolder, isDiskFullFor } from '#server/slides/deck-files.ts';
import { slidesOf } from '#server/slides/decks.ts';
import { attachmentNamed } from '#server/slides/pages-http.ts';
import { hashOf, randomToken } from '#server/tokens.ts';
import { boardPageOf } from '#topics/board/board-elements.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import type { Deck } from '#topics/slides/slides.topic.ts';

export const BOARD_PDF_PATH = '/session/board/';
const FILE = /^\/session\/board\/([\w-]{22})\.pdf$/;
/** BBB's name in `disabledFeatures`. */
const FEATURE = 'downloadPresentationWithAnnotations';
const SIZE_OF_PAPER = [1_920, 1_080] as const;
/** Of one page at most. Bytes. */
const PAGE_BYTES = 2_000_000;
/** Of all pages. Milliseconds. */
const WITHIN_MS = 600_000;

const statusOf = { 'not-found': 404, 'bad-method': 405, 'not-allowed': 403, busy: 503, 'disk-full': 507 } as const;
type PdfRefusal = keyof typeof statusOf;
type PdfRequest = { seat: MeetingSeat; deck: Deck };

/** Who presents has all decks; others what they could have anyway, and blank pages, which are drawings alone. */
function pdfRequestOf(engine: Engine, request: IncomingMessage): PdfRequest | PdfRefusal {
  const [path = ''] = (request.url ?? '').split('?');
  const id = FILE.exec(path)?.[1];
  const token = request.headers['x-session-token'];
  const pass = typeof token === 'string' ? engine.passes.get(hashOf(token)) : undefined;
  const seat = pass === undefined ? undefined : engine.seats.get(pass.userId);
  if (id === undefined || seat === undefined || seat.pass !== pass) return 'not-found';
  if (request.method !== 'GET') return 'bad-method';
  const deck = slidesOf(seat.meeting).decks.find((one) => one.id === id);
  if (deck === undefined) return 'not-found';
  const isOpen = seat.rights.has('present') || deck.downloadable || deck.kind === 'blank';
  return isOpen && !seat.meeting.plan.disabledFeatures.has(FEATURE) && !isForeign(engine, request)
    ? { seat, deck }
    : 'not-allowed';
}

export async function serveBoardPdf(engine: Engine, { request, response }: HttpExchange): Promise<void> {
  request.resume();
  const refuse = (error: PdfRefusal) => give(response, json(statusOf[error], { error }));
  const asked = pdfRequestOf(engine, request);
  if (typeof asked === 'string') return refuse(asked);
  const { meeting } = asked.seat;
  const { exporting } = engine.decks;
  if (exporting.has(meeting)) return refuse('busy');
  exporting.add(meeting);
  const folder = `${engine.decks.folder}/drawn-${randomToken(22)}`;
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    if (await isDiskFullFor(engine, Math.max(1, asked.deck.pages) * PAGE_BYTES)) return refuse('disk-full');
    await mkdir(folder, { mode: 0o700 });
    const signal = AbortSignal.any([left.signal, AbortSignal.timeout(WITHIN_MS)]);
    const { size, parts } = await pdfOfPictures(await drawDeck(engine, asked, { folder, signal }));
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': attachmentNamed(`${asked.deck.name.replace(/\.\w{1,5}$/u, '')}.pdf`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': size,
    });
    await pipeline(Readable.from(parts), response);
  } catch (error) {
    if (left.signal.aborted) return;
    if (error instanceof SandboxBusy) return refuse('busy');
    throw error;
  } finally {
    exporting.delete(meeting);
    await rm(folder, { recursive: true, force: true });
  }
}

const boardOf = ({ meeting }: MeetingSeat): BoardState =>
  boardTopic.state.parse(meeting.topics.get(boardTopic.name)?.state() ?? boardTopic.empty);

type PdfWork = { folder: string; signal: AbortSignal };
async function drawDeck(engine: Engine, { seat, deck }: PdfRequest, { folder, signal }: PdfWork): Promise<PicturePage[]> {
  const { pages } = boardOf(seat);
  const made: PicturePage[] = [];
  for (let page = 1; page <= Math.max(1, deck.pages); page += 1) {
    const size = deck.sizes[page - 1] ?? null;
    const [width, height] = size ?? SIZE_OF_PAPER;
    const picture = deck.kind === 'blank' || size === null ? null : `${deckFolder(engine, deck.id)}/${page}.webp`;
    const whole = {
      seen: { left: 0, top: 0, width, height },
      drawn: { width, height },
      ground: { left: 0, right: 0, top: 0, bottom: 0 },
    };
    const frames = [{ ...whole, elements: pages[boardPageOf({ deck: deck.id, page })] ?? [], file: `${page}.jpg` }];
    const turn = seat.meeting.internalId;
    await drawPages({ folder, page: picture, width, height, groundColor: '#ffffff', frames }, { turn, signal });
    made.push({ file: `${folder}/${page}.jpg`, width, height });
  }
  return made;
}
