import type { DeviceChoice } from '#ui/media/device-choice.ts';
import type { Connection } from '#ui/media/connection.ts';
import type { OwnMedia } from '#ui/media/own-media.ts';
import type { Publisher } from '#ui/media/publisher.ts';
import type { Sound } from '#ui/media/sound.ts';
import type { Subscriber } from '#ui/media/subscriber.ts';
import type { Viewer } from '#ui/media/viewer.ts';
import type { Store } from '#ui/store.ts';

/** `lostAfter`: attempts to reach the engine again before the meeting counts as lost. */
export type MeetingOptions = { base: string; sessionToken: string; preset: DeviceChoice | null; lostAfter: number };

export type Parts = {
  connection: Connection;
  publisher: Publisher;
  subscriber: Subscriber;
  own: OwnMedia;
  sound: Sound;
  viewer: Viewer;
};
export type Desk = {
  options: MeetingOptions;
  store: Store;
  parts: Parts | null;
  choice: DeviceChoice;
  round: number;
  turns: Map<string, () => void>;
};

export function later(ms: number, done: () => void): () => void {
  const timer = setTimeout(done, ms);
  return () => clearTimeout(timer);
}

/** Milliseconds in which a turned-away guest can be called back. */
const TURN_AWAY_MS = 8000;

export function turnAway(desk: Desk, member: string): void {
  desk.store.dispatch({ t: 'turning', member, away: true });
  const cancel = later(TURN_AWAY_MS, () => {
    desk.turns.delete(member);
    void desk.parts?.connection.request({ t: 'lobby', action: 'deny', member });
  });
  desk.turns.set(member, cancel);
}

export function callBack(desk: Desk, member: string): void {
  desk.turns.get(member)?.();
  desk.turns.delete(member);
  desk.store.dispatch({ t: 'turning', member, away: false });
}
