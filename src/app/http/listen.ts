/** Opens the door: HTTP or HTTPS, on the configured port or, when nobody asked for one and 3000 is taken, on a free one. */
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { holdEarly } from './early-door.ts';
import { onTooLong, openEndpointDoor } from './endpoint-door.ts';
import { type EngineDirectory, proxyRequest, proxyUpgrade } from './proxy.ts';
import type { AppParts } from '#app/context.ts';
import { type EnginesUp, mountHealth } from './health.ts';
import { leave } from '#app/leave.ts';
import { createLive } from './live/live.ts';
import { mountPages } from './pages.ts';
import { guardRequest, hasManyHosts, tlsCiphers } from './request-guard.ts';
import { PlainTrouble } from './trouble.ts';
import { createWeb } from '#app/web.ts';

const usualPort = 3000;
/** Long queries: a BBB create carries whole texts in its address. */
const maxHeaderSize = 128 * 1024;
/** Milliseconds. Proxies keep idle connections for 60 s (nginx) or two minutes (Caddy): ours end later, or a request meets one that just closed. */
const keepAliveTimeout = 150_000;
/** Milliseconds. A document of 100 MB for a meeting takes so long by a line of 1 Mbit/s. */
const requestTimeout = 900_000;

export type HttpListener = {
  publicUrl: string /** What the operator should know about the port. */;
  note: string | null;
  /** Takes no more connections, and waits a while for the requests under way. Sockets into meetings go on. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

type AnyHttpServer = http.Server | https.Server;

function tlsOf(parts: AppParts): { cert: Buffer; key: Buffer } | null {
  const { tlsCertFile, tlsKeyFile } = parts.config;
  if (tlsCertFile === null && tlsKeyFile === null) return null;
  if (tlsCertFile === null || tlsKeyFile === null)
    throw new PlainTrouble('TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or none.');
  try {
    return { cert: fs.readFileSync(tlsCertFile), key: fs.readFileSync(tlsKeyFile) };
  } catch (error) {
    throw new PlainTrouble(`The TLS files cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}

const listenOn = (door: AnyHttpServer, options: { host: string; port: number }) =>
  new Promise<number>((resolve, reject) => {
    door.once('error', reject);
    door.listen(options, () => {
      door.removeListener('error', reject);
      // cast: a TCP server's address is never a pipe's name
      resolve((door.address() as AddressInfo).port);
    });
  });

async function openPort(door: AnyHttpServer, parts: AppParts): Promise<{ port: number; note: string | null }> {
  const { host, port } = parts.config;
  try {
    return { port: await listenOn(door, { host, port: port ?? usualPort }), note: null };
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (taken && port !== null)
      throw new PlainTrouble(`Port ${port} is taken by another program. Stop it, or set PORT to another one (0 for any).`);
    if (!taken) throw new PlainTrouble(`Cannot listen on ${host}: ${error instanceof Error ? error.message : ''}`);
    const free = await listenOn(door, { host, port: 0 });
    return { port: free, note: `port ${usualPort} is taken, so this is on port ${free} (set PORT to choose)` };
  }
}

/** Listens and mounts everything: the engine's proxy first, because its bytes must pass untouched. */
export async function listen(
  parts: AppParts,
  options: { dev: boolean; engines: EngineDirectory; enginesUp: EnginesUp },
): Promise<HttpListener> {
  const tls = tlsOf(parts);
  const shared = { maxHeaderSize, keepAliveTimeout, requestTimeout };
  const door: AnyHttpServer =
    tls === null ? http.createServer(shared) : https.createServer({ ...shared, ...tls, ciphers: tlsCiphers });
  // from the first moment on: a request that nobody hears would never be answered
  const letIn = holdEarly(door);
  const { port, note } = await openPort(door, parts);
  // such as no more files for another connection
  door.on('error', (error) => parts.log.error({ error }, 'a connection could not be accepted'));
  const scheme = tls === null ? 'http' : 'https';
  const publicUrl = parts.config.publicUrl ?? `${scheme}://localhost:${port}`;
  // from here on everything sees the address that is really used
  parts.config.publicUrl = publicUrl;
  const app = await createWeb(parts, {
    pages: async (web) => {
      mountHealth(web, parts, options.enginesUp);
      await mountPages(web, parts, { dev: options.dev, door });
    },
  });
  const live = createLive(parts, () => publicUrl);
  const endpoints = openEndpointDoor(parts);
  onTooLong(door, endpoints.tooLong);
  const leaving = leave(door);
  letIn({
    request: (request, response) => {
      leaving.note(response);
      if (!guardRequest(request, response, publicUrl)) return;
      if (endpoints.request(request, response) || proxyRequest(options.engines, request, response)) return;
      app.routing(request, response);
    },
    upgrade: (request, socket, head) => {
      if (hasManyHosts(request)) return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      if (proxyUpgrade(options.engines, request, { socket, head }) || live.upgrade(request, socket, head)) return;
      if (!options.dev) socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
    },
  });
  return {
    publicUrl,
    note,
    leave: async () => {
      live.close();
      await leaving.begin();
    },
    close: async () => {
      live.close();
      await leaving.begin();
      leaving.cut();
      await endpoints.close();
      await app.close();
    },
  };
}
