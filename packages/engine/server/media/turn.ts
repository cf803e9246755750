/**
 * TURN over TCP for networks without UDP (RFC 8656). It relays to the engine's own media port and to nothing else, so it is no open
 * relay: every peer address that is not ours is refused.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { IceServer } from '#protocol/messages.ts';
import { serveClient } from './turn-client.ts';
import type { Ipv4Address } from './stun.ts';

const CREDENTIAL_LIFE_S = 24 * 3600;
const ALLOCATIONS_PER_SEAT = 16;
const SOCKETS = 4_000;

type AnnouncedAddress = { address: string; port: number } | null;
type RelaySettings = {
  bindAddress: string;
  announce: AnnouncedAddress;
  turnTcp: { port: number; host: string; secret: string } | null;
  log: (level: 'warn', text: string) => void;
};
type EnginePort = { port: number; passwordOf(ufrag: string): string | undefined };

/** What the relay's connections share. */
export type TurnRelay = {
  /** Password of a user, or null when the name is not ours or has expired. */
  passwordFor(username: string): string | null;
  /** Where packets for this peer really go, or null when it is not the engine. */
  engineAt(peer: Ipv4Address): Ipv4Address | null;
  /** The address of the relayed end that is given to clients. */
  relayAddress(socket: Socket): string;
  bindAddress: string;
  /** Takes one of the seat's places; the returned function gives it back. Null when all are taken. */
  takePlace(username: string): (() => void) | null;
  passwordOf(ufrag: string): string | undefined;
};

/** Starts the relay when it is configured. `ready` rejects with a plain message when its port is taken. */
export function startRelay({ settings, native }: { settings: RelaySettings; native: EnginePort }): {
  ready: Promise<void>;
  stop(): void;
} {
  const turn = settings.turnTcp;
  if (!turn) return { ready: Promise.resolve(), stop: () => undefined };
  const relay = makeRelay(settings, native, turn.secret);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    if (sockets.size >= SOCKETS) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveClient(socket, relay);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('listening', resolve);
  server.on('error', (error: NodeJS.ErrnoException) => {
    reject(
      new Error(`The TURN port ${turn.port} (TCP) on ${settings.bindAddress} cannot be used: ${error.code ?? error.message}.`),
    );
  });
  server.listen(turn.port, settings.bindAddress);
  return {
    ready: promise,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function makeRelay(settings: RelaySettings, native: EnginePort, secret: string): TurnRelay {
  const any = settings.bindAddress === '0.0.0.0' || settings.bindAddress === '::';
  const direct = any ? '127.0.0.1' : settings.bindAddress;
  const taken = new Map<string, number>();
  return {
    bindAddress: any ? '0.0.0.0' : settings.bindAddress,
    passwordOf: (ufrag) => native.passwordOf(ufrag),
    passwordFor(username) {
      const [expiry = ''] = username.split(':');
      return /^\d{1,12}$/.test(expiry) && Number(expiry) * 1_000 > Date.now() ? relayPassword(secret, username) : null;
    },
    engineAt(peer) {
      const { announce } = settings;
      if (announce && peer.address === announce.address && peer.port === announce.port)
        return { address: direct, port: native.port };
      const ours = any ? isLocal(peer.address) : peer.address === settings.bindAddress;
      return ours && peer.port === native.port ? peer : null;
    },
    relayAddress(socket) {
      if (settings.announce && isIPv4(settings.announce.address)) return settings.announce.address;
      return socket.localAddress !== undefined && isIPv4(socket.localAddress) ? socket.localAddress : '127.0.0.1';
    },
    takePlace(username) {
      const seat = username.slice(username.indexOf(':') + 1);
      const count = taken.get(seat) ?? 0;
      if (count >= ALLOCATIONS_PER_SEAT) return null;
      taken.set(seat, count + 1);
      return () => {
        const left = (taken.get(seat) ?? 1) - 1;
        if (left > 0) taken.set(seat, left);
        else taken.delete(seat);
      };
    },
  };
}

function isLocal(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address === address));
}

function relayPassword(secret: string, username: string): string {
  return createHmac('sha1', secret).update(username).digest('base64');
}

/** The relay as an entry for browsers: name `<end of life, epoch seconds>:<seat>`, password HMAC-SHA1 of it. Empty without a relay. */
export function relayServers(settings: RelaySettings, seat: string): IceServer[] {
  if (!settings.turnTcp) return [];
  const { host, port, secret } = settings.turnTcp;
  const username = `${Math.floor(Date.now() / 1_000) + CREDENTIAL_LIFE_S}:${seat}`;
  const name = host.includes(':') ? `[${host}]` : host;
  return [{ urls: [`turn:${name}:${port}?transport=tcp`], username, credential: relayPassword(secret, username) }];
}
