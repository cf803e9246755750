import { groupsViewTopic } from '#topics/groups/groups.topic.ts';
import {
  GroupBarPlace,
  GroupCallsPlace,
  GroupsBody,
  GroupsItem,
  GroupsPill,
  GroupsTab,
} from '#topics/groups/ui/groups-parts.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

/** Its words come with the parts that are loaded when there are groups. */
export const groupsUi: TopicUi = {
  name: groupsViewTopic.name,
  places: {
    More: GroupsItem,
    Top: GroupsPill,
    Banner: GroupBarPlace,
    Tab: GroupsTab,
    Panel: GroupsBody,
    Room: GroupCallsPlace,
  },
};
