/** What topics show beyond the screens that were there before them. */
import type { TopicUi } from '#ui/topics/plug.ts';
import { boardUi } from '#topics/board/ui/board-ui.ts';
import { groupsUi } from '#topics/groups/ui/groups-ui.ts';
import { locksUi } from '#topics/locks/ui/locks-ui.ts';
import { pollsUi } from '#topics/polls/ui/polls-ui.ts';
import { presenterUi } from '#topics/presenter/ui/presenter-ui.ts';
import { reactionsUi } from '#topics/reactions/ui/reactions-ui.ts';
import { slidesUi } from '#topics/slides/ui/slides-ui.ts';
import { spotlightUi } from '#topics/spotlight/ui/spotlight-ui.ts';
import { timerUi } from '#topics/timer/ui/timer-ui.ts';

export const topicUis: readonly TopicUi[] = [
  reactionsUi,
  spotlightUi,
  timerUi,
  presenterUi,
  boardUi,
  slidesUi,
  locksUi,
  pollsUi,
  groupsUi,
];
