/** The state of every topic on the page's side: a new one is named here and in `registry.ts`. */
import { boardTopic } from '#topics/board/board.topic.ts';
import { chatTopic } from '#topics/chat/chat.topic.ts';
import { groupsViewTopic } from '#topics/groups/groups.topic.ts';
import { handsTopic } from '#topics/hands/hands.topic.ts';
import { locksTopic } from '#topics/locks/locks.topic.ts';
import { pollsViewTopic } from '#topics/polls/polls.topic.ts';
import { presenterTopic } from '#topics/presenter/presenter.topic.ts';
import { reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { slidesTopic } from '#topics/slides/slides.topic.ts';
import { spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';
import { stepTopic, type TopicMessage } from '#protocol/topic-step.ts';

const topics = {
  board: boardTopic,
  chat: chatTopic,
  hands: handsTopic,
  presenter: presenterTopic,
  locks: locksTopic,
  reactions: reactionsTopic,
  slides: slidesTopic,
  spotlight: spotlightTopic,
  timer: timerTopic,
  polls: pollsViewTopic,
  groups: groupsViewTopic,
} as const;
export type TopicStates = { readonly [Name in keyof typeof topics]: (typeof topics)[Name]['empty'] };

export const noTopicStates: TopicStates = {
  board: boardTopic.empty,
  chat: chatTopic.empty,
  hands: handsTopic.empty,
  presenter: presenterTopic.empty,
  locks: locksTopic.empty,
  reactions: reactionsTopic.empty,
  slides: slidesTopic.empty,
  spotlight: spotlightTopic.empty,
  timer: timerTopic.empty,
  polls: pollsViewTopic.empty,
  groups: groupsViewTopic.empty,
};

/** What `hello` says: the topics of this page, and how far it has come in each. */
export const knownTopics = (revs: Readonly<Record<string, number>>): Record<string, { v: number; rev?: number }> =>
  Object.fromEntries(
    Object.values(topics).map(({ name, version }) => [name, { v: version, ...(name in revs && { rev: revs[name] }) }]),
  );

export function reduceTopics(states: TopicStates, message: TopicMessage): TopicStates {
  switch (message.topic) {
    case 'board':
      return { ...states, board: stepTopic(boardTopic, states.board, message) };
    case 'chat':
      return { ...states, chat: stepTopic(chatTopic, states.chat, message) };
    case 'hands':
      return { ...states, hands: stepTopic(handsTopic, states.hands, message) };
    case 'presenter':
      return { ...states, presenter: stepTopic(presenterTopic, states.presenter, message) };
    case 'locks':
      return { ...states, locks: stepTopic(locksTopic, states.locks, message) };
    case 'reactions':
      return { ...states, reactions: stepTopic(reactionsTopic, states.reactions, message) };
    case 'slides':
      return { ...states, slides: stepTopic(slidesTopic, states.slides, message) };
    case 'spotlight':
      return { ...states, spotlight: stepTopic(spotlightTopic, states.spotlight, message) };
    case 'timer':
      return { ...states, timer: stepTopic(timerTopic, states.timer, message) };
    case 'polls':
      return { ...states, polls: stepTopic(pollsViewTopic, states.polls, message) };
    case 'groups':
      return { ...states, groups: stepTopic(groupsViewTopic, states.groups, message) };
    default:
      return states;
  }
}
