/**
 * A feature of a meeting as data: what people may ask of it, what happened, and what that makes of its state. Pure, so that the engine,
 * the pages, the player of recordings and tests come to the same state from the same events.
 */
import type * as z from 'zod/mini';

/** An event with who caused it and when. `by`: a member id, null for the engine and the API. `at`: epoch milliseconds of the engine. */
export type StampedEvent<Event> = { event: Event; by: string | null; at: number };

export type TopicDefinition<Command, Event, State> = {
  /** The name of its folder. */
  name: string;
  /** Rises when a page of before could not read the events any more; pages and engines of different versions do without the topic. */
  version: number;
  command: z.ZodMiniType<Command>;
  event: z.ZodMiniType<Event>;
  /** What one person may send: commands per second, at once, and bytes of each. */
  budget: { perSecond: number; burst: number; bytes: number };
  state: z.ZodMiniType<State>;
  empty: State;
  reduce(state: State, happened: StampedEvent<Event>): State;
};

/** Gives the types of a topic to its parts. */
export const defineTopic = <Command, Event, State>(
  topic: TopicDefinition<Command, Event, State>,
): TopicDefinition<Command, Event, State> => topic;
