import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

/** In the order in which they are offered. */
export const reactions = ['👍', '👏', '❤️', '😂', '😮', '🎉', '🤔', '👎'] as const;
export type Reaction = (typeof reactions)[number];

/** Milliseconds that a reaction is seen. */
export const SHOWN_MS = 6_000;
/** More than are seen at once. */
const KEPT = 50;
const reaction = z.enum(reactions);
/** Newest last. `at`: epoch milliseconds of the engine. */
const state = z.array(z.object({ by: z.string(), reaction, at: z.number() }));
export type ReactionsState = z.infer<typeof state>;

export const reactionsTopic = defineTopic({
  name: 'reactions',
  version: 1,
  command: z.object({ do: z.literal('react'), reaction }),
  event: z.object({ is: z.literal('reacted'), reaction }),
  budget: { perSecond: 1, burst: 5, bytes: 100 },
  state,
  empty: [],
  reduce: (state, { event, by, at }) =>
    by === null ? state : [...state.filter((one) => one.by !== by), { by, reaction: event.reaction, at }].slice(-KEPT),
});
