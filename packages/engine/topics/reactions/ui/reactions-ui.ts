import type { TopicUi } from '#ui/topics/plug.ts';
import { reactionsOnPage } from '#topics/reactions/ui/reactions-on-page.ts';
import { ReactControl, ReactRow } from '#topics/reactions/ui/react.tsx';
import { LastReaction, ReactionOf } from '#topics/reactions/ui/shown.tsx';

export const reactionsUi: TopicUi = {
  topic: reactionsOnPage,
  places: { Bar: ReactControl, More: ReactRow, Person: ReactionOf, Room: LastReaction },
};
