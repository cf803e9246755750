/** The state of every topic on the page's side: a new one is named here and in `registry.ts`. */
import * as z from 'zod/mini';
import type { ServerMessage } from '#protocol/messages.ts';
import type { TopicDefinition } from '#protocol/topic.ts';
import { chatTopic } from '#topics/chat/chat.topic.ts';
import { handsTopic } from '#topics/hands/hands.topic.ts';
import { locksTopic } from '#topics/locks/locks.topic.ts';
import { presenterTopic } from '#topics/presenter/presenter.topic.ts';
import { reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';

const topics = {
  chat: chatTopic,
  hands: handsTopic,
  presenter: presenterTopic,
  locks: locksTopic,
  reactions: reactionsTopic,
  spotlight: spotlightTopic,
  timer: timerTopic,
} as const;
export type TopicStates = { readonly [Name in keyof typeof topics]: (typeof topics)[Name]['empty'] };
export type TopicMessage = Extract<ServerMessage, { t: 'topic-event' | 'topic-state' }>;

export const noTopicStates: TopicStates = {
  chat: chatTopic.empty,
  hands: handsTopic.empty,
  presenter: presenterTopic.empty,
  locks: locksTopic.empty,
  reactions: reactionsTopic.empty,
  spotlight: spotlightTopic.empty,
  timer: timerTopic.empty,
};

/** What `hello` says: the topics of this page, and how far it has come in each. */
export const knownTopics = (revs: Readonly<Record<string, number>>): Record<string, { v: number; rev?: number }> =>
  Object.fromEntries(
    Object.values(topics).map(({ name, version }) => [name, { v: version, ...(name in revs && { rev: revs[name] }) }]),
  );

/** Takes in what the engine tells of a topic. What this page cannot read changes nothing. */
function step<Command, Event, State>(topic: TopicDefinition<Command, Event, State>, state: State, message: TopicMessage): State {
  if (message.t === 'topic-state') {
    const read = z.safeParse(topic.state, message.state);
    return read.success ? read.data : state;
  }
  const read = z.safeParse(topic.event, message.event);
  return read.success ? topic.reduce(state, { event: read.data, by: message.by, at: message.at }) : state;
}

export function reduceTopics(states: TopicStates, message: TopicMessage): TopicStates {
  switch (message.topic) {
    case 'chat':
      return { ...states, chat: step(chatTopic, states.chat, message) };
    case 'hands':
      return { ...states, hands: step(handsTopic, states.hands, message) };
    case 'presenter':
      return { ...states, presenter: step(presenterTopic, states.presenter, message) };
    case 'locks':
      return { ...states, locks: step(locksTopic, states.locks, message) };
    case 'reactions':
      return { ...states, reactions: step(reactionsTopic, states.reactions, message) };
    case 'spotlight':
      return { ...states, spotlight: step(spotlightTopic, states.spotlight, message) };
    case 'timer':
      return { ...states, timer: step(timerTopic, states.timer, message) };
    default:
      return states;
  }
}
