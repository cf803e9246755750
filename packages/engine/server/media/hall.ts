import type { SourceVisibility } from './distribute.ts';
import { distributeRoom } from './distribute.ts';
import type { CloseReason, MediaEvents, MediaRefusal, MediaSettings } from './media.ts';
import type { PacketTally } from './model.ts';
import type { NativeMedia } from './native.ts';
import type { NearDoor } from './near.ts';
import type { PublishedMedia, MediaRoom, RoomTap, MediaSeat } from './room.ts';
import { createSeat } from './room.ts';
import { aimSlot, showSource } from './slot.ts';
import { forgetPackets } from './stream.ts';

/** Everything that the media part holds while it runs. */
export type MediaHall = {
  settings: MediaSettings;
  events: MediaEvents;
  native: NativeMedia;
  /** Null where the media port itself is in reach of every browser. */
  near: NearDoor | null;
  rooms: Map<string, MediaRoom>;
  /** By room; a room comes and goes with its seats, its tap stays. */
  taps: Map<string, RoomTap>;
  seats: Map<string, MediaSeat>;
  tally: PacketTally;
  visibility: { rule: SourceVisibility };
  /** The error that tells the caller why a request is not met. */
  refusal: (code: MediaRefusal, cause?: unknown) => Error;
};

/** Reassigns the slots of a room after a change. Pass `seats` when the change affects nobody else. */
export function refreshRoom(hall: MediaHall, room: MediaRoom, seats?: readonly MediaSeat[]): void {
  distributeRoom(
    room,
    { canSee: hall.visibility.rule, onSlots: (seat, map, paused) => hall.events.slots(seat, map, paused) },
    seats,
  );
}

export function refreshRooms(hall: MediaHall): void {
  for (const room of hall.rooms.values()) refreshRoom(hall, room);
}

export function addSeat(hall: MediaHall, roomId: string, seatId: string): void {
  removeSeat(hall, seatId);
  const room = hall.rooms.get(roomId) ?? { id: roomId, seats: new Map(), speakers: [], tap: hall.taps.get(roomId) ?? null };
  hall.rooms.set(roomId, room);
  const seat = createSeat(seatId, room);
  room.seats.set(seatId, seat);
  hall.seats.set(seatId, seat);
}

export function removeSeat(hall: MediaHall, seatId: string): void {
  const seat = hall.seats.get(seatId);
  if (!seat) return;
  hall.seats.delete(seatId);
  seat.room.seats.delete(seatId);
  for (const published of seat.published.values()) endPublished(published, seat.room);
  seat.published.clear();
  closeViewer(seat);
  if (seat.room.seats.size === 0) hall.rooms.delete(seat.room.id);
  else refreshRoom(hall, seat.room);
}

/** Ends a source if it is still the one under its key. */
export function closePublished(
  hall: MediaHall,
  ending: { seat: string; key: string; why: CloseReason; only?: PublishedMedia },
): void {
  const seat = hall.seats.get(ending.seat);
  const published = seat?.published.get(ending.key);
  if (!seat || !published || (ending.only && ending.only !== published)) return;
  seat.published.delete(ending.key);
  endPublished(published, seat.room);
  refreshRoom(hall, seat.room);
  hall.events.closed(seat.id, ending.key, ending.why);
}

/** From now on, and until null is given, everything that reaches the room goes to the tap as well. */
export function tapRoom(hall: MediaHall, roomId: string, tap: RoomTap | null): void {
  if (tap === null) hall.taps.delete(roomId);
  else hall.taps.set(roomId, tap);
  const room = hall.rooms.get(roomId);
  if (room) room.tap = tap;
}

function endPublished(published: PublishedMedia, room: MediaRoom): void {
  published.connection.close();
  room.tap?.ended(published.source);
  for (const stream of published.source.streams) forgetPackets(stream);
}

/** Ends the seat's subscribe connection, and with it its slots. */
export function closeViewer(seat: MediaSeat): void {
  const viewer = seat.viewer;
  seat.viewer = null;
  seat.sentMap = '';
  if (!viewer) return;
  for (const slot of viewer.slots) {
    slot.open = false;
    showSource(slot, null);
    aimSlot(slot, null, 0);
  }
  viewer.connection.close();
}
