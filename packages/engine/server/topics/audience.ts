/** How the people of a meeting hear of a topic: of the events that each may know of, or of what each may see. */
import type { ServerMessage } from '#protocol/messages.ts';
import type { Stamped } from '#protocol/topic.ts';
import { peopleOf } from '#server/members.ts';
import type { Meeting, Seat } from '#server/model.ts';
import type { TopicPlug } from '#server/topics/plug.ts';

/** Events that are kept for pages that lost their socket; who missed more gets the whole state. */
const KEPT = { events: 500, bytes: 262_144 };
/** From one round to the next, milliseconds. */
const REFRESH_MS = 250;

export type Audience<Event> = {
  /** Something happened, which led to that revision. */
  happened(happened: Stamped<Event>, rev: number): void;
  /** Tells a page what it has not seen since that revision; undefined: all of it. */
  catchUp(seat: Seat, since: number | undefined): void;
  /** What people may see has changed. */
  refresh(): void;
};

/** `view`: what one person may see of the state. */
type AudienceParts = { topic: string; meeting: Meeting; revision(): number; view(seat: Seat): unknown };
type EventRules<Event> = Pick<TopicPlug<unknown, Event, unknown>, 'sees' | 'erases'>;
type KeptEvent<Event> = { happened: Stamped<Event>; text: string };

const readersIn = ({ meeting, topic }: AudienceParts): Seat[] => peopleOf(meeting).filter(({ topics }) => topics.has(topic));

/**
 * Everybody hears of the events that they may know of. Revisions count all of them, so a page learns that something happened when
 * it hears of the next one, and nothing else.
 */
export function byEvents<Event>(parts: AudienceParts, { sees, erases }: EventRules<Event>): Audience<Event> {
  const { topic } = parts;
  let kept: KeptEvent<Event>[] = [];
  let bytes = 0;
  const keep = (event: KeptEvent<Event>): void => {
    kept.push(event);
    bytes += event.text.length;
    while (kept.length > KEPT.events || bytes > KEPT.bytes) bytes -= kept.shift()?.text.length ?? 0;
  };
  const hears = (seat: Seat, happened: Stamped<Event>): boolean => sees?.(happened, seat) ?? true;
  return {
    happened(happened, rev) {
      const message: ServerMessage = { t: 'topic-event', topic, rev, ...happened };
      const text = JSON.stringify(message);
      // pages that missed what was said before get the state as it is now
      if (erases?.(happened.event)) [kept, bytes] = [[], 0];
      keep({ happened, text });
      for (const reader of readersIn(parts)) if (hears(reader, happened)) reader.line?.sendText(text);
    },
    catchUp(seat, since) {
      const rev = parts.revision();
      const missed = since === undefined ? Number.POSITIVE_INFINITY : rev - since;
      if (missed < 0 || missed > kept.length) return seat.line?.send({ t: 'topic-state', topic, rev, state: parts.view(seat) });
      for (const one of kept.slice(kept.length - missed)) if (hears(seat, one.happened)) seat.line?.sendText(one.text);
    },
    refresh: () => undefined,
  };
}

/**
 * Each person gets what they may see, when that has changed, a few times a second at most: a hundred votes in a second are one
 * message to each.
 */
export function byViews<Event>(parts: AudienceParts, afterRound: () => void): Audience<Event> {
  const { topic } = parts;
  const last = new WeakMap<Seat, string>();
  let waits: ReturnType<typeof setTimeout> | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const tell = (seat: Seat): void => {
    const state = parts.view(seat);
    const text = JSON.stringify(state);
    if (last.get(seat) === text) return;
    last.set(seat, text);
    seat.line?.send({ t: 'topic-state', topic, rev: parts.revision(), state });
  };
  const tellAll = (): void => {
    waits = null;
    refreshedAt = performance.now();
    for (const reader of readersIn(parts)) tell(reader);
    afterRound();
  };
  const refresh = (): void => {
    if (waits !== null) return;
    waits = setTimeout(tellAll, Math.max(0, refreshedAt + REFRESH_MS - performance.now()));
    waits.unref();
  };
  return {
    happened: refresh,
    catchUp(seat) {
      last.delete(seat);
      tell(seat);
    },
    refresh,
  };
}
