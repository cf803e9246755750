import type { DeviceChoice } from '#ui/media/device-choice.ts';
import type { Connection } from '#ui/media/connection.ts';
import type { OwnMedia } from '#ui/media/own-media.ts';
import type { Publisher } from '#ui/media/publisher.ts';
import type { Sound } from '#ui/media/sound.ts';
import type { Subscriber } from '#ui/media/subscriber.ts';
import type { HintListeners } from '#ui/topics/hints.ts';
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
  hintListeners: HintListeners;
};

export function later(ms: number, done: () => void): () => void {
  const timer = setTimeout(done, ms);
  return () => clearTimeout(timer);
}

/** What is on now, for those who come back. */
export function choiceNow({ choice, store }: Desk): DeviceChoice {
  const { own, phase } = store.get();
  if (phase !== 'in') return choice;
  return { ...choice, micOn: own.mic === 'on', camOn: own.cam !== 'off', listenOnly: own.mic !== 'on' && own.cam === 'off' };
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
