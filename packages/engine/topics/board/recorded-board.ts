/** What the log of a recording says of the board. Player and video file come to the same drawings by it. */
import * as z from 'zod/mini';
import { type BoardElement, boardPageOf } from '#topics/board/board-elements.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BEGUN_BY } from '#topics/slides/recorded-slides.ts';

/** Milliseconds of recorded time. `put`: elements that are new or were changed. */
type BoardStep = { at: number; put: BoardElement[]; reduce: (before: BoardState) => BoardState };
/** Words of a text or note, from when they were there. */
export type WrittenText = { at: number; name: string; text: string };
export type RecordedBoard = {
  /** Gives the same array as before while nothing on the page changed. */
  elementsAt: (time: number, shown: { deck: string; page: number }) => readonly BoardElement[];
  /** When something changed, in order. */
  changes: readonly number[];
  texts: readonly WrittenText[];
};

const at = z.number();
const topic = z.literal(boardTopic.name);
const boardLine = z.discriminatedUnion('type', [
  z.object({ at, type: z.literal('topic'), topic, by: z.nullable(z.string()), event: boardTopic.event }),
  z.object({ at, type: z.literal('topic-state'), topic, state: boardTopic.state }),
]);
type BoardLine = z.infer<typeof boardLine>;

function stepOf(line: BoardLine, before: BoardStep | undefined): BoardStep[] {
  if (line.type === 'topic-state') {
    const begins = before === undefined && line.at < BEGUN_BY ? 0 : line.at;
    return [{ at: begins, put: Object.values(line.state.pages).flat(), reduce: () => line.state }];
  }
  const { at, by, event } = line;
  if (event.is === 'allowed') return [];
  const put = event.is === 'put' ? event.elements : [];
  return [{ at, put, reduce: (state) => boardTopic.reduce(state, { event, by, at }) }];
}

function textsOf(steps: readonly BoardStep[]): WrittenText[] {
  const known = new Map<string, string>();
  return steps.flatMap(({ at, put }) =>
    put.flatMap(({ id, text, name }) => {
      const isNew = text !== (known.get(id) ?? '');
      known.set(id, text);
      return isNew && text !== '' ? [{ at, name, text }] : [];
    }),
  );
}

/** So many steps at most lead from a kept state to any other; that of a full page takes 40 kB. */
const KEPT_EVERY = 64;
const nothing: readonly BoardElement[] = [];

/** Finds the state after so many steps, quickly also when somebody seeks back and forth. */
function stateFinder(steps: readonly BoardStep[]): (count: number) => BoardState {
  const kept = [boardTopic.empty];
  let last = { count: 0, state: boardTopic.empty };
  return (count) => {
    const index = Math.min(kept.length - 1, Math.floor(count / KEPT_EVERY));
    const isAhead = last.count <= count && last.count >= index * KEPT_EVERY;
    let now = isAhead ? last : { count: index * KEPT_EVERY, state: kept[index] ?? boardTopic.empty };
    for (const { reduce } of steps.slice(now.count, count)) {
      now = { count: now.count + 1, state: reduce(now.state) };
      if (now.count === kept.length * KEPT_EVERY) kept.push(now.state);
    }
    last = now;
    return now.state;
  };
}

/** How many of the times, which are in order, have come. */
function countUntil(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= time) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function recordedBoard(events: readonly unknown[]): RecordedBoard {
  const steps: BoardStep[] = [];
  for (const one of events) {
    const { data } = z.safeParse(boardLine, one);
    if (data !== undefined) steps.push(...stepOf(data, steps.at(-1)));
  }
  const changes = steps.map((one) => one.at);
  const stateAfter = stateFinder(steps);
  return {
    changes,
    texts: textsOf(steps),
    elementsAt: (time, shown) => stateAfter(countUntil(changes, time)).pages[boardPageOf(shown)] ?? nothing,
  };
}
