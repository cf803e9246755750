import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { CLOSE, LIMITS } from '#protocol/messages.ts';
import { serveSocket } from '#server/connection.ts';
import type { Engine } from '#server/model.ts';

/** Where the socket lives below the engine's address. */
export const SOCKET_PATH = '/session/socket';

export type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer };

/**
 * Takes WebSocket upgrades. A page of a foreign origin is told so by the close code, before a word is read.
 * Frames a little over the limit are read so that the protocol's own close code can be given; far larger ones are cut by the WebSocket layer.
 */
export function socketDoor(engine: Engine): { accept(upgrade: Upgrade): void; close(): void } {
  const server = new WebSocketServer({ noServer: true, maxPayload: 2 * LIMITS.messageBytes, perMessageDeflate: false, clientTracking: true });
  return {
    accept({ request, socket, head }) {
      const path = (request.url ?? '').split('?')[0];
      if (path !== SOCKET_PATH) {
        socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (opened) => {
        const { origin } = request.headers;
        if (origin !== undefined && engine.settings.origins.includes(origin)) return serveSocket(engine, opened);
        opened.close(CLOSE.badOrigin, 'bad origin');
      });
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
