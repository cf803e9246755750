/** Who sees and hears whom: the only place that fills slots, so the only place that must ask whether a viewer may. */
import { chooseLayers, nextBudget, noLimit } from './layers.ts';
import type { PictureWish } from './layers.ts';
import type { ViewerSlot, RoomSource } from './model.ts';
import type { MediaRoom, MediaSeat } from './room.ts';
import { sourcesOf } from './room.ts';
import { aimSlot, pauseSlot, showSource } from './slot.ts';
import { requestKeyframe } from './stream.ts';
import type { MediaViewer } from './subscribe.ts';
import { rankVoices } from './voices.ts';

const ALIVE_MS = 600;
const UP_AGAIN_MS = 5_000;
/** Per report, of which one or two come each second. */
const ROUTE_FADING = 0.02;

export type SourceVisibility = (viewerSeat: string, source: { seat: string; key: string }) => boolean;
export type SlotMap = Record<string, string | null>;
/** `paused`: sources that the viewer's network does not carry now. */
export type SlotDistribution = { canSee: SourceVisibility; onSlots(seat: string, map: SlotMap, paused: string[]): void };

/** Reassigns the slots of everybody in the room, or only those of the given seats. */
export function distributeRoom(
  room: MediaRoom,
  distribution: SlotDistribution,
  seats: Iterable<MediaSeat> = room.seats.values(),
): void {
  const sources = sourcesOf(room).filter((source) => source.streams.length > 0);
  const ranked = {
    audio: rankVoices(sources.filter((source) => source.kind === 'audio')),
    video: rankPictures(sources.filter((source) => source.kind === 'video' && !source.blocked)),
  };
  for (const seat of seats) {
    if (seat.viewer?.answered) distributeSeat(seat, seat.viewer, { ...distribution, ranked });
  }
}

/** Shared screens first, then cameras in the order in which they came. */
function rankPictures(sources: readonly RoomSource[]): RoomSource[] {
  return [...sources.filter((source) => source.source === 'screen'), ...sources.filter((source) => source.source !== 'screen')];
}

type SeatDistribution = SlotDistribution & { ranked: { audio: RoomSource[]; video: RoomSource[] } };

function distributeSeat(seat: MediaSeat, viewer: MediaViewer, { canSee, onSlots, ranked }: SeatDistribution): void {
  const mayHave = (source: RoomSource): boolean =>
    source.seat !== seat.id && canSee(seat.id, { seat: source.seat, key: source.key });
  const video =
    seat.wants.length === 0
      ? ranked.video
      : seat.wants.flatMap((want) => ranked.video.find((source) => source.id === want.source) ?? []);
  fillSlots(
    viewer.slots.filter((slot) => slot.kind === 'audio'),
    ranked.audio.filter(mayHave),
  );
  fillSlots(
    viewer.slots.filter((slot) => slot.kind === 'video'),
    video.filter(mayHave),
  );
  chooseStreams(seat, viewer, performance.now());
  const map: SlotMap = {};
  const paused: string[] = [];
  for (const slot of viewer.slots) {
    map[slot.mid] = slot.paused ? null : (slot.source?.id ?? null);
    if (slot.paused && slot.source) paused.push(slot.source.id);
  }
  const text = JSON.stringify([map, paused]);
  if (text === seat.sentMap) return;
  seat.sentMap = text;
  onSlots(seat.id, map, paused);
}

/** Puts the first of `wanted` into the slots. What is shown already stays where it is, so that tiles do not jump. */
export function fillSlots(slots: readonly ViewerSlot[], wanted: readonly RoomSource[]): void {
  const chosen = [...new Set(wanted)].slice(0, slots.length);
  for (const slot of slots) {
    if (slot.source && !chosen.includes(slot.source)) showSource(slot, null);
  }
  const free = slots.filter((slot) => !slot.source);
  for (const source of chosen) {
    if (slots.some((slot) => slot.source === source)) continue;
    const slot = free.shift();
    if (slot) showSource(slot, source);
  }
}

/** Aims every slot of a viewer at the right stream of its source. */
export function chooseStreams(seat: MediaSeat, viewer: MediaViewer, now: number): void {
  for (const slot of viewer.slots) {
    if (slot.kind === 'audio' && slot.source) aimSlot(slot, slot.source.streams.at(-1) ?? null, now);
  }
  const { slots, wishes } = pictureWishes(seat, viewer, now);
  const chosen = chooseLayers(wishes, viewer.budget);
  for (const [index, slot] of slots.entries()) {
    const streams = slot.source?.streams ?? [];
    const next = streams[chosen[index] ?? -1];
    if (next === undefined && streams.length > 0) pauseSlot(slot);
    else slot.paused = false;
    const before = slot.target ? streams.indexOf(slot.target) : -1;
    const forced = viewer.budget.bits !== null || wishes[index]?.layers[before]?.alive === false;
    if (forced && before > (chosen[index] ?? -1)) slot.heldUntil = now + UP_AGAIN_MS;
    if (next) aimSlot(slot, next, now);
    if (next && slot.open && slot.current !== next) requestKeyframe(next, now);
  }
}

/** Video slots that show something, most wanted first, with what is known about their layers. */
function pictureWishes(seat: MediaSeat, viewer: MediaViewer, now: number): { slots: ViewerSlot[]; wishes: PictureWish[] } {
  const place = (slot: ViewerSlot): number => {
    const index = seat.wants.findIndex((want) => want.source === slot.source?.id);
    return index < 0 ? seat.wants.length : index;
  };
  const slots = viewer.slots.filter((slot) => slot.kind === 'video' && slot.source).sort((a, b) => place(a) - place(b));
  const wishes = slots.map((slot) => {
    const streams = slot.source?.streams ?? [];
    return {
      layers: streams.map((stream) => ({
        height: stream.height,
        bitrate: stream.bitrate,
        alive: now - stream.lastAt < ALIVE_MS,
      })),
      height: seat.wants[place(slot)]?.height ?? Number.POSITIVE_INFINITY,
      highest: now < slot.heldUntil && slot.target ? streams.indexOf(slot.target) : streams.length - 1,
    };
  });
  return { slots, wishes };
}

/** Forgets slowly: another route may be longer for good, and then nothing waits. */
function shortestTrip(shortest: number, trip: number): number {
  return trip <= shortest ? trip : shortest + ROUTE_FADING * (trip - shortest);
}

/** Looks at what the viewer's browser reported and adapts the limit for its video. Closes the interval of the reports. */
export function adaptViewer(seat: MediaSeat, viewer: MediaViewer, now: number): void {
  const { slots, wishes } = pictureWishes(seat, viewer, now);
  const unlimited = chooseLayers(wishes, noLimit);
  const { loss, remb, trip } = viewer.feedback;
  if (trip !== null) viewer.shortest = shortestTrip(viewer.shortest, trip);
  viewer.budget = nextBudget(viewer.budget, {
    now,
    startedAt: viewer.startedAt,
    loss,
    remb,
    delay: trip === null ? null : trip - viewer.shortest,
    sent: slots.reduce((sum, slot) => sum + (slot.current?.bitrate ?? 0), 0),
    smallest: slots.reduce((sum, slot) => sum + (slot.current ? (slot.source?.streams[0]?.bitrate ?? 0) : 0), 0),
    wished: wishes.reduce((sum, wish, index) => sum + (wish.layers[unlimited[index] ?? -1]?.bitrate ?? 0), 0),
    pictures: slots.length,
  });
  viewer.feedback.loss = null;
  viewer.feedback.trip = null;
}
