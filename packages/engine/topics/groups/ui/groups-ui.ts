import { groupsViewTopic } from '#topics/groups/groups.topic.ts';
import english from '#topics/groups/text/en-US.json' with { type: 'json' };
import {
  GroupBarPlace,
  GroupCallsPlace,
  GroupsBody,
  GroupsItem,
  GroupsPill,
  GroupsTab,
} from '#topics/groups/ui/groups-parts.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

export const groupsUi: TopicUi = {
  name: groupsViewTopic.name,
  english,
  places: {
    More: GroupsItem,
    Top: GroupsPill,
    Banner: GroupBarPlace,
    Tab: GroupsTab,
    Panel: GroupsBody,
    Room: GroupCallsPlace,
  },
};
