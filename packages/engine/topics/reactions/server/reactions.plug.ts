import { noteReaction } from '#server/statistics.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announceUser } from '#server/webhooks.ts';
import { type Reaction, type ReactionsState, reactionsTopic } from '#topics/reactions/reactions.topic.ts';

type Command = { do: 'react'; reaction: Reaction };
type Event = { is: 'reacted'; reaction: Reaction };

export const reactionsPlug: TopicPlug<Command, Event, ReactionsState> = {
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
