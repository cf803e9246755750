/** Hands requests below `/engine/`, `/engine-2/` and so on to that meeting engine on its loopback port: raw path and query, upgrades included. */
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';

/** Where the engine of that name listens now; null while it is away, undefined when there is none of that name. */
export type EngineAddress = (name: string) => { host: string; port: number } | null | undefined;

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
/** A session of ours is nothing to the engine. */
function forwarded(request: IncomingMessage): Record<string, string | string[]> {
  const { authorization: _ours, ...headers } = onward(request);
  return headers;
}

/** What the engine tells about itself is for this machine alone. */
const isPrivate = (rest: string) => /^\/+(healthz|metrics)\b/.test(rest);
/** The engine's name, and the rest of the address exactly as it came: the checksum of a BBB call covers every byte of the query. */
function engineOf(url: string | undefined): { name: string; rest: string } | null {
  const [prefix = '', name = ''] = /^\/(engine(?:-[2-9]|-1\d)?)(?=[/?]|$)/.exec(url ?? '') ?? [];
  const rest = (url ?? '').slice(prefix.length).replace(/^(?!\/)/, '/');
  return name === '' || isPrivate(rest) ? null : { name, rest };
}

/** Answers an HTTP request below the prefix; false when it is not one. */
export function proxyRequest(engine: EngineAddress, request: IncomingMessage, response: ServerResponse): boolean {
  const asks = engineOf(request.url);
  const target = asks === null ? undefined : engine(asks.name);
  if (asks === null || target === undefined) return false;
  const away = () => {
    // an answer that began cannot become another one: cut, so that nobody takes the half for the whole
    if (response.headersSent) return response.destroy();
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' });
    return response.end(
      JSON.stringify({ type: 'urn:atrium:problem:unavailable', title: 'unavailable', status: 503, code: 'unavailable' }),
    );
  };
  if (target === null) {
    away();
    return true;
  }
  const asked = http.request(
    { host: target.host, port: target.port, method: request.method, path: asks.rest, headers: forwarded(request) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, onward(answer));
      answer.on('error', away);
      answer.pipe(response);
    },
  );
  asked.on('error', away);
  response.on('close', () => asked.destroy());
  request.pipe(asked);
  return true;
}

/** Hands a WebSocket upgrade to the engine; false when it is not for it. */
export function proxyUpgrade(
  engine: EngineAddress,
  request: IncomingMessage,
  upgrade: { socket: Duplex; head: Buffer },
): boolean {
  const asks = engineOf(request.url);
  const target = asks === null ? undefined : engine(asks.name);
  if (asks === null || target === undefined) return false;
  const { socket, head } = upgrade;
  if (target === null) {
    socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
    return true;
  }
  const engineSide = net.connect(target.port, target.host, () => {
    const lines = [`${request.method} ${asks.rest} HTTP/1.1`];
    for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
      if (request.rawHeaders[i]?.toLowerCase() !== 'authorization')
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    }
    engineSide.write(`${lines.join('\r\n')}\r\n\r\n`);
    engineSide.write(head);
    engineSide.pipe(socket).pipe(engineSide);
  });
  const end = () => {
    engineSide.destroy();
    socket.destroy();
  };
  for (const side of [engineSide, socket]) side.on('error', end).on('close', end);
  return true;
}
