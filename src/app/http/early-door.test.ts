/** Who comes while the product is still being put together. */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import { createLog } from '#kit/server/log.ts';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { compose } from '#app/context.ts';
import { holdEarly } from './early-door.ts';
import { listen } from './listen.ts';
import { buildPages, worldForThisTest } from '#app/proof/testing.ts';

beforeAll(() => buildPages(), 180_000);

async function door(patience?: number) {
  const server = http.createServer();
  const letIn = holdEarly(server, patience);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // cast: a TCP server's address is never a pipe's name
  const { port } = server.address() as AddressInfo;
  return { server, letIn, port, site: `http://127.0.0.1:${port}` };
}
/** Sends bytes and gives everything that came back until the other side closed. */
async function spoken(port: number, bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(bytes);
  const parts: string[] = [];
  for await (const part of socket.setEncoding('utf8')) parts.push(String(part));
  return parts.join('');
}
const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n`;

test('early requests, with what they carry, and early sockets are served as soon as somebody is there; the health at once', async () => {
  const { server, letIn, port, site } = await door();
  const came: string[] = [];
  server.on('request', (request) => void came.push(`${request.method} ${request.url}`));
  server.on('upgrade', (request) => void came.push(`upgrade ${request.url}`));
  const posted = fetch(`${site}/early`, { method: 'POST', body: 'carried' });
  const socket = spoken(port, upgrade('/live'));
  const gone = new AbortController();
  const left = fetch(`${site}/left`, { signal: gone.signal });
  await expect.poll(() => came.length).toBe(3);
  gone.abort();
  await expect(left).rejects.toThrow();
  expect([(await fetch(`${site}/healthz`)).status, await (await fetch(`${site}/healthz`)).json()]).toEqual([
    200,
    { status: 'ok' },
  ]);
  await expect.poll(async () => new Promise((done) => server.getConnections((_error, count) => done(count)))).toBeLessThan(5);

  const served: string[] = [];
  letIn({
    request: async (request, response) => {
      served.push(request.url ?? '');
      const parts: string[] = [];
      for await (const part of request) parts.push(String(part));
      response.end(parts.join(''));
    },
    upgrade: (_request, raw) => void raw.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  });
  expect(await (await posted).text()).toBe('carried');
  expect(await socket).toContain('101 Switching Protocols');
  expect(served).not.toContain('/left');
  expect(await (await fetch(`${site}/later`, { method: 'POST', body: 'later' })).text()).toBe('later');
});

test('nobody waits without end', async () => {
  const { port, site } = await door(20);
  const late = await fetch(`${site}/early`);
  expect([late.status, late.headers.get('retry-after'), await late.json()]).toEqual([503, '1', { status: 'starting' }]);
  expect(await spoken(port, upgrade('/live'))).toMatch(/^HTTP\/1\.1 503 /);
});

test('the very first connection to the port of the product is answered', async () => {
  const world = await worldForThisTest();
  const port = await freePort();
  const parts = await compose({
    config: readConfig({
      DATABASE_ROLES: 'atrium_test',
      PORT: String(port),
      ENGINE: 'off',
      DATABASE_CONNECTIONS: '4',
      DATA_DIR: os.tmpdir(),
    }),
    ownerUrl: world.ownerUrl,
    masterKey: Buffer.alloc(32, 7).toString('base64url'),
    log: createLog({ level: 'error', write: () => undefined }),
  });
  onTestFinished(() => parts.close());
  const opening = listen(parts, { dev: false, engines: { find: async () => null, forget: () => undefined }, enginesUp: () => 0 });
  const tries = { left: 100_000 };
  const first = async (): Promise<net.Socket> => {
    for (; tries.left > 0; tries.left--) {
      const socket = net.connect(port, '127.0.0.1');
      const connected = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (connected) return socket;
      await nextTurn();
    }
    throw new Error('the port never opened');
  };
  const socket = await first();
  socket.write('GET /login HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const listening = await opening;
  onTestFinished(() => listening.close());
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
}, 60_000);

test('whoever resets a socket while its upgrade is refused takes nobody else along', async () => {
  const { letIn, port, site } = await door();
  const refused: string[] = [];
  letIn({
    request: (_request, response) => void response.end('here'),
    upgrade: (request, socket) => {
      refused.push(request.url ?? '');
      // answered after the other side is gone, as a slow line has it
      socket.once('close', () => refused.push('closed'));
      setImmediate(() => socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n'));
    },
  });
  const troubles: unknown[] = [];
  const note = (error: unknown) => void troubles.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  for (let n = 0; n < 20; n++) {
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(upgrade(`/x${n}`));
    await expect.poll(() => refused.includes(`/x${n}`), { interval: 1 }).toBe(true);
    socket.resetAndDestroy();
  }
  await expect.poll(() => refused.filter((one) => one === 'closed').length).toBe(20);
  expect([troubles, await (await fetch(site)).text()]).toEqual([[], 'here']);
});
