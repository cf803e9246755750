import { noteReaction } from '#server/statistics.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announceUser } from '#server/webhooks.ts';
import { type Reaction, type ReactionsState, reactionsTopic } from '#topics/reactions/reactions.topic.ts';

type ReactionCommand = { do: 'react'; reaction: Reaction };
type ReactionEvent = { is: 'reacted'; reaction: Reaction };

export const reactionsPlug: TopicPlug<ReactionCommand, ReactionEvent, ReactionsState> = {
  topic: reactionsTopic,
  feature: 'reactions',
  decide: ({ command }) => [{ is: 'reacted', reaction: command.reaction }],
  recorded: (state, agreed) => state.filter(({ by }) => agreed(by)),
  happened({ engine, seat }, { event }) {
    if (seat === null) return;
    noteReaction(seat);
    announceUser(engine, seat, { id: 'user-emoji-changed', more: { emoji: event.reaction } });
  },
};
