/** Passes requests below `/engine/`, `/engine-2/` and so on to the meeting engine of that name, wherever it runs: raw path and query, upgrades included. */
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

type EngineTarget = { host: string; port: number };
/** Where the engine of a name listens now; null while it is away, undefined when there is none of that name. */
export type EngineDirectory = {
  find(name: string): Promise<EngineTarget | null | undefined>;
  /** What was found leads nowhere: the next one looks again. */
  forget(): void;
};

/** Milliseconds that an answer of the directory is believed, and that one waits for a newer one. */
const freshFor = 1_000;
const waitsFor = 1_000;
/** Milliseconds. A machine that is gone refuses nothing: its packets are lost. */
const connectsWithin = 3_000;

function connectSoon(socket: net.Socket): void {
  const late = setTimeout(() => socket.destroy(new Error('the engine takes no connection')), connectsWithin);
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(late));
}

/**
 * Remembers for a moment where engines are. While nobody can tell, as without a database, what was known last counts: people in
 * meetings should not notice.
 */
export function engineDirectory(read: () => Promise<ReadonlyMap<string, EngineTarget | null>>): EngineDirectory {
  let known: ReadonlyMap<string, EngineTarget | null> | null = null;
  let readAt = 0;
  let reading: Promise<void> | null = null;
  const readAgain = async () => {
    try {
      known = await read();
      readAt = Date.now();
    } catch {
      // the database is away, which others tell
    } finally {
      reading = null;
    }
  };
  return {
    find: async (name) => {
      if (Date.now() - readAt > freshFor) {
        reading ??= readAgain();
        await (known === null ? reading : Promise.race([reading, wait(waitsFor)]));
      }
      return known === null ? null : known.get(name);
    },
    forget: () => {
      readAt = 0;
    },
  };
}

/** Headers that end at this hop (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that go on: not those of this hop, nor those that the sender names in `Connection`. */
function onward(message: IncomingMessage): Record<string, string | string[]> {
  const named = (message.headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined && !hopByHop.has(name) && !named.includes(name)) headers[name] = value;
  return headers;
}
/** What signs people in here never reaches an engine: its sessions have tokens of their own. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);
const forwarded = (request: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(onward(request)).filter(([name]) => !ownHeaders.has(name)));

/** What the engine tells about itself is for this machine alone. */
const isPrivate = (rest: string) => /^\/+(healthz|metrics)\b/.test(rest);
/** The engine's name, and the rest of the address exactly as it came: the checksum of a BBB call covers every byte of the query. */
function engineOf(url: string | undefined): { name: string; rest: string } | null {
  const [prefix = '', name = ''] = /^\/(engine(?:-(?:[2-9]|[1-9]\d{1,2}))?)(?=[/?]|$)/.exec(url ?? '') ?? [];
  const rest = (url ?? '').slice(prefix.length).replace(/^(?!\/)/, '/');
  return name === '' || isPrivate(rest) ? null : { name, rest };
}

function answerProblem(response: ServerResponse, status: 404 | 503, code: string): void {
  // an answer that began cannot become another one: cut, so that nobody takes the half for the whole
  if (response.headersSent) return void response.destroy();
  const head = { 'content-type': 'application/problem+json' };
  response.writeHead(status, status === 503 ? { ...head, 'retry-after': '2' } : head);
  response.end(JSON.stringify({ type: `urn:atrium:problem:${code}`, title: code, status, code }));
}

/** Answers an HTTP request below the prefix; false when it is not one. */
export function proxyRequest(engines: EngineDirectory, request: IncomingMessage, response: ServerResponse): boolean {
  const asks = engineOf(request.url);
  if (asks === null) return false;
  const pass = async () => {
    const target = await engines.find(asks.name);
    if (response.destroyed) return;
    if (target === undefined) return answerProblem(response, 404, 'not_found');
    if (target === null) return answerProblem(response, 503, 'unavailable');
    const { host, port } = target;
    const asked = http.request({ host, port, method: request.method, path: asks.rest, headers: forwarded(request) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, onward(answer));
      answer.on('error', () => answerProblem(response, 503, 'unavailable'));
      answer.pipe(response);
    });
    asked.on('socket', (socket) => socket.connecting && connectSoon(socket));
    asked.on('error', () => {
      engines.forget();
      answerProblem(response, 503, 'unavailable');
    });
    response.on('error', () => asked.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  };
  pass().catch(() => answerProblem(response, 503, 'unavailable'));
  return true;
}

/** The upgrade as it came, without what is ours alone. */
function upgradeHead(request: IncomingMessage, path: string): string {
  const lines = [`${request.method} ${path} HTTP/1.1`];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    if (!ownHeaders.has(request.rawHeaders[i]?.toLowerCase() ?? ''))
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Passes a WebSocket upgrade to the engine; false when it is not for one. */
export function proxyUpgrade(
  engines: EngineDirectory,
  request: IncomingMessage,
  upgrade: { socket: Duplex; head: Buffer },
): boolean {
  const asks = engineOf(request.url);
  if (asks === null) return false;
  const { socket, head } = upgrade;
  const refuse = (status: string) => void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  const pass = async () => {
    const target = await engines.find(asks.name);
    if (socket.destroyed) return;
    if (target === undefined) return refuse('404 Not Found');
    if (target === null) return refuse('503 Service Unavailable');
    let joined = false;
    const engineSide = net.connect(target.port, target.host, () => {
      joined = true;
      engineSide.write(upgradeHead(request, asks.rest));
      engineSide.write(head);
      engineSide.pipe(socket).pipe(engineSide);
    });
    connectSoon(engineSide);
    const end = () => {
      engineSide.destroy();
      socket.destroy();
    };
    engineSide.on('error', () => {
      if (joined) return end();
      engines.forget();
      refuse('503 Service Unavailable');
    });
    engineSide.on('close', () => {
      if (joined) end();
    });
    socket.on('error', end).on('close', end);
  };
  pass().catch(() => refuse('503 Service Unavailable'));
  return true;
}
