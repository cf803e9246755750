import type { ErrorCode } from '#protocol/messages.ts';
import type { Stamped, TopicDefinition } from '#protocol/topic.ts';
import type { Engine, Meeting, Seat } from '#server/model.ts';
import { openTopic } from '#server/topics/topic-log.ts';
import type { TopicLog } from '#server/topics/topic-log.ts';

/** What the engine has to know of a topic beyond its definition. */
export type TopicPlug<Command, Event, State> = {
  topic: TopicDefinition<Command, Event, State>;
  /** BBB's name in `disabledFeatures`. */
  feature: string;
  /** What follows from a command, or why it is refused. */
  decide(ask: { seat: Seat; state: State; command: Command; now: number }): Event[] | ErrorCode;
  /** Tells statistics and hooks. `seat`: who caused it. */
  happened?(engine: Engine, seat: Seat, happened: Stamped<Event>): void;
};

export type TopicOpener = (engine: Engine, meeting: Meeting) => TopicLog;

/** A plug as the registry takes it, with its types inside. */
export const topicOpener =
  <Command, Event, State>(plug: TopicPlug<Command, Event, State>): TopicOpener =>
  (engine, meeting) =>
    openTopic(plug, { engine, meeting });
