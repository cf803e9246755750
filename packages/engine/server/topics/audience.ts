/** How the people of a meeting hear of a topic: of each event, or, where not everybody may see everything, of what each may see. */
import type { ServerMessage } from '#protocol/messages.ts';
import type { Stamped } from '#protocol/topic.ts';
import { peopleOf } from '#server/members.ts';
import type { Meeting, Seat } from '#server/model.ts';

/** Events that are kept for pages that lost their socket; who missed more gets the whole state. */
const KEPT = { events: 500, bytes: 262_144 };
/** From one round to the next, milliseconds. */
const REFRESH_MS = 250;

export type Audience = {
  /** Something happened, which led to that revision. */
  happened(happened: Stamped<unknown>, rev: number): void;
  /** Tells a page what it has not seen since that revision; undefined: all of it. */
  catchUp(seat: Seat, since: number | undefined): void;
  /** What people may see has changed. */
  refresh(): void;
};

type KeptEvent = { rev: number; text: string };
type AudienceParts = { topic: string; meeting: Meeting; now(): { rev: number; state: unknown } };

const readersIn = ({ meeting, topic }: AudienceParts): Seat[] => peopleOf(meeting).filter(({ topics }) => topics.has(topic));

/** Everybody hears of every event. */
export function everybody(parts: AudienceParts): Audience {
  const { topic, now } = parts;
  const kept: KeptEvent[] = [];
  let bytes = 0;
  const keep = (event: KeptEvent): void => {
    kept.push(event);
    bytes += event.text.length;
    while (kept.length > KEPT.events || bytes > KEPT.bytes) bytes -= kept.shift()?.text.length ?? 0;
  };
  return {
    happened(happened, rev) {
      const message: ServerMessage = { t: 'topic-event', topic, rev, ...happened };
      const text = JSON.stringify(message);
      keep({ rev, text });
      for (const reader of readersIn(parts)) reader.line?.sendText(text);
    },
    catchUp(seat, since) {
      const { rev, state } = now();
      const missed = since === undefined ? Number.POSITIVE_INFINITY : rev - since;
      if (missed >= 0 && missed <= kept.length)
        for (const { text } of kept.slice(kept.length - missed)) seat.line?.sendText(text);
      else seat.line?.send({ t: 'topic-state', topic, rev, state });
    },
    refresh: () => undefined,
  };
}

/**
 * Each person gets what they may see, when that has changed, a few times a second at most: a hundred votes in a second are one
 * message to each.
 */
export function eachTheirOwn(parts: AudienceParts, view: (seat: Seat) => unknown, afterRound: () => void): Audience {
  const { topic, now } = parts;
  const last = new WeakMap<Seat, string>();
  let waits: ReturnType<typeof setTimeout> | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const tell = (seat: Seat): void => {
    const state = view(seat);
    const text = JSON.stringify(state);
    if (last.get(seat) === text) return;
    last.set(seat, text);
    seat.line?.send({ t: 'topic-state', topic, rev: now().rev, state });
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
