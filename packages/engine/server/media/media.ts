import type { ConnectionQuality, IceServer, SourceKind } from '#protocol/messages.ts';
import { isHeard, startClock } from './clock.ts';
import type { SourceVisibility } from './distribute.ts';
import type { MediaHall } from './hall.ts';
import { addSeat, closePublished, refreshRooms, removeSeat, tapRoom } from './hall.ts';
import { openNative } from './native.ts';
import { openNearDoor } from './near.ts';
import { blockSource, publishSource, subscribeSeat, takeAnswer, viewSources } from './requests.ts';
import type { RoomTap, WantedPicture } from './room.ts';
import { relayServers, startRelay } from './turn.ts';

/** How the media part reaches the network. Ports are UDP or TCP port numbers; times inside are milliseconds. */
export type MediaSettings = {
  /** Local address of the media port, for example `0.0.0.0` or `127.0.0.1`. */
  bindAddress: string;
  /** 0 = a free port. */
  udpPort: number;
  /** The address and port that browsers get instead of the local ones (machines behind NAT). */
  announce: { address: string; port: number } | null;
  /** `open`: a media port on loopback gets a second door for the browsers of this machine that cannot use loopback. */
  near?: 'open';
  /** STUN and TURN servers handed to browsers as they are. */
  iceServers: IceServer[];
  /** TURN over TCP inside the engine, for networks without UDP. `host` is the name browsers use. */
  turnTcp: { port: number; host: string; secret: string } | null;
  log: (level: MediaLogLevel, text: string) => void;
};
export type MediaLogLevel = 'debug' | 'info' | 'warn' | 'error';

export type CloseReason = 'client' | 'failed' | 'replaced' | 'engine';

export type MediaEvents = {
  published(seat: string, key: string): void;
  closed(seat: string, key: string, why: CloseReason): void;
  /** The whole map of one seat: mid → source id (`<seat>:<key>`) or null; `paused` are sources that its network does not carry now. */
  slots(seat: string, map: Record<string, string | null>, paused: string[]): void;
  /** Seats that speak now in this room, loudest first. */
  speaking(room: string, seats: string[]): void;
  /** The person's line became weak, or good again. */
  quality(seat: string, quality: ConnectionQuality): void;
  /** No packet of any kind from this seat for six seconds. */
  silent(seat: string): void;
};

/** `bad-offer`: the description is not one that we take. `unknown-seat`: the seat was never added or is gone. `failed`: overtaken or not answered in time. */
export type MediaRefusal = 'bad-offer' | 'unknown-seat' | 'failed';

/** A request of a client that cannot be met; nothing was changed by it. */
export class MediaRefused extends Error {
  readonly code: MediaRefusal;

  constructor(code: MediaRefusal, options?: ErrorOptions) {
    super(`media refused: ${code}`, options);
    this.name = 'MediaRefused';
    this.code = code;
  }
}

export type PublishRequest = { key: string; source: SourceKind; sdp: string };
export type SubscribeRequest = { audioSlots: number; videoSlots: number };
export type SubscribeOffer = { gen: number; sdp: string; mids: { audio: string[]; video: string[] } };

export type MediaCounts = {
  seats: number;
  sources: number;
  /** Filled slots. */
  streams: number;
  /** Packets sent to viewers since the start. */
  forwarded: number;
  /** Packets received from publishers since the start. */
  received: number;
  resent: number;
  udpPort: number;
};

export type EngineMedia = {
  /** Settles when the TCP relay listens (at once without one); rejects with a plain message when its port is taken. */
  ready: Promise<void>;
  addSeat(room: string, seat: string): void;
  /** Closes everything of the seat, without events about its sources. */
  removeSeat(seat: string): void;
  /** Answers the offer of one source. A source with the same key is replaced. Rejects with `MediaRefused`. */
  publish(seat: string, request: PublishRequest): Promise<{ sdp: string }>;
  unpublish(seat: string, key: string): void;
  /** Makes the seat's one subscribe connection; an older one is closed. Slots are filled once it is answered. */
  subscribe(seat: string, request: SubscribeRequest): Promise<SubscribeOffer>;
  /** An answer to an older `gen` is dropped. Throws `MediaRefused` when the answer does not fit. */
  subAnswer(seat: string, gen: number, sdp: string): void;
  /** Which pictures the viewer wants, most wanted first, and how tall it draws them in device pixels; empty = our choice, screens first. */
  view(seat: string, wants: readonly WantedPicture[]): void;
  /** `on`: the source is not forwarded, not heard and counts as silent, whatever its browser sends. */
  block(seat: string, key: string, on: boolean): void;
  /** Sets the rule that is asked before a source is shown to anybody. Call it again when the answers of the rule change. */
  canSee(rule: SourceVisibility): void;
  /** Whether the person is there as far as media tell, whatever became of the socket. */
  hears(seat: string): boolean;
  /** Gives what is published in a room to somebody who writes it down, also when the room is empty now; null ends it. */
  tap(room: string, tap: RoomTap | null): void;
  /** STUN and TURN for the browser of this seat. */
  ice(seat: string): IceServer[];
  counts(): MediaCounts;
  /** Closes all connections; the process must then end with `process.exit()`. */
  stop(): void;
};

/** Opens the media port. Throws with a plain message when it is taken. */
export function createMedia(settings: MediaSettings, events: MediaEvents): EngineMedia {
  const native = openNative(settings);
  const engine = { address: settings.bindAddress, port: native.port };
  const near = settings.near ? openNearDoor({ engine, passwordOf: native.passwordOf, log: settings.log }) : null;
  const hall: MediaHall = {
    settings,
    events,
    native,
    near,
    rooms: new Map(),
    taps: new Map(),
    seats: new Map(),
    tally: { received: 0, forwarded: 0, resent: 0 },
    visibility: { rule: () => true },
    refusal: (code, cause) => new MediaRefused(code, { cause }),
  };
  const clock = startClock(hall);
  const relay = startRelay({ settings, native });
  return {
    ready: relay.ready,
    addSeat: (room, seat) => addSeat(hall, room, seat),
    removeSeat: (seat) => removeSeat(hall, seat),
    publish: (seat, request) => publishSource(hall, seat, request),
    unpublish: (seat, key) => closePublished(hall, { seat, key, why: 'client' }),
    subscribe: (seat, request) => subscribeSeat(hall, seat, request),
    subAnswer: (seat, gen, sdp) => takeAnswer(hall, seat, { gen, sdp }),
    view: (seat, wants) => viewSources(hall, seat, wants),
    block: (seat, key, on) => blockSource(hall, { seat, key, blocked: on }),
    canSee(rule) {
      hall.visibility.rule = rule;
      refreshRooms(hall);
    },
    hears(id) {
      const seat = hall.seats.get(id);
      return seat !== undefined && isHeard(seat, performance.now());
    },
    tap: (room, tap) => tapRoom(hall, room, tap),
    ice: (seat) => [...settings.iceServers, ...relayServers(settings, seat)],
    counts: () => countAll(hall),
    stop() {
      clock.stop();
      relay.stop();
      near?.stop();
      for (const seat of [...hall.seats.keys()]) removeSeat(hall, seat);
      native.stop();
    },
  };
}

function countAll(hall: MediaHall): MediaCounts {
  const seats = [...hall.seats.values()];
  return {
    seats: seats.length,
    sources: seats.reduce((sum, seat) => sum + seat.published.size, 0),
    streams: seats.reduce((sum, seat) => sum + (seat.viewer?.slots.filter((slot) => slot.source).length ?? 0), 0),
    ...hall.tally,
    udpPort: hall.native.port,
  };
}
