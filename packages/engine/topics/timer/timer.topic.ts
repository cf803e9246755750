import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

/** Seconds. A timer longer than a day is a mistake. */
const SECONDS_MOST = 86_400;

const seconds = z.int().check(z.gte(0), z.lte(SECONDS_MOST));
/**
 * Counts down from `seconds`, or up where they are 0. `since`: when it was started last, epoch milliseconds; null while it is held.
 * `ran`: milliseconds that ran before.
 */
const state = z.nullable(z.object({ seconds, since: z.nullable(z.number()), ran: z.number() }));
export type TimerState = z.infer<typeof state>;
const more = z.int().check(z.gte(1), z.lte(SECONDS_MOST));

/** Milliseconds that it ran by then. */
export const ranBy = ({ since, ran }: NonNullable<TimerState>, now: number): number =>
  ran + (since === null ? 0 : Math.max(0, now - since));

/** What is left of a timer by then, never less than nothing; null: a stopwatch. Milliseconds. */
export const leftBy = (timer: NonNullable<TimerState>, now: number): number | null =>
  timer.seconds === 0 ? null : Math.max(0, timer.seconds * 1_000 - ranBy(timer, now));

/** A countdown or a stopwatch that everybody sees; hosts steer it. */
export const timerTopic = defineTopic({
  name: 'timer',
  version: 1,
  command: z.discriminatedUnion('do', [
    /** `seconds` 0: a stopwatch. It runs at once, and takes the place of another. */
    z.object({ do: z.literal('start'), seconds }),
    z.object({ do: z.literal('pause') }),
    z.object({ do: z.literal('resume') }),
    z.object({ do: z.literal('extend'), seconds: more }),
    z.object({ do: z.literal('remove') }),
  ]),
  event: z.discriminatedUnion('is', [
    z.object({ is: z.literal('started'), seconds }),
    z.object({ is: z.literal('paused') }),
    z.object({ is: z.literal('resumed') }),
    z.object({ is: z.literal('extended'), seconds: more }),
    z.object({ is: z.literal('removed') }),
  ]),
  budget: { perSecond: 2, burst: 10, bytes: 100 },
  state,
  empty: null,
  reduce(state: TimerState, { event, at }): TimerState {
    if (event.is === 'started') return { seconds: event.seconds, since: at, ran: 0 };
    if (state === null || event.is === 'removed') return null;
    if (event.is === 'paused') return { ...state, since: null, ran: ranBy(state, at) };
    if (event.is === 'resumed') return { ...state, since: state.since ?? at };
    // One that has run out goes on from now, and not from when it ended.
    const spent = Math.min(ranBy(state, at), state.seconds * 1_000);
    return {
      seconds: Math.min(SECONDS_MOST, state.seconds + event.seconds),
      since: state.since === null ? null : at,
      ran: spent,
    };
  },
});
