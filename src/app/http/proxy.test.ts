import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { engineDirectory, proxyRequest, proxyUpgrade } from './proxy.ts';

const maxHeaderSize = 128 * 1024;
async function open(server: http.Server | net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  });
  // cast: a TCP server's address is never a pipe's name
  return (server.address() as AddressInfo).port;
}

/** The front door with the engine behind it; what is not for the engine answers 418. */
async function front(ports: Record<string, number | null>): Promise<number> {
  const addresses = new Map(
    Object.entries(ports).map(([name, port]) => [name, port === null ? null : { host: '127.0.0.1', port }]),
  );
  const engine = engineDirectory(async () => addresses);
  const server = http.createServer({ maxHeaderSize }, (request, response) => {
    if (!proxyRequest(engine, request, response)) response.writeHead(418).end('ours');
  });
  server.on('upgrade', (request, socket, head) => {
    if (!proxyUpgrade(engine, request, { socket, head })) socket.end('HTTP/1.1 418 Ours\r\nconnection: close\r\n\r\n');
  });
  return open(server);
}
type ForwardedRequest = { line: string; headers: http.IncomingHttpHeaders; raw: string[]; body: string };
/** An engine that remembers what it was asked. */
async function engineAndFront(answer: http.RequestListener = (_request, response) => void response.end('engine')) {
  const seen: ForwardedRequest[] = [];
  const server = http.createServer({ maxHeaderSize }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      seen.push({
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        raw: request.rawHeaders,
        body: Buffer.concat(parts).toString(),
      });
      answer(request, response);
    });
  });
  const enginePort = await open(server);
  const port = await front({ engine: enginePort });
  return { seen, server, port };
}
/** Sends bytes and gives all that comes back until the other side closes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let got = '';
  socket.on('data', (data) => {
    got += String(data);
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return got;
}
const ask = (port: number, target: string, headers = '') =>
  raw(port, `GET ${target} HTTP/1.1\r\nhost: meet.example.org\r\nconnection: close\r\n${headers}\r\n`);

test.each([
  [
    "/engine/bigbluebutton/api/create?name=It's+a%20test&meetingID=a%2fb%2Fc&&x=1&x=2&checksum=ab",
    "/bigbluebutton/api/create?name=It's+a%20test&meetingID=a%2fb%2Fc&&x=1&x=2&checksum=ab",
  ],
  [
    '/engine/bigbluebutton/api/join?fullName=%C3%A4%E2%82%AC&password=%25%26%3D&;a[]=1|2',
    '/bigbluebutton/api/join?fullName=%C3%A4%E2%82%AC&password=%25%26%3D&;a[]=1|2',
  ],
  ['/engine/a%2e%2e/b//c/./d?x=../..&y=%00', '/a%2e%2e/b//c/./d?x=../..&y=%00'],
  ['/engine/x?', '/x?'],
  ['/engine/x?a=b?c=d', '/x?a=b?c=d'],
  ['/engine', '/'],
  ['/engine/', '/'],
  ['/engine?a=1', '/?a=1'],
])('%s reaches the engine byte for byte', async (target, expected) => {
  const { seen, port } = await engineAndFront();
  expect(await ask(port, target)).toMatch(/^HTTP\/1\.1 200/);
  expect(seen.map((one) => one.line)).toEqual([`GET ${expected}`]);
});

test.each([
  '/engines/x',
  '/engine-/x',
  '/engine-1/x',
  '/engine-02/x',
  '/engine-2/healthz',
  '/enginex',
  '/',
  '/ENGINE/x',
  '/x/engine/y',
  '/engine/healthz',
  '/engine/healthz?x=1',
  '/engine//healthz',
  '/engine/metrics',
  '/engine/healthz/x',
  '/%65ngine/x',
])('%s is not for the engine', async (target) => {
  const { seen, port } = await engineAndFront();
  expect(await ask(port, target)).toMatch(/^HTTP\/1\.1 418/);
  expect(seen).toEqual([]);
});

test('headers of one hop end here, in both directions; the others go on, the host too', async () => {
  const { seen, port } = await engineAndFront((_request, response) => {
    response.writeHead(201, {
      'x-kept': 'yes',
      'set-cookie': ['a=1', 'b=2'],
      'keep-alive': 'timeout=99',
      'proxy-authenticate': 'Basic',
      'x-hop': 'no',
      connection: 'close, x-hop',
    });
    response.end('done');
  });
  const answer = await raw(
    port,
    'POST /engine/x HTTP/1.1\r\nhost: meet.example.org\r\nconnection: close, X-Secret-Hop\r\nx-secret-hop: 1\r\nkeep-alive: 1\r\nte: trailers\r\nproxy-authorization: Basic YTpi\r\nproxy-connection: keep-alive\r\nauthorization: Bearer ours\r\nx-own: kept\r\ncontent-length: 4\r\n\r\nbody',
  );
  expect(seen[0]?.headers).toMatchObject({ host: 'meet.example.org', 'x-own': 'kept', 'content-length': '4' });
  expect(seen[0]?.body).toBe('body');
  for (const name of ['x-secret-hop', 'keep-alive', 'te', 'proxy-authorization', 'proxy-connection', 'authorization'])
    expect(seen[0]?.headers[name], name).toBeUndefined();
  expect(answer).toMatch(/^HTTP\/1\.1 201/);
  expect(answer.toLowerCase()).toContain('x-kept: yes');
  expect(answer).toContain('a=1');
  expect(answer).toContain('b=2');
  for (const gone of ['proxy-authenticate', 'timeout=99', 'x-hop:']) expect(answer.toLowerCase(), gone).not.toContain(gone);
});

test('a body without a length arrives whole, and cannot hide a second request in it', async () => {
  const { seen, port } = await engineAndFront();
  const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
  await raw(
    port,
    `POST /engine/x HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  );
  expect(seen.map((one) => [one.line, one.body])).toEqual([['POST /x', hidden]]);
  const both = await raw(
    port,
    `POST /engine/x HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  );
  expect(both).toMatch(/^HTTP\/1\.1 400/);
  expect(seen).toHaveLength(1);
});

test('an address of 64 KiB passes', async () => {
  const { seen, port } = await engineAndFront();
  const query = `/engine/bigbluebutton/api/create?welcome=${'w'.repeat(64 * 1024)}`;
  expect(await ask(port, query)).toMatch(/^HTTP\/1\.1 200/);
  expect(seen[0]?.line).toHaveLength('GET '.length + query.length - '/engine'.length);
});

test('an engine that is away is told as such, to requests and to sockets', async () => {
  const port = await front({ engine: null });
  const answer = await ask(port, '/engine/x');
  expect(answer).toMatch(/^HTTP\/1\.1 503/);
  expect(answer).toContain('application/problem+json');
  expect(answer).toContain('"code":"unavailable"');
  expect(answer.toLowerCase()).toContain('retry-after: 2');
  expect(
    await raw(port, 'GET /engine/session/socket HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 503/);
});

test('an engine that does not answer its port is away too', async () => {
  const closed = net.createServer();
  const gone = await open(closed);
  closed.close();
  await once(closed, 'close');
  const port = await front({ engine: gone });
  expect(await ask(port, '/engine/x')).toMatch(/^HTTP\/1\.1 503/);
});

test('an engine whose machine takes no connection is away after a while', async () => {
  // a full queue of connections that nobody accepts: further ones get no answer
  const listener = new Worker(
    `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:worker_threads').parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true },
  );
  onTestFinished(() => void listener.terminate());
  const [gone] = await once(listener, 'message');
  for (let n = 0; n < 4; n++) {
    const waiting = net.connect(gone, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void waiting.destroy());
  }
  await setTimeout(200);
  const port = await front({ engine: gone });
  const upgrade = 'GET /engine/socket HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
  const [answer, refusal] = await Promise.all([ask(port, '/engine/x'), raw(port, upgrade)]);
  expect([answer, refusal]).toEqual([expect.stringMatching(/^HTTP\/1\.1 503/), expect.stringMatching(/^HTTP\/1\.1 503/)]);
});

test('an engine that dies in the middle of an answer leaves a cut answer, not a whole one', async () => {
  const { port } = await engineAndFront((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('half');
    response.socket?.destroySoon();
  });
  const answer = await ask(port, '/engine/x');
  // nothing behind the half, and no end of the chunks
  expect(answer.endsWith('half\r\n')).toBe(true);
});

test('a visitor who leaves ends the request at the engine as well', async () => {
  const held = new Promise<void>((resolve) => {
    void engineAndFront((_request, response) => {
      response.on('close', () => resolve());
      response.write('first');
    }).then(({ port }) => {
      const socket = net.connect(port, '127.0.0.1', () => void socket.write('GET /engine/x HTTP/1.1\r\nhost: a\r\n\r\n'));
      socket.once('data', () => socket.destroy());
    });
  });
  await held;
});

test('a socket is piped both ways with its path, protocol and size, and its end reaches the other side', async () => {
  const { server, port } = await engineAndFront();
  const sockets = new WebSocketServer({ server });
  onTestFinished(() => void sockets.close());
  const arrived = once(sockets, 'connection');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/engine/session/socket?a=%2f&&b=+`, ['atrium.1'], {
    headers: { origin: 'http://localhost:3000', authorization: 'Bearer ours' },
  });
  const [[inner, request]] = await Promise.all([arrived, once(socket, 'open')]);
  expect([request.url, request.headers.origin, request.headers.authorization, socket.protocol]).toEqual([
    '/session/socket?a=%2f&&b=+',
    'http://localhost:3000',
    undefined,
    'atrium.1',
  ]);
  const large = 'x'.repeat(200_000);
  inner.on('message', (data: Buffer) => inner.send(`heard ${data.length}`));
  socket.send(large);
  expect(String((await once(socket, 'message'))[0])).toBe('heard 200000');
  inner.close(4000, 'enough');
  const [code, reason] = await once(socket, 'close');
  expect([code, String(reason)]).toEqual([4000, 'enough']);
});

test('a visitor who vanishes takes the engine’s side of the socket along', async () => {
  const { server, port } = await engineAndFront();
  const sockets = new WebSocketServer({ server });
  onTestFinished(() => void sockets.close());
  const arrived = once(sockets, 'connection');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/engine/session/socket`);
  const [[inner]] = await Promise.all([arrived, once(socket, 'open')]);
  const closed = once(inner, 'close');
  socket.terminate();
  await closed;
});

test('of several engines the address names the one; a name that nobody has leads nowhere', async () => {
  const [first, second] = [await engineAndFront(), await engineAndFront()];
  const portOf = (one: typeof first) => {
    const address = one.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const port = await front({ engine: portOf(first), 'engine-2': portOf(second) });
  expect(await ask(port, '/engine-2/session/enter?x=%2f')).toMatch(/^HTTP\/1\.1 200/);
  expect(await ask(port, '/engine/x')).toMatch(/^HTTP\/1\.1 200/);
  expect(await ask(port, '/engine-3/x')).toMatch(/^HTTP\/1\.1 404/);
  expect([first.seen.map((one) => one.line), second.seen.map((one) => one.line)]).toEqual([
    ['GET /x'],
    ['GET /session/enter?x=%2f'],
  ]);
});

test('where an engine is found is asked again when it leads nowhere, and what was known counts while nobody can tell', async () => {
  const answers = [new Map([['engine', { host: 'a', port: 1 }]]), new Map([['engine', { host: 'b', port: 2 }]])];
  const directory = engineDirectory(async () => {
    const next = answers.shift();
    if (next === undefined) throw new Error('the database is away');
    return next;
  });
  expect(await directory.find('engine')).toEqual({ host: 'a', port: 1 });
  expect(await directory.find('engine-2')).toBeUndefined();
  directory.forget();
  expect(await directory.find('engine')).toEqual({ host: 'b', port: 2 });
  directory.forget();
  expect(await directory.find('engine')).toEqual({ host: 'b', port: 2 });
});
