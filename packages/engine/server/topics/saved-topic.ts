/**
 * A topic as the journal keeps it. A small state is written again whenever it changed. A large one, such as a full board, stays as it
 * is on the disk, and what happened since is added; when that is as long as the state itself, it is written again.
 */
import * as z from 'zod/mini';
import type { StampedEvent, TopicDefinition } from '#protocol/topic.ts';

/** Characters of a state that is small, and additions to a large one. */
const LIMITS = { small: 65_536, additions: 500 };
/** Pages may have seen what the journal missed: after this step no revision of theirs is taken for one of ours. */
const RESTORED_STEP = 1_000;

export type TopicAtRevision<State> = { rev: number; state: State };
/** By name: '' is the state, the others are what happened since a revision. */
export type SavedTopic = ReadonlyMap<string, string>;
export type TopicSaver<Event> = { happened(happened: StampedEvent<Event>): void; saved(): SavedTopic };

/** The journal asks several times a second: as long as nothing happens it gets the same texts. */
export function saveTopic<Event, State>(version: number, now: () => TopicAtRevision<State>): TopicSaver<Event> {
  let texts = new Map<string, string>();
  let [savedRev, added]: [number, number] = [-1, 0];
  let since: StampedEvent<Event>[] = [];
  const stateLength = (): number => texts.get('')?.length ?? 0;
  const saveState = ({ rev, state }: TopicAtRevision<State>): void => {
    texts = new Map([['', JSON.stringify({ v: version, rev, state })]]);
    added = 0;
  };
  const addEvents = (): void => {
    const text = JSON.stringify({ since: savedRev, events: since });
    texts.set(String(savedRev), text);
    added += text.length;
  };
  return {
    happened(happened) {
      // without a journal nobody asks, and nothing is kept
      if (stateLength() > LIMITS.small) since.push(happened);
    },
    saved() {
      const { rev, state } = now();
      if (rev === savedRev) return texts;
      const isLarge = stateLength() > LIMITS.small && added < stateLength() && texts.size <= LIMITS.additions;
      // after a restart the revision takes a step
      if (isLarge && rev - savedRev === since.length) addEvents();
      else saveState({ rev, state });
      [savedRev, since] = [rev, []];
      return texts;
    },
  };
}

const savedState = z.object({ v: z.number(), rev: z.number(), state: z.unknown() });

/** What the journal has of a topic; null where it does not fit this version. Additions that belong to an older state are left out. */
export function readTopic<Event, State>(
  {
    version,
    state: stateSchema,
    event,
    reduce,
  }: Pick<TopicDefinition<unknown, Event, State>, 'version' | 'state' | 'event' | 'reduce'>,
  { state: raw, additions }: { state: unknown; additions: readonly unknown[] },
): TopicAtRevision<State> | null {
  const { data } = z.safeParse(savedState, raw);
  const read = z.safeParse(stateSchema, data?.state);
  if (data?.v !== version || !read.success) return null;
  const happened = z.object({ event, by: z.nullable(z.string()), at: z.number() });
  const addition = z.object({ since: z.number(), events: z.array(happened) });
  const later = additions.flatMap((one) => z.safeParse(addition, one).data ?? []).sort((a, b) => a.since - b.since);
  let { rev, state } = { rev: data.rev, state: read.data };
  for (const { since, events } of later) {
    if (since !== rev) continue;
    state = events.reduce(reduce, state);
    rev += events.length;
  }
  return { state, rev: rev + RESTORED_STEP };
}
