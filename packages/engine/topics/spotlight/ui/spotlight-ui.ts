import english from '#topics/spotlight/text/en-US.json' with { type: 'json' };
import type { TopicUi } from '#ui/topics/plug.ts';
import { spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';
import { OwnSpotlightItem, SpotlightItem } from '#topics/spotlight/ui/spotlight-item.tsx';
import { SpotlightMark } from '#topics/spotlight/ui/spotlight-mark.tsx';

export const spotlightUi: TopicUi = {
  name: spotlightTopic.name,
  english,
  places: { More: OwnSpotlightItem, PersonMenu: SpotlightItem, Person: SpotlightMark },
};
