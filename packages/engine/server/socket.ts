import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LIMITS } from '#protocol/limits.ts';
import { CLOSE } from '#protocol/messages.ts';
import { serveSocket } from '#server/connection.ts';
import type { Engine } from '#server/model.ts';

/** Where the socket lives below the engine's address. */
export const SOCKET_PATH = '/session/socket';

export type SocketUpgrade = { request: IncomingMessage; socket: Duplex; head: Buffer };

/** Open sockets of all meetings together. */
const SOCKETS_MOST = 5_000;
/** Sockets that do not go on their own are cut off after this time. */
const CLOSE_WITHIN_MS = 1_000;

export type SocketDoor = {
  accept(upgrade: SocketUpgrade): void;
  /** Resolves when every socket is gone; their goodbyes still reach the browsers. */
  close(): Promise<void>;
};

/**
 * Takes WebSocket upgrades. A page of a foreign origin gets its close code before a word is read. Frames a little over the limit are read
 * so that the protocol's own close code can be given; far larger ones are cut by the WebSocket layer.
 */
export function socketDoor(engine: Engine): SocketDoor {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * LIMITS.messageBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  return {
    accept({ request, socket, head }) {
      const path = (request.url ?? '').split('?')[0];
      const refusal =
        path !== SOCKET_PATH ? '404 Not Found' : server.clients.size >= SOCKETS_MOST ? '503 Service Unavailable' : null;
      if (refusal !== null) {
        // Nobody else listens to this socket, and an error without a listener would end the process.
        socket.on('error', () => socket.destroy());
        socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      server.handleUpgrade(request, socket, head, (opened) => {
        const { origin } = request.headers;
        if (origin !== undefined && engine.settings.origins.includes(origin))
          return serveSocket(engine, { socket: opened, wire: socket });
        opened.close(CLOSE.badOrigin, 'bad origin');
      });
    },
    async close() {
      const cutOff = setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, CLOSE_WITHIN_MS);
      for (const client of server.clients) client.close(CLOSE.ended, 'engine-stopped');
      await Promise.all([...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve))));
      clearTimeout(cutOff);
      server.close();
    },
  };
}
