import { createQualityWatch, type QualityWatch } from './connection-quality.ts';
import type { DelayTrend } from './delay-trend.ts';
import type { Pulse, Source, Stream } from './model.ts';
import type { Connection } from './native.ts';
import type { Viewer } from './subscribe.ts';
import { createUplink, type Uplink } from './uplink.ts';

/** A source that a seat publishes, with its connection. `announced` once its first packet came. */
export type Published = { source: Source; connection: Connection; announced: boolean; trend: DelayTrend };
export type Want = { source: string; height: number };

/** A person in a room, as far as media are concerned. */
export type Seat = {
  id: string;
  room: Room;
  published: Map<string, Published>;
  viewer: Viewer | null;
  /** Counts the subscribe connections of this seat. */
  gen: number;
  /** Video sources that the viewer asked for, most wanted first; empty = our choice. */
  wants: Want[];
  /** The slot map that was told last, as text. */
  sentMap: string;
  pulse: Pulse;
  uplink: Uplink;
  quality: QualityWatch;
  silenceTold: boolean;
};

/** A packet as its publisher sent it; it must be copied before the call returns. `number` is extended, `at` in `performance.now()` milliseconds. */
export type TappedPacket = { packet: Buffer; number: number; at: number };
/** What a sender said about its clocks (RFC 3550 §6.4.1). */
export type TappedReport = { ntpHigh: number; ntpLow: number; timestamp: number; at: number };

/** Who writes a room down. Blocked sources are kept from it. */
export type RoomTap = {
  packet(source: Source, stream: Stream, packet: TappedPacket): void;
  report(source: Source, stream: Stream, report: TappedReport): void;
  /** The source is over. */
  ended(source: Source): void;
};

export type Room = {
  id: string;
  seats: Map<string, Seat>;
  /** The speakers that were told last. */
  speakers: string[];
  tap: RoomTap | null;
};

export function createSeat(id: string, room: Room): Seat {
  return {
    id,
    room,
    published: new Map(),
    viewer: null,
    gen: 0,
    wants: [],
    sentMap: '',
    pulse: { at: 0 },
    uplink: createUplink(),
    quality: createQualityWatch(),
    silenceTold: false,
  };
}

/** All sources of a room, in the order of seats and publishing. */
export function sourcesOf(room: Room): Source[] {
  return [...room.seats.values()].flatMap((seat) => [...seat.published.values()].map((published) => published.source));
}
