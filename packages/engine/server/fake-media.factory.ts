import { MediaRefused } from '#server/media/media.ts';
import type { EngineMedia, MediaEvents } from '#server/media/media.ts';
import type { RoomTap } from '#server/media/room.ts';

type Visibility = Parameters<EngineMedia['canSee']>[0];

export type FakeMedia = EngineMedia & {
  /** Everything that was asked, oldest first, e.g. `block w_1 mic on`. */
  asked: string[];
  /** Who writes the rooms down, by internal meeting id. */
  taps: Map<string, RoomTap>;
  /** Seats whose media flow. */
  heard: Set<string>;
  rule: () => Visibility;
};

/** A media part without network: it remembers what it was asked. An SDP that contains `refuse` is refused, one with `break` breaks. */
export function fakeMedia(events: MediaEvents): FakeMedia {
  const asked: string[] = [];
  const seats = new Set<string>();
  const taps: FakeMedia['taps'] = new Map();
  const heard: FakeMedia['heard'] = new Set();
  let rule: Visibility = () => false;
  const counts = { seats: 0, sources: 0, streams: 0, forwarded: 0, received: 0, resent: 0, udpPort: 40_000 };
  return {
    asked,
    taps,
    heard,
    ready: Promise.resolve(),
    rule: () => rule,
    addSeat(room, seat) {
      seats.add(seat);
      asked.push(`add ${seat} to ${room}`);
    },
    removeSeat(seat) {
      heard.delete(seat);
      if (seats.delete(seat)) asked.push(`remove ${seat}`);
    },
    async publish(seat, { key, source, sdp }) {
      await Promise.resolve();
      if (!seats.has(seat)) throw new MediaRefused('unknown-seat');
      if (sdp.includes('refuse')) throw new MediaRefused('bad-offer');
      if (sdp.includes('break')) throw new Error('broken');
      asked.push(`publish ${seat} ${key} ${source}`);
      queueMicrotask(() => events.published(seat, key));
      return { sdp: `answer to ${sdp}` };
    },
    unpublish: (seat, key) => void asked.push(`unpublish ${seat} ${key}`),
    async subscribe(seat, { audioSlots, videoSlots }) {
      await Promise.resolve();
      if (!seats.has(seat)) throw new MediaRefused('unknown-seat');
      asked.push(`subscribe ${seat} ${audioSlots} ${videoSlots}`);
      const mids = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`);
      return { gen: 1, sdp: 'offer', mids: { audio: mids('a', audioSlots), video: mids('v', videoSlots) } };
    },
    subAnswer: (seat, gen) => void asked.push(`answer ${seat} ${gen}`),
    view: (seat, wants) => void asked.push(`view ${seat} ${wants.map((want) => want.source).join(' ')}`),
    block: (seat, key, on) => void asked.push(`block ${seat} ${key} ${on ? 'on' : 'off'}`),
    canSee(newRule) {
      rule = newRule;
    },
    hears: (seat) => heard.has(seat),
    tap(room, tap) {
      asked.push(`tap ${room} ${tap === null ? 'off' : 'on'}`);
      if (tap === null) taps.delete(room);
      else taps.set(room, tap);
    },
    ice: (seat) => [{ urls: ['stun:stun.example'], username: seat, credential: 'c' }],
    counts: () => ({ ...counts, seats: seats.size }),
    stop: () => void asked.push('stop'),
  };
}
