import type { DeviceChoice } from '#ui/media/device-choice.ts';
import type { MeetingConnection } from '#ui/media/connection.ts';
import type { OwnMedia } from '#ui/media/own-media.ts';
import type { Publisher } from '#ui/media/publisher.ts';
import type { MeetingSound } from '#ui/media/sound.ts';
import type { Subscriber } from '#ui/media/subscriber.ts';
import type { HintListeners } from '#ui/topics/hints.ts';
import type { PictureViewer } from '#ui/media/viewer.ts';
import { isPhone } from '#ui/media/devices.ts';
import { keepSeat, rememberChoice } from '#ui/memory.ts';
import type { PageEvents } from '#ui/media/page-watch.ts';
import { type MeetingState, sourceOf } from '#ui/state.ts';
import type { MeetingStore } from '#ui/store.ts';

/** `lostAfter`: attempts to reach the engine again before the meeting counts as lost. */
export type MeetingOptions = { base: string; sessionToken: string; preset: DeviceChoice | null; lostAfter: number };

export type MeetingParts = {
  connection: MeetingConnection;
  publisher: Publisher;
  subscriber: Subscriber;
  own: OwnMedia;
  sound: MeetingSound;
  viewer: PictureViewer;
};
export type MeetingDesk = {
  options: MeetingOptions;
  store: MeetingStore;
  parts: MeetingParts | null;
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
export function choiceNow({ choice, store }: MeetingDesk): DeviceChoice {
  const { own, phase } = store.get();
  if (phase !== 'in') return choice;
  return { ...choice, micOn: own.mic === 'on', camOn: own.cam !== 'off', listenOnly: own.mic !== 'on' && own.cam === 'off' };
}

/** Milliseconds in which a turned-away guest can be called back. */
const TURN_AWAY_MS = 8000;

export function turnAway(desk: MeetingDesk, member: string): void {
  desk.store.dispatch({ t: 'turning', member, away: true });
  const cancel = later(TURN_AWAY_MS, () => {
    desk.turns.delete(member);
    void desk.parts?.connection.request({ t: 'lobby', action: 'deny', member });
  });
  desk.turns.set(member, cancel);
}

export function callBack(desk: MeetingDesk, member: string): void {
  desk.turns.get(member)?.();
  desk.turns.delete(member);
  desk.store.dispatch({ t: 'turning', member, away: false });
}

export function end(desk: MeetingDesk): void {
  const { parts } = desk;
  desk.parts = null;
  for (const cancel of desk.turns.values()) cancel();
  desk.turns.clear();
  if (!parts) return;
  parts.connection.stop();
  parts.publisher.stop();
  parts.subscriber.stop();
  parts.own.stop();
  parts.sound.stop();
  parts.viewer.stop();
}

export function chooseDevice(desk: MeetingDesk, change: Partial<DeviceChoice>): void {
  desk.choice = { ...desk.choice, ...change };
  rememberChoice(desk.choice);
  if ('speakerId' in change) desk.parts?.sound.setSpeaker(desk.choice.speakerId);
  if ('micId' in change) void desk.parts?.own.change('mic');
  if ('camId' in change) void desk.parts?.own.change('cam');
}

/** What a page event needs: a reload may take the seat back with what is on now. */
export function onPage(desk: MeetingDesk): PageEvents | null {
  const { parts } = desk;
  if (!parts) return null;
  return {
    hidden: () => parts.own.onVisibility('hidden'),
    seen: () => parts.own.onVisibility('visible'),
    online: () => parts.connection.nudge(),
    network() {
      // connections are bound to addresses that may be gone: with the next welcome they are built again
      desk.store.dispatch({ t: 'media', media: 'failed' });
      parts.connection.renew();
    },
    closing() {
      const seat = desk.store.get().groupToken === null ? parts.connection.seat() : '';
      if (seat !== null) keepSeat(desk.options.sessionToken, { seat, at: Date.now(), choice: choiceNow(desk) });
    },
  };
}

/** Pictures that a first page may show: a connection that must grow at once would cost a second one. */
export function camerasFor({ members, you }: MeetingState): number {
  return isPhone() ? 0 : Object.values(members).filter((m) => m.id !== you && sourceOf(m, 'cam')).length;
}
