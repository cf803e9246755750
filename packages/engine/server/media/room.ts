import type { Pulse, Source } from './model.ts';
import type { Connection } from './native.ts';
import type { Viewer } from './subscribe.ts';

/** A source that a seat publishes, with its connection. `announced` once its first packet came. */
export type Published = { source: Source; connection: Connection; announced: boolean };
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
  silenceTold: boolean;
};

export type Room = {
  id: string;
  seats: Map<string, Seat>;
  /** The speakers that were told last. */
  speakers: string[];
};

export function createSeat(id: string, room: Room): Seat {
  return { id, room, published: new Map(), viewer: null, gen: 0, wants: [], sentMap: '', pulse: { at: 0 }, silenceTold: false };
}

/** All sources of a room, in the order of seats and publishing. */
export function sourcesOf(room: Room): Source[] {
  return [...room.seats.values()].flatMap((seat) => [...seat.published.values()].map((published) => published.source));
}
