/**
 * A second door to a media port that listens on loopback only. Firefox neither gathers loopback addresses nor pairs any other of its
 * addresses with one, so on the engine's own machine it would never reach `127.0.0.1`. The door has an address of the machine's
 * network, takes packets from this very machine only, and hands them to the media port.
 */
import { createSocket } from 'node:dgram';
import type { RemoteInfo, Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { Ipv4Address } from './stun.ts';
import { ATTRIBUTE, readStun } from './stun.ts';

/** Browsers check their connections every few seconds (RFC 7675 §5.1); what is silent for so long is gone. */
const SILENCE_MS = 60_000;
const PASSAGES = 512;

export type NearDoor = {
  /** Where browsers of this machine can reach the door; null while it is not open, or when the machine has no network address. */
  address(): Ipv4Address | null;
  stop(): void;
};

export type NearDoorSettings = {
  /** The media port, on loopback. */
  engine: Ipv4Address;
  /** ICE password of a living connection by its user fragment: who names none of them gets no passage. */
  passwordOf(ufrag: string): string | undefined;
  log: (level: 'warn', text: string) => void;
};

type NearPassage = { socket: Socket; usedAt: number };
type NearHallway = { settings: NearDoorSettings; door: Socket; passages: Map<string, NearPassage> };

/** IPv4 addresses that this machine has in networks, without loopback and without the self-given ones of RFC 3927. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal && !entry.address.startsWith('169.254.'))
    .map((entry) => entry.address);
}

/** Opens the door on a free port. A door that cannot be opened is logged and stays closed: only Firefox on this machine needs it. */
export function openNearDoor(settings: NearDoorSettings): NearDoor {
  const door = createSocket('udp4');
  const hallway: NearHallway = { settings, door, passages: new Map() };
  const state: { port: number | null; ended: 'yes' | 'no' } = { port: null, ended: 'no' };
  const sweep = setInterval(() => closeSilent(hallway, performance.now() - SILENCE_MS), SILENCE_MS / 4);
  sweep.unref();
  const stop = (): void => {
    if (state.ended === 'yes') return;
    state.ended = 'yes';
    state.port = null;
    clearInterval(sweep);
    door.close();
    closeSilent(hallway, Number.POSITIVE_INFINITY);
  };
  door.on('listening', () => {
    state.port = door.address().port;
  });
  door.on('message', (packet, from) => carryIn(hallway, packet, from));
  door.on('error', (error: NodeJS.ErrnoException) => {
    settings.log('warn', `Firefox on this machine cannot take part: ${error.code ?? error.message}.`);
    stop();
  });
  // All addresses, because they change when a laptop goes from one network to another.
  door.bind(0, '0.0.0.0');
  return {
    address() {
      const [address] = networkAddresses();
      return state.port === null || address === undefined ? null : { address, port: state.port };
    },
    stop,
  };
}

function closeSilent(hallway: NearHallway, before: number): void {
  for (const [key, passage] of hallway.passages) {
    if (passage.usedAt > before) continue;
    hallway.passages.delete(key);
    passage.socket.close();
  }
}

function carryIn(hallway: NearHallway, packet: Buffer, from: RemoteInfo): void {
  const { engine } = hallway.settings;
  const passage = hallway.passages.get(`${from.address}:${from.port}`) ?? openPassage(hallway, packet, from);
  if (!passage) return;
  passage.usedAt = performance.now();
  passage.socket.send(packet, engine.port, engine.address);
}

/** Only a connectivity check that names a living connection, sent from one of this machine's own addresses, opens a passage. */
function openPassage(hallway: NearHallway, packet: Buffer, from: RemoteInfo): NearPassage | null {
  const { settings, door, passages } = hallway;
  const { engine } = settings;
  const name = readStun(packet)?.attributes.get(ATTRIBUTE.username)?.value.toString() ?? '';
  if (settings.passwordOf(name.split(':')[0] ?? '') === undefined) return null;
  if (passages.size >= PASSAGES || !networkAddresses().includes(from.address)) return null;
  const key = `${from.address}:${from.port}`;
  const socket = createSocket('udp4');
  const passage: NearPassage = { socket, usedAt: performance.now() };
  socket.on('message', (answer, sender) => {
    if (sender.address !== engine.address || sender.port !== engine.port || passages.get(key) !== passage) return;
    passage.usedAt = performance.now();
    // An answer that cannot be sent is a lost packet, which must not end the door for everybody.
    door.send(answer, from.port, from.address, () => undefined);
  });
  socket.on('error', () => {
    // The browser's next check opens another one.
    if (passages.delete(key)) socket.close();
  });
  // The engine tells the browser the address that it sees, and Firefox takes no loopback address there either.
  socket.bind(0, from.address);
  passages.set(key, passage);
  return passage;
}
