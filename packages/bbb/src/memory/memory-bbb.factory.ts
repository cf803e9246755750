import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BbbResponse, failed, versionAnswer } from '#answers.ts';
import { type ChecksumHash, signQuery } from '#checksum.ts';
import { vectorSecret } from '#checksum-vectors.factory.ts';
import { failures } from '#failure.ts';
import { answerMemoryCall } from '#memory/memory-calls.ts';
import { emptyState, type MemoryState } from '#memory/memory-state.ts';
import { refusalAnswer } from '#recordings/text-tracks.ts';
import { readCall, type VerifySettings, verify } from '#server.ts';

/** A BBB server in memory, made of the server half alone, for tests. */
export type MemoryBbb = {
  /** `http://127.0.0.1:PORT/bigbluebutton` */
  url: string;
  port: number;
  settings: VerifySettings;
  state: MemoryState;
  stop: () => Promise<void>;
};

/** Starts one on a free port. */
export async function startMemoryBbb(settings: Partial<VerifySettings> = {}): Promise<MemoryBbb> {
  const used: VerifySettings = { secrets: [vectorSecret], ...settings };
  const state = emptyState();
  // Long welcome texts travel in the request line, far beyond Node's 16 KiB.
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, outgoing) => {
    void handle(incoming, outgoing, { settings: used, state });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = addressOf(server.address());
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/bigbluebutton`, port, settings: used, state, stop };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  bbb: Pick<MemoryBbb, 'settings' | 'state'>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const answer = answerTo(incoming, Buffer.concat(chunks), bbb);
  outgoing.writeHead(answer.status, answer.headers).end(answer.body);
}

function answerTo(
  incoming: IncomingMessage,
  body: Buffer,
  { settings, state }: Pick<MemoryBbb, 'settings' | 'state'>,
): BbbResponse {
  const contentType = incoming.headers['content-type'];
  const call = readCall({ method: incoming.method ?? 'GET', url: incoming.url ?? '', contentType, body });
  if (!call) return { status: 404, headers: {}, body: '' };
  const verdict = verify(call, settings);
  if (!verdict.ok) return refusalAnswer(call, verdict, incoming.headers.accept);
  if (verdict.call.name === '') return versionAnswer({ contentType });
  return answerMemoryCall(state, verdict.call) ?? failed(failures.unsupportedRequest);
}

/** What came back over the wire. */
export type WireAnswer = { status: number; type: string; cacheControl: string; location: string; body: string };

/** One request sent byte for byte as given; `path` begins with a slash. */
export type WireRequest = { method?: string; path: string; contentType?: string; body?: string };

/** Sends a request without letting any URL parser touch its path. */
export async function send(
  bbb: Pick<MemoryBbb, 'port'>,
  { method = 'GET', path, contentType, body }: WireRequest,
): Promise<WireAnswer> {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const outgoing = request({ host: '127.0.0.1', port: bbb.port, method, path, headers, agent: false });
  const answered: Promise<IncomingMessage[]> = once(outgoing, 'response');
  outgoing.end(body);
  const [incoming] = await answered;
  if (!incoming) throw new Error('No answer');
  incoming.setEncoding('utf8');
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return {
    status: incoming.statusCode ?? 0,
    type: incoming.headers['content-type'] ?? '',
    cacheControl: incoming.headers['cache-control'] ?? '',
    location: incoming.headers.location ?? '',
    body: text,
  };
}

/** How a test signs; by default with sha256 and the vectors' secret. */
export type TestSigning = { secret?: string; hash?: ChecksumHash };

/** The path of a signed call. */
export function signedPath(call: string, query: string, { secret = vectorSecret, hash = 'sha256' }: TestSigning = {}): string {
  return `/bigbluebutton/api/${call}?${signQuery({ call, query, secret, hash })}`;
}
