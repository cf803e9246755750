import type * as z from 'zod/mini';
import type { Capability } from '#protocol/rights.ts';
import type { ErrorCode } from '#protocol/messages.ts';
import type { StampedEvent, TopicDefinition } from '#protocol/topic.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import type { LogEventBody } from '#server/record/event-log.ts';
import { openTopic } from '#server/topics/topic-log.ts';
import type { TopicLog } from '#server/topics/topic-log.ts';

/** What the engine has to know of a topic beyond its definition. */
export type TopicPlug<Command, Event, State> = {
  topic: TopicDefinition<Command, Event, State>;
  /** BBB's name in `disabledFeatures`; left out where a meeting cannot do without it. */
  feature?: string;
  /** The right that a command needs; left out where everybody may. */
  needs?(ask: { seat: MeetingSeat; command: Command }): Capability | null;
  /**
   * What is passed on to the others and not kept. What is more often than `perSecond` is dropped. `recorded`: a recording has it, where
   * the person agreed.
   */
  hint?: { schema: z.ZodMiniType<unknown>; perSecond: number; needs: Capability; recorded?: true };
  /** What follows from a command, or why it is refused. `now`: epoch milliseconds. */
  decide(ask: { seat: MeetingSeat; state: State; command: Command; now: number }): Event[] | ErrorCode;
  /** The meeting whose log has what people do and see here; null: its own. */
  home?(engine: Engine, meeting: Meeting): Meeting | null;
  /** What a new meeting begins with. */
  opened?(meeting: Meeting): Event[];
  /** What follows when somebody comes in or becomes a moderator. */
  joined?(state: State, seat: MeetingSeat): Event[];
  /** What follows when somebody is gone for good, by member id. */
  left?(state: State, member: string, meeting: Meeting): Event[];
  /** What follows as time passes, asked once a second. */
  ticked?(state: State, where: { meeting: Meeting; now: number }): Event[];
  /**
   * What one person may see, where that is not all: pages then get this instead of events, as a definition of their own reads it.
   * The log of a recording takes what `recorded` gives, after each change. With `sees`, pages get events, and this as the whole state.
   */
  view?(state: State, seat: MeetingSeat, engine: Engine): unknown;
  /**
   * A state that is too large for one message, as the events that lead to it from a smaller one; null: it is not too large. The journal
   * of such a topic gets what happened, where others are written again.
   */
  pieces?(state: State): { first: State; rest: StampedEvent<Event>[] } | null;
  /** Which events one person hears of, where not everybody hears of all. */
  sees?(happened: StampedEvent<Event>, seat: MeetingSeat): boolean;
  /** Takes back what earlier events said, so that those are not sent again to pages that missed them. */
  erases?(event: Event): boolean;
  /** Tells statistics and hooks. `seat`: who caused it, while they are there. `before`: the state that it changed. */
  happened?(
    where: { engine: Engine; meeting: Meeting; seat: MeetingSeat | null; before: State; state: State },
    happened: StampedEvent<Event>,
  ): void;
  /** Member ids of everybody an event is about: without their agreement no recording has it. Absent: the person who caused it. */
  about?(happened: StampedEvent<Event>): string[];
  /** How the log of a recording says it, where it has words of its own. Null: not at all. */
  logged?(happened: StampedEvent<Event>): LogEventBody | null;
  /** What a recording that begins or goes on takes over, without people who did not agree. Absent: nothing of before. */
  recorded?(state: State, agreed: (member: string) => boolean): unknown;
};

export type TopicOpener = (engine: Engine, meeting: Meeting) => TopicLog;

/** A plug as the registry takes it, with its types inside. */
export const topicOpener =
  <Command, Event, State>(plug: TopicPlug<Command, Event, State>): TopicOpener =>
  (engine, meeting) =>
    openTopic(plug, { engine, meeting });
