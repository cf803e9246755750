/** How the door is shut: who is inside is served to the end, and nobody meets a connection that just closed. */
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';

/** Milliseconds in which a request on a connection that is kept is still answered, as its last one. */
const lastAnswers = 300;
/** Milliseconds after which requests that are not done are cut. */
const longestRequest = 5_000;

export type ShutdownControl = {
  /** Counts a request until it is answered. */
  note(response: ServerResponse): void;
  /** Stops listening. Resolves when no request is under way any more; called again, it waits for the same. */
  begin(): Promise<void>;
  /** Ends every connection that is left, sockets into meetings too. */
  cut(): void;
};

export function leave(door: HttpServer): ShutdownControl {
  const underWay = new Set<ServerResponse>();
  const connections = new Set<Socket>();
  let begun: Promise<void> | null = null;
  let accepted = 0;
  door.on('connection', (socket) => {
    accepted += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const end = async () => {
    for (const response of underWay) response.shouldKeepAlive = false;
    // connections that wait to be accepted would be reset: they come first, one each turn
    for (let before = -1; before !== accepted; ) {
      before = accepted;
      await immediate();
    }
    // those that are kept stay open, unlike with the method of HTTP servers
    NetServer.prototype.close.call(door);
    await wait(lastAnswers);
    door.closeIdleConnections();
    const until = Date.now() + longestRequest;
    while (underWay.size > 0 && Date.now() < until) await wait(20);
  };
  return {
    note: (response) => {
      if (begun !== null) response.shouldKeepAlive = false;
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
    },
    begin: () => {
      begun ??= end();
      return begun;
    },
    cut: () => {
      door.close();
      door.closeAllConnections();
      for (const socket of connections) socket.destroy();
    },
  };
}
