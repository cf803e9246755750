/** Live sockets on a real port, for tests. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { LivePush } from '#kit/server/jobs/bus.ts';
import type { AppParts } from '#app/context.ts';
import { createLive } from './live.ts';
import { busListens, type World, worldForThisTest } from '#app/proof/testing.ts';

/** The address of our own pages. */
export const publicUrl = 'http://localhost:3000';
type LiveTestSite = { world: World; url: string; hearers: () => number };

/** Live sockets on a real port; counts who hears the bus. */
export async function buildLiveSite(): Promise<LiveTestSite> {
  const world = await worldForThisTest();
  let hearers = 0;
  const { bus } = world.parts;
  const counting: AppParts['bus'] = {
    ...bus,
    on: (topic, hear) => {
      const off = bus.on(topic, hear);
      hearers += 1;
      return () => {
        hearers -= 1;
        off();
      };
    },
  };
  await busListens(world);
  const live = createLive({ ...world.parts, bus: counting }, () => publicUrl);
  const server = http.createServer();
  server.on(
    'upgrade',
    (request, socket, head) => void (live.upgrade(request, socket, head) || socket.end('HTTP/1.1 404 Not Found\r\n\r\n')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    live.close();
    server.closeAllConnections();
    server.close();
  });
  // cast: a TCP server's address is never a pipe's name
  return { world, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`, hearers: () => hearers };
}

/** What came from the server, in order; `next` waits for the first that was not read yet. */
export function inbox(socket: WebSocket) {
  const come: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const first = waiting.shift();
    if (first === undefined) come.push(message);
    else first(message);
  });
  return {
    next: () => (come.length > 0 ? Promise.resolve(come.shift()) : new Promise<unknown>((resolve) => void waiting.push(resolve))),
    come,
  };
}
/** A socket that said that first message. */
export async function connect(url: string, hello: unknown, origin: string | undefined = publicUrl) {
  const socket = new WebSocket(url, origin === undefined ? {} : { headers: { origin } });
  onTestFinished(() => socket.terminate());
  const box = inbox(socket);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  socket.send(typeof hello === 'string' ? hello : JSON.stringify(hello));
  return { socket, closed, ...box };
}
/** In the seat: the greeting was answered. */
export async function seated(url: string, hello: object) {
  const made = await connect(url, { t: 'hello', ...hello });
  expect(await made.next()).toEqual({ t: 'ready' });
  return made;
}
/** News, as a transaction of a domain sends it. */
export const push = (world: World, news: LivePush) => world.ctx().system.write((tx) => world.parts.bus.push(tx, news));
