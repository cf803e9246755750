/** How the people of a meeting hear of a topic: of the events that each may know of, or of what each may see. */
import type { ServerMessage } from '#protocol/messages.ts';
import type { StampedEvent } from '#protocol/topic.ts';
import { peopleOf } from '#server/members.ts';
import type { PageLine, Meeting, MeetingSeat } from '#server/model.ts';
import type { TopicPlug } from '#server/topics/plug.ts';

/** Events that are kept for pages that lost their socket; who missed more gets the whole state. `bytesForPieces`: while one is sent in pieces. */
const KEPT = { events: 500, bytes: 262_144, bytesForPieces: 8_388_608 };
/** No revision: a page that loses its socket before the last piece is sent all of them again. */
const UNFINISHED = -1;
/** From one round to the next, milliseconds. */
const REFRESH_MS = 250;

export type TopicAudience<Event> = {
  /** Something happened, which led to that revision. */
  happened(happened: StampedEvent<Event>, rev: number): void;
  /** Tells a page what it has not seen since that revision; undefined: all of it. */
  catchUp(seat: MeetingSeat, since: number | undefined): void;
  /** What people may see has changed. */
  refresh(): void;
};

type StatePieces = { first: unknown; rest: readonly StampedEvent<unknown>[] };
/** `view`: what one person may see of the state. `pieces`: all of it, where it is too large for one message. */
type AudienceParts = {
  topic: string;
  meeting: Meeting;
  revision(): number;
  view(seat: MeetingSeat): unknown;
  pieces(): StatePieces | null;
};
type EventRules<Event> = Pick<TopicPlug<unknown, Event, unknown>, 'sees' | 'erases'>;
type KeptEvent<Event> = { rev: number; happened: StampedEvent<Event>; text: string };
/** A state in pieces, as JSON. */
type LargeState = { rev: number; texts: string[] };

const readersIn = ({ meeting, topic }: AudienceParts): MeetingSeat[] =>
  peopleOf(meeting).filter(({ topics }) => topics.has(topic));

function largeState({ topic, revision, pieces: piecesNow }: AudienceParts): LargeState | null {
  const [rev, pieces] = [revision(), piecesNow()];
  if (pieces === null) return null;
  const { first, rest } = pieces;
  const revOf = (at: number) => (at === rest.length ? rev : UNFINISHED);
  const events = rest.map((one, at): ServerMessage => ({ t: 'topic-event', topic, rev: revOf(at + 1), ...one }));
  const messages: ServerMessage[] = [{ t: 'topic-state', topic, rev: revOf(0), state: first }, ...events];
  return { rev, texts: messages.map((message) => JSON.stringify(message)) };
}

type KeptEvents<Event> = {
  keep(event: KeptEvent<Event>): void;
  forget(): void;
  /** What happened after a revision; null: more than is kept. */
  after(rev: number): KeptEvent<Event>[] | null;
};

/** `reached`: where readers are who are sent a state in pieces, and need what follows. */
function keepEvents<Event>(revision: () => number, reached: () => Iterable<number>): KeptEvents<Event> {
  let [kept, bytes]: [KeptEvent<Event>[], number] = [[], 0];
  const isNeeded = ({ rev }: KeptEvent<Event>): boolean => bytes <= KEPT.bytesForPieces && rev > Math.min(...reached());
  return {
    keep(event) {
      kept.push(event);
      bytes += event.text.length;
      for (let [first] = kept; first && (kept.length > KEPT.events || bytes > KEPT.bytes) && !isNeeded(first); [first] = kept)
        bytes -= kept.shift()?.text.length ?? 0;
    },
    forget() {
      [kept, bytes] = [[], 0];
    },
    after(rev) {
      const missed = revision() - rev;
      return missed < 0 || missed > kept.length ? null : kept.slice(kept.length - missed);
    },
  };
}

/**
 * Everybody hears of the events that they may know of. Revisions count all of them, so a page learns that something happened when
 * it hears of the next one, and nothing else.
 */
export function byEvents<Event>(parts: AudienceParts, { sees, erases }: EventRules<Event>): TopicAudience<Event> {
  const { topic, revision } = parts;
  /** Readers who are sent a large state, and the revision to which they have come. */
  const behind = new Map<PageLine, number>();
  const events = keepEvents<Event>(revision, () => behind.values());
  let large: LargeState | null = null;
  const hears = (seat: MeetingSeat, happened: StampedEvent<Event>): boolean => sees?.(happened, seat) ?? true;

  /** What happens meanwhile follows in its order. */
  const sendLarge = async (seat: MeetingSeat, line: PageLine, { rev, texts }: LargeState): Promise<void> => {
    behind.set(line, rev);
    for (const text of texts) if (seat.line === line) await line.sendPiece(text);
    let told = rev;
    for (let next = events.after(told); next?.[0] !== undefined && seat.line === line; next = events.after(told)) {
      for (const one of next) if (seat.line === line && hears(seat, one.happened)) await line.sendPiece(one.text);
      told += next.length;
      behind.set(line, told);
    }
    behind.delete(line);
    if (behind.size === 0) large = null;
    if (seat.line === line && told !== revision()) catchUp(seat, told);
  };
  const catchUp: TopicAudience<Event>['catchUp'] = (seat, since) => {
    const { line } = seat;
    if (line === null) return;
    const missed = since === undefined ? null : events.after(since);
    if (missed !== null) {
      for (const one of missed) if (hears(seat, one.happened)) line.sendText(one.text);
      return;
    }
    if (large === null || events.after(large.rev) === null) large = largeState(parts);
    if (large === null) line.send({ t: 'topic-state', topic, rev: revision(), state: parts.view(seat) });
    else void sendLarge(seat, line, large);
  };
  return {
    happened(happened, rev) {
      const message: ServerMessage = { t: 'topic-event', topic, rev, ...happened };
      const text = JSON.stringify(message);
      // pages that missed what was said before get the state as it is now
      if (erases?.(happened.event)) events.forget();
      events.keep({ rev, happened, text });
      for (const reader of readersIn(parts)) {
        const { line } = reader;
        if (line !== null && !behind.has(line) && hears(reader, happened)) line.sendText(text);
      }
    },
    catchUp,
    refresh: () => undefined,
  };
}

/**
 * Each person gets what they may see, when that has changed, a few times a second at most: a hundred votes in a second are one
 * message to each.
 */
export function byViews<Event>(parts: AudienceParts, afterRound: () => void): TopicAudience<Event> {
  const { topic } = parts;
  const last = new WeakMap<MeetingSeat, string>();
  let waits: ReturnType<typeof setTimeout> | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const tell = (seat: MeetingSeat): void => {
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
