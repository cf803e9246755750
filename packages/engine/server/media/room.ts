import { createQualityWatch, type QualityWatch } from './connection-quality.ts';
import type { DelayTrend } from './delay-trend.ts';
import type { TickPulse, RoomSource, RtpStream } from './model.ts';
import type { NativeConnection } from './native.ts';
import type { MediaViewer } from './subscribe.ts';
import { createUplink, type UplinkState } from './uplink.ts';

/** A source that a seat publishes, with its connection. `announced` once its first packet came. */
export type PublishedMedia = { source: RoomSource; connection: NativeConnection; announced: boolean; trend: DelayTrend };
export type WantedPicture = { source: string; height: number };

/** A person in a room, as far as media are concerned. */
export type MediaSeat = {
  id: string;
  room: MediaRoom;
  published: Map<string, PublishedMedia>;
  viewer: MediaViewer | null;
  /** Counts the subscribe connections of this seat. */
  gen: number;
  /** Video sources that the viewer asked for, most wanted first; empty = our choice. */
  wants: WantedPicture[];
  /** The slot map sent last, as text. */
  sentMap: string;
  pulse: TickPulse;
  uplink: UplinkState;
  quality: QualityWatch;
  silenceTold: boolean;
};

/** A packet as its publisher sent it; it must be copied before the call returns. `number` is extended, `at` in `performance.now()` milliseconds. */
export type TappedPacket = { packet: Buffer; number: number; at: number };
/** What a sender said about its clocks (RFC 3550 §6.4.1). */
export type TappedReport = { ntpHigh: number; ntpLow: number; timestamp: number; at: number };

/** Who writes a room down. Blocked sources are kept from it. */
export type RoomTap = {
  packet(source: RoomSource, stream: RtpStream, packet: TappedPacket): void;
  report(source: RoomSource, stream: RtpStream, report: TappedReport): void;
  /** The source is over. */
  ended(source: RoomSource): void;
};

export type MediaRoom = {
  id: string;
  seats: Map<string, MediaSeat>;
  /** The speakers announced last. */
  speakers: string[];
  tap: RoomTap | null;
};

export function createSeat(id: string, room: MediaRoom): MediaSeat {
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
export function sourcesOf(room: MediaRoom): RoomSource[] {
  return [...room.seats.values()].flatMap((seat) => [...seat.published.values()].map((published) => published.source));
}
