/** The HTTP side of a fake server: requests in, answers out, with what its quirks make of them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { BbbResponse } from '@atrium/bbb/answers';
import { type Answering, type Received, receive } from './answering.ts';
import type { Crowd } from './people.ts';
import { type Dice, type Fate, type Fault, pageOf } from './quirks.ts';

export type Listener = {
  port: number;
  origin: string;
  isUp(): boolean;
  /** Breaks every connection and refuses new ones. */
  down(): Promise<void>;
  up(): Promise<void>;
};

export type Serving = { answering: Answering; crowd: Crowd; dice: Dice; calls: Map<string, number>; port: number };

export async function openListener(serving: Serving): Promise<Listener> {
  // Long welcome texts travel in the request line, far beyond Node's 16 KiB.
  const server = createServer({ maxHeaderSize: 256 * 1024, keepAliveTimeout: 60_000 });
  const port = await listen(server, serving.port);
  const down = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  server.on('request', (incoming, outgoing) => serve(serving, { incoming, outgoing, die: () => void down() }));
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    isUp: () => server.listening,
    down,
    async up() {
      if (!server.listening) await listen(server, port);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; die: () => void };

function serve(serving: Serving, exchange: Exchange): void {
  const { incoming } = exchange;
  if (incoming.method === 'GET' && incoming.headers['content-length'] === undefined) return begin(serving, exchange, '');
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.once('end', () => begin(serving, exchange, Buffer.concat(chunks)));
}

function begin(serving: Serving, exchange: Exchange, body: Buffer | string): void {
  const { incoming } = exchange;
  const { method = 'GET', url = '', headers } = incoming;
  const received = receive(serving.answering, {
    method,
    url,
    contentType: headers['content-type'],
    accept: headers.accept,
    body,
  });
  serving.calls.set(received.name, (serving.calls.get(received.name) ?? 0) + 1);
  const fate = serving.dice.fateOf(received.name);
  if (fate.delayMs === 0) finish(serving, exchange, { received, fate });
  else setTimeout(() => finish(serving, exchange, { received, fate }), fate.delayMs);
}

/** Faults before which the call is carried out; with all others nothing happens in the server. */
const worked: ReadonlySet<Fault> = new Set(['truncated', 'cutOff', 'hangUpAfter', 'dieAfter']);

function finish(serving: Serving, exchange: Exchange, { received, fate }: { received: Received; fate: Fate }): void {
  const { outgoing } = exchange;
  if (outgoing.destroyed) return;
  const { state } = serving.answering;
  serving.crowd.settle(state.clock());
  const { fault } = fate;
  const answer = fault === undefined || worked.has(fault) ? received.answer() : nothing;
  // The clock of the server shows in this header as well.
  outgoing.setHeader('date', new Date(state.clock()).toUTCString());
  if (fault === undefined) write(outgoing, answer);
  else misbehave(exchange, { answer, fault });
}

const nothing: BbbResponse = { status: 200, headers: {}, body: '' };

function misbehave({ outgoing, die }: Exchange, { answer, fault }: { answer: BbbResponse; fault: Fault }): void {
  const page = pageOf(fault, answer.body);
  if (page) return write(outgoing, { status: page.status, headers: { 'content-type': page.type }, body: page.body });
  if (fault === 'silent') return;
  if (fault === 'dieAfter') return die();
  if (fault !== 'cutOff') {
    outgoing.destroy();
    return;
  }
  const length = Buffer.byteLength(answer.body);
  outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': length });
  outgoing.write(Buffer.from(answer.body).subarray(0, Math.floor(length / 2)), () => outgoing.destroy());
}

function write(outgoing: ServerResponse, { status, headers, body }: BbbResponse): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}
