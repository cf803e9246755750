import english from '#topics/locks/text/en-US.json' with { type: 'json' };
import { locksTopic } from '#topics/locks/locks.topic.ts';
import { ExemptItem, ExemptMark, LocksButton } from '#topics/locks/ui/locks-parts.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

export const locksUi: TopicUi = {
  name: locksTopic.name,
  english,
  places: { Row: ExemptMark, PersonMenu: ExemptItem, PeopleFoot: LocksButton },
};
