import english from '#topics/reactions/text/en-US.json' with { type: 'json' };
import type { TopicUi } from '#ui/topics/plug.ts';
import { reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { ReactControl, ReactRow } from '#topics/reactions/ui/react.tsx';
import { LastReaction, ReactionOf } from '#topics/reactions/ui/shown.tsx';

export const reactionsUi: TopicUi = {
  name: reactionsTopic.name,
  english,
  places: { Bar: ReactControl, More: ReactRow, Person: ReactionOf, Room: LastReaction },
};
