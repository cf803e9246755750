import * as z from 'zod/mini';
import type { ServerMessage } from '#protocol/messages.ts';
import type { TopicDefinition } from '#protocol/topic.ts';

export type TopicMessage = Extract<ServerMessage, { t: 'topic-event' | 'topic-state' }>;

/** Takes in what the engine tells of a topic. What this page cannot read changes nothing. */
export function stepTopic<Command, Event, State>(
  topic: TopicDefinition<Command, Event, State>,
  state: State,
  message: TopicMessage,
): State {
  if (message.t === 'topic-state') {
    const read = z.safeParse(topic.state, message.state);
    return read.success ? read.data : state;
  }
  const read = z.safeParse(topic.event, message.event);
  return read.success ? topic.reduce(state, { event: read.data, by: message.by, at: message.at }) : state;
}
