import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { failed } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import * as z from 'zod/mini';
import { API_BASE, answerApi, isSigned } from '#server/api.ts';
import type { EngineHealth } from '#server/health.ts';
import { BOARD_PDF_PATH, serveBoardPdf } from '#server/board/board-pdf.ts';
import { type HttpExchange, give, isForeign, json } from '#server/http-answer.ts';
import type { Engine } from '#server/model.ts';
import { RECORDINGS_PATH, serveRecording } from '#server/record/serve.ts';
import { enterGroup, groupEntryRequest } from '#server/groups/enter-group.ts';
import { enter, enterRequest } from '#server/session.ts';
import { PAGES_PATH, servePage, takeUpload, UPLOAD_PATH } from '#server/slides/pages-http.ts';
import { sameSecret } from '#server/tokens.ts';

/** BBB clients put long welcome texts into the request line; Node's own limit of 16 KiB would refuse them. */
const HEADER_BYTES = 131_072;
/** Upstream's limit for the body of a call. */
const API_BODY_BYTES = 2_097_152;
const MEBIBYTE = 1_048_576;
/** As much as programs send with documents inside, once the address proves who they are. */
const DOCUMENTS_BYTES = 20 * MEBIBYTE;
const documentCalls = /\/api\/+(create|insertDocument)\/*$/;
const ENTER_BODY_BYTES = 4_096;
/** A document of 100 MB by a line of 1 Mbit/s; everything else is small. Milliseconds. */
const UPLOAD_WITHIN_MS = 900_000;
const REQUEST_WITHIN_MS = 30_000;

/** `attended`: the product, which knows the secret, asked how the engine is. */
export type HttpServices = { engine: Engine; health: () => EngineHealth; attended: () => void };

/** The engine's HTTP server, not yet listening. */
export function httpServer(doors: HttpServices): Server {
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES, requestTimeout: UPLOAD_WITHIN_MS, headersTimeout: 15_000 },
    (request, response) => {
      route(doors, { request, response }).catch((error: unknown) => {
        doors.engine.log('error', 'a call failed', { error: error instanceof Error ? error.message : 'unknown' });
        if (response.headersSent) response.destroy();
        else give(response, isApi(request) ? failed(failures.internal) : json(500, { error: 'internal' }));
      });
    },
  );
  return server;
}

function isApi(request: IncomingMessage): boolean {
  const path = pathOf(request);
  return path === API_BASE || path.startsWith(`${API_BASE}/`);
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? '';
}

const isLoopback = (address: string | undefined): boolean => /^(::1|(::ffff:)?127(\.\d+){3})$/.test(address ?? '');

function isFromProduct({ settings }: Engine, { headers }: IncomingMessage): boolean {
  const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
  return scheme === 'Bearer' && settings.secrets.some((secret) => sameSecret(given, secret));
}

async function route(doors: HttpServices, { request, response }: HttpExchange): Promise<void> {
  const path = pathOf(request);
  if (path === UPLOAD_PATH && request.method === 'POST') return takeUpload(doors.engine, { request, response });
  // drawing may take longer than other answers
  if (path.startsWith(BOARD_PDF_PATH)) return serveBoardPdf(doors.engine, { request, response });
  const late = setTimeout(() => request.destroy(), REQUEST_WITHIN_MS);
  request.once('close', () => clearTimeout(late));
  if (isApi(request)) return api(doors.engine, { request, response });
  if (request.method === 'POST') {
    const { engine } = doors;
    if (path === '/session/enter') return session(engine, { request, response }, callOf(enterRequest, enter));
    if (path === '/session/group') return session(engine, { request, response }, callOf(groupEntryRequest, enterGroup));
  }
  // its figures are for this machine and for the product alone, also where the engine hears a whole network
  if (path === '/healthz' && request.method === 'GET') {
    const byProduct = isFromProduct(doors.engine, request);
    if (byProduct) doors.attended();
    if (byProduct || isLoopback(request.socket.remoteAddress)) return give(response, json(200, doors.health()));
  }
  if (path.startsWith(PAGES_PATH)) return servePage(doors.engine, { request, response });
  if (path.startsWith(RECORDINGS_PATH)) return serveRecording(doors.engine, { request, response });
  request.resume();
  give(response, json(404, { error: 'not-found' }));
}

async function api(engine: Engine, { request, response }: HttpExchange): Promise<void> {
  const { method = '', url = '', headers } = request;
  const call = { method, url, contentType: headers['content-type'] };
  const isForDocuments = documentCalls.test(pathOf(request));
  const isTrusted = isForDocuments && isSigned(engine, call);
  const { size, start, whole } = await readBody(request, isTrusted ? DOCUMENTS_BYTES : API_BODY_BYTES);
  const isXml = start.toString('utf8', 0, 200).trimStart().startsWith('<');
  const most = isTrusted && isXml ? DOCUMENTS_BYTES : API_BODY_BYTES;
  // that its checksum is wrong is the better answer
  const isForged = isForDocuments && isXml && !isTrusted;
  // A refusal of the API is an XML answer with status 200, also here: clients read no other one.
  if (size > most && !isForged)
    return give(response, failed({ key: 'validationError', message: `The request body is larger than ${most / MEBIBYTE} MiB` }));
  give(response, answerApi(engine, { ...call, body: whole ?? '' }) ?? json(404, { error: 'not-found' }));
}

type SessionCall = (engine: Engine, body: string) => object | null;

/** Null: the body is not one of this call. */
function callOf<T>(schema: z.ZodMiniType<T>, answer: (engine: Engine, asked: T) => object): SessionCall {
  return (engine, body) => {
    try {
      const read = z.safeParse(schema, JSON.parse(body));
      return read.success ? answer(engine, read.data) : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };
}

async function session(engine: Engine, { request, response }: HttpExchange, call: SessionCall): Promise<void> {
  if (isForeign(engine, request)) {
    request.resume();
    return give(response, json(403, { error: 'bad-origin' }));
  }
  const { whole } = await readBody(request, ENTER_BODY_BYTES);
  const answer = whole && call(engine, whole.toString('utf8'));
  give(response, answer === null ? json(400, { error: 'bad-request' }) : json(200, answer));
}

type ReadBody = { size: number; start: Buffer; whole: Buffer | null };
/** The body; what is too much is read and thrown away, so that the answer arrives. */
async function readBody(request: IncomingMessage, most: number): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > 4 * most) request.destroy();
    if (size <= most) parts.push(bytes);
    else parts.splice(1);
  }
  return { size, start: parts[0] ?? Buffer.alloc(0), whole: size > most ? null : Buffer.concat(parts) };
}
