/** How the people of a meeting hear of a topic: of each event, or, where not everybody may see everything, of what each may see. */
import type { ServerMessage } from '#protocol/messages.ts';
import type { Stamped } from '#protocol/topic.ts';
import { peopleOf } from '#server/members.ts';
import type { Line, Meeting, Seat } from '#server/model.ts';

/** Events that are kept for pages that lost their socket; who missed more gets the whole state. `pieces`: while one is sent in pieces. */
const KEPT = { events: 500, bytes: 262_144, bytesForPieces: 8_388_608 };
/** No revision: a page that loses its socket before the last piece is sent all of them again. */
const UNFINISHED = -1;
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

type StatePieces = { first: unknown; rest: readonly Stamped<unknown>[] };

function pieceTexts(topic: string, rev: number, { first, rest }: StatePieces): string[] {
  const revOf = (at: number) => (at === rest.length ? rev : UNFINISHED);
  const events = rest.map((one, at): ServerMessage => ({ t: 'topic-event', topic, rev: revOf(at + 1), ...one }));
  const messages: ServerMessage[] = [{ t: 'topic-state', topic, rev: revOf(0), state: first }, ...events];
  return messages.map((message) => JSON.stringify(message));
}

/** Everybody hears of every event. */
export function everybody(parts: AudienceParts, pieces: () => StatePieces | null): Audience {
  const { topic, now } = parts;
  const kept: KeptEvent[] = [];
  let bytes = 0;
  /** Readers who are sent a large state, and the revision to which they have come. */
  const behind = new Map<Line, number>();
  let large: { rev: number; texts: string[] } | null = null;
  const isNeeded = ({ rev }: KeptEvent): boolean => bytes <= KEPT.bytesForPieces && rev > Math.min(...behind.values());
  const keep = (event: KeptEvent): void => {
    kept.push(event);
    bytes += event.text.length;
    for (let [first] = kept; first && (kept.length > KEPT.events || bytes > KEPT.bytes) && !isNeeded(first); [first] = kept)
      bytes -= kept.shift()?.text.length ?? 0;
  };
  const isKept = (rev: number): boolean => now().rev >= rev && now().rev - rev <= kept.length;
  const after = (rev: number): KeptEvent | undefined => kept[kept.length - (now().rev - rev)];

  /** What happens meanwhile follows in its order. */
  const sendLarge = async (seat: Seat, line: Line, { rev, texts }: NonNullable<typeof large>): Promise<void> => {
    behind.set(line, rev);
    for (const text of texts) if (seat.line === line) await line.sendPiece(text);
    let [told, next] = [rev, after(rev)];
    for (; seat.line === line && next !== undefined; next = after(told)) {
      await line.sendPiece(next.text);
      told = next.rev;
      behind.set(line, told);
    }
    behind.delete(line);
    if (behind.size === 0) large = null;
    if (seat.line === line && told !== now().rev) catchUp(seat, told);
  };
  const catchUp: Audience['catchUp'] = (seat, since) => {
    const { line } = seat;
    const { rev, state } = now();
    if (line === null) return;
    if (since !== undefined && isKept(since)) {
      for (const { text } of kept.slice(kept.length - (rev - since))) line.sendText(text);
      return;
    }
    if (large === null || !isKept(large.rev)) {
      const made = pieces();
      large = made && { rev, texts: pieceTexts(topic, rev, made) };
    }
    if (large === null) line.send({ t: 'topic-state', topic, rev, state });
    else void sendLarge(seat, line, large);
  };
  return {
    happened(happened, rev) {
      const message: ServerMessage = { t: 'topic-event', topic, rev, ...happened };
      const text = JSON.stringify(message);
      keep({ rev, text });
      for (const { line } of readersIn(parts)) if (line !== null && !behind.has(line)) line.sendText(text);
    },
    catchUp,
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
