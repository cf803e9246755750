/** `/api/live`: pushes to browsers. The first message names who listens; rights are looked up again whenever they may have changed. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { seesEverywhere } from '#meet/rooms/rooms.rules.ts';
import { callerIn, isInRanges } from '#kit/ranges.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { LivePush } from '#kit/server/jobs/bus.ts';
import { brandAtHost } from '#sales/vendors/server/brand.service.ts';
import { contextOf, type AppParts } from '#app/context.ts';
import { addressOf, rangesOf } from '../endpoint-door.ts';
import { signedInActor } from '../sign-in.ts';
import { createPresence, type LivePresence } from './presence.ts';

export const livePath = '/api/live';
/** Close codes: the session ended, it may hear other things now (come again), the first message did not come or was no good, too slow to read, not our page. */
export const liveClose = { sessionEnded: 4401, rightsChanged: 4409, badHello: 4400, tooSlow: 4408, badOrigin: 4403 } as const;

const hello = z.object({
  t: z.literal('hello'),
  token: z.optional(z.string().check(z.maxLength(4_096))),
  rooms: z.optional(z.array(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))).check(z.maxLength(5))),
});
const messageBytes = 8_192;
const helloWithin = 10_000;
const checkEvery = 30_000;
const backPressure = 256 * 1024;
/** Sockets of one process; visitors need no session for one, so there has to be an end. */
const mostSockets = 20_000;
/** Of one network: a school is behind one address, and nobody else needs as many. */
const mostOfNetwork = 2_000;

const isOwnOrigin = (request: IncomingMessage, publicUrl: string): boolean => {
  const { origin } = request.headers;
  // a program without a browser sends none; what a browser sends must be our own page
  return origin === undefined || origin === new URL(publicUrl).origin;
};

/** Whether a page of ours under the host name of a vendor asks, and asks that very host. */
async function isVendorOrigin(request: IncomingMessage, parts: AppParts, publicUrl: string): Promise<boolean> {
  const { origin = '', host = '' } = request.headers;
  const page = URL.parse(origin);
  if (page === null || page.host !== host.toLowerCase() || page.protocol !== new URL(publicUrl).protocol) return false;
  return (await brandAtHost(contextOf(parts, { kind: 'nobody' }), page.hostname)) !== null;
}

function readHello(text: string): z.infer<typeof hello> | null {
  try {
    const parsed = z.safeParse(hello, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const send = (socket: WebSocket, message: object) => {
  if (socket.bufferedAmount > backPressure) socket.close(liveClose.tooSlow);
  else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};

type LiveSocket = {
  socket: WebSocket;
  parts: AppParts;
  presence: LivePresence;
  caller: Ctx['caller'];
  token: string | null;
  leave: (() => void)[];
};

const topicsOf = (actor: UserActor): string[] => {
  const topics = [
    `user:${actor.userId}`,
    `session:${actor.sessionId}`,
    ...(actor.accountKind === 'operator' ? ['operator:news'] : []),
  ];
  const looks = ['rooms.view', 'meetings.view'];
  if (!looks.some((name) => actor.scope.includes(name))) return topics;
  const everywhere = looks.some((name) => seesEverywhere(actor, name));
  return [...topics, `account:${actor.accountId}`, ...(everywhere ? ['operator'] : [])];
};

/** What people write to each other is for the person alone, in the account where they are written to: nobody hears it who acts for them. */
const hearsChat = (actor: UserActor | null, { data }: LivePush): boolean =>
  actor !== null && actor.impersonator === undefined && actor.scope.includes('chat.use') && data?.['account'] === actor.accountId;

async function enter(seat: LiveSocket, rooms: readonly string[]): Promise<void> {
  const { socket, parts, caller } = seat;
  const actor = seat.token === null ? null : await signedInActor(parts, seat.token, { caller });
  // who left meanwhile takes no seat: nothing would ever clear it
  if (socket.readyState !== socket.OPEN) return;
  if (seat.token !== null && actor === null) {
    socket.close(liveClose.sessionEnded);
    return;
  }
  const hear = (push: LivePush) => {
    if (push.kind === 'chat' && !hearsChat(actor, push)) return;
    send(socket, { t: 'push', topic: push.topic, kind: push.kind, data: push.data ?? {} });
    if (push.topic.startsWith('session:') && push.kind === 'ended') socket.close(liveClose.sessionEnded);
    // what it may hear follows from the rights: it comes again with those of now
    if (push.topic.startsWith('user:') && push.kind === 'rights') socket.close(liveClose.rightsChanged);
  };
  const topics = [...(actor === null ? [] : topicsOf(actor)), ...rooms.map((slug) => `room:${slug}`)];
  for (const topic of topics) seat.leave.push(parts.bus.on(topic, hear));
  seat.leave.push(parts.bus.on('bus', () => send(socket, { t: 'again' })));
  if (actor !== null) {
    watch(seat, actor);
    seat.leave.push(seat.presence.enter(actor));
  }
  send(socket, { t: 'ready' });
}

/** A lost push must not keep a door open: the session, and what it may hear, is looked up now and then as well. */
function watch(seat: LiveSocket, was: UserActor): void {
  const { token, caller } = seat;
  if (token === null) return;
  const topics = topicsOf(was).join();
  const timer = setInterval(() => {
    signedInActor(seat.parts, token, { caller }).then(
      (actor) => {
        if (actor === null) seat.socket.close(liveClose.sessionEnded);
        else if (topicsOf(actor).join() !== topics) seat.socket.close(liveClose.rightsChanged);
      },
      () => undefined,
    );
  }, checkEvery);
  seat.leave.push(() => clearInterval(timer));
}

function receive({ socket, parts, ...rest }: Pick<LiveSocket, 'socket' | 'parts' | 'presence' | 'caller'>): void {
  const seat: LiveSocket = { socket, parts, ...rest, token: null, leave: [] };
  let greeted = false;
  const late = setTimeout(() => {
    if (!greeted) socket.close(liveClose.badHello);
  }, helloWithin);
  socket.on('message', (data, isBinary) => {
    if (greeted) return;
    const message = isBinary ? null : readHello(String(data));
    greeted = true;
    if (message === null) {
      socket.close(liveClose.badHello);
      return;
    }
    seat.token = message.token ?? null;
    enter(seat, message.rooms ?? []).catch((error: unknown) => {
      parts.log.error({ error }, 'a live socket failed');
      socket.close(1011);
    });
  });
  socket.on('close', () => {
    clearTimeout(late);
    for (const leave of seat.leave) leave();
  });
  socket.on('error', () => socket.terminate());
}

type UpgradeRefusal = '403 Forbidden' | '429 Too Many Requests' | '503 Service Unavailable';
function refuse(socket: Duplex, status: UpgradeRefusal): void {
  const later = status === '403 Forbidden' ? '' : 'retry-after: 30\r\n';
  socket.end(`HTTP/1.1 ${status}\r\n${later}connection: close\r\n\r\n`);
}

/** How many sockets each network has open. */
function openSockets() {
  const open = new Map<string, number>();
  const count = (network: string): number => open.get(network) ?? 0;
  return {
    count,
    add(network: string, socket: Duplex): void {
      open.set(network, count(network) + 1);
      socket.once('close', () => {
        if (count(network) > 1) open.set(network, count(network) - 1);
        else open.delete(network);
      });
    },
  };
}

export type LiveLimits = { sockets: number; ofNetwork: number };
export type LiveUpdates = { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean; close(): void };

/** The live sockets of one web process. */
export function createLive(
  parts: AppParts,
  publicUrl: () => string,
  most: LiveLimits = { sockets: mostSockets, ofNetwork: mostOfNetwork },
): LiveUpdates {
  const server = new WebSocketServer({ noServer: true, maxPayload: messageBytes, clientTracking: true });
  const alive = new WeakSet<WebSocket>();
  const networks = openSockets();
  const presence = createPresence(parts);
  const trusted = rangesOf(parts.config.trustedProxies);
  // an unknown proxy hides the addresses of all who come through it
  const unnamedProxies = trusted.length > 0 ? [] : rangesOf(['loopback', 'linklocal', 'uniquelocal']);
  const addressIn = (request: IncomingMessage) => addressOf(request, request.socket.remoteAddress ?? '', trusted);
  const isFull = (address: string) => networks.count(callerIn(address)) >= most.ofNetwork && !isInRanges(address, unnamedProxies);
  const beat = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      socket.ping();
    }
  }, checkEvery);
  const admit = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = addressIn(request);
    const network = callerIn(address);
    if (isFull(address)) return refuse(socket, '429 Too Many Requests');
    if (server.clients.size >= most.sockets) return refuse(socket, '503 Service Unavailable');
    networks.add(network, socket);
    server.handleUpgrade(request, socket, head, (ws) => {
      alive.add(ws);
      ws.on('pong', () => void alive.add(ws));
      receive({ socket: ws, parts, presence, caller: { address, agent: request.headers['user-agent'] ?? '' } });
    });
  };
  const admitVendor = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // before the database is asked
    if (isFull(addressIn(request))) return refuse(socket, '429 Too Many Requests');
    // nobody else hears of a socket that breaks while its host is looked up
    const broken = () => socket.destroy();
    socket.on('error', broken);
    const allowed = await isVendorOrigin(request, parts, publicUrl());
    socket.off('error', broken);
    if (socket.destroyed) return;
    if (allowed) admit(request, socket, head);
    else refuse(socket, '403 Forbidden');
  };
  return {
    upgrade: (request, socket, head) => {
      if ((request.url ?? '').split('?')[0] !== livePath) return false;
      if (isOwnOrigin(request, publicUrl())) admit(request, socket, head);
      else
        admitVendor(request, socket, head).catch((error: unknown) => {
          parts.log.error({ error }, 'the host name of a live socket could not be looked up');
          socket.destroy();
        });
      return true;
    },
    close: () => {
      clearInterval(beat);
      presence.close();
      for (const socket of server.clients) socket.close(1001);
      server.close();
    },
  };
}
