/** Who comes between the opening of the port and the mounting of the product waits here, instead of hanging for ever. */
import type http from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds after which a waiting request gets 503. */
const longestWait = 30_000;

export type EarlyHandlers = {
  request(request: http.IncomingMessage, response: http.ServerResponse): void;
  upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void;
};

function answerPlainly(response: http.ServerResponse, status: number, body: object): void {
  const head = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, status === 503 ? { ...head, 'retry-after': '1' } : head).end(JSON.stringify(body));
}

/**
 * Listens from now on. `/healthz` is answered immediately; everything else waits at most `patience` milliseconds and then gets 503. The
 * returned function passes all waiting requests on in the order of their arrival, and later ones without waiting.
 */
export function holdEarly(door: http.Server, patience: number = longestWait): (handlers: EarlyHandlers) => void {
  let inside: EarlyHandlers | null = null;
  const waiting = new Set<(handlers: EarlyHandlers) => void>();
  const hold = (enter: (handlers: EarlyHandlers) => void, { giveUp, gone }: { giveUp(): void; gone: NodeJS.EventEmitter }) => {
    const leave = () => {
      clearTimeout(timer);
      waiting.delete(admit);
    };
    const admit = (handlers: EarlyHandlers) => {
      gone.off('close', leave);
      leave();
      enter(handlers);
    };
    const timer = setTimeout(() => {
      leave();
      giveUp();
    }, patience);
    gone.once('close', leave);
    waiting.add(admit);
  };
  door.on('request', (request, response) => {
    if (inside !== null) return inside.request(request, response);
    if (request.url === '/healthz') return answerPlainly(response, 200, { status: 'ok' });
    hold((handlers) => handlers.request(request, response), {
      giveUp: () => answerPlainly(response, 503, { status: 'starting' }),
      gone: response,
    });
  });
  door.on('upgrade', (request, socket, head) => {
    // Node hands the socket over bare: a client that resets it while it is refused would otherwise end the process
    socket.on('error', () => socket.destroy());
    if (inside !== null) return inside.upgrade(request, socket, head);
    hold((handlers) => handlers.upgrade(request, socket, head), {
      giveUp: () => socket.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n\r\n'),
      gone: socket,
    });
  });
  return (handlers) => {
    inside = handlers;
    for (const enter of [...waiting]) enter(handlers);
  };
}
