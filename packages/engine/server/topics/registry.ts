/** Every topic of the engine's side. A new one is named here and in `ui/topics/`, and nowhere else. */
import type { TopicOpener } from '#server/topics/plug.ts';
import { topicOpener } from '#server/topics/plug.ts';
import { boardPlug } from '#topics/board/server/board.plug.ts';
import { chatPlug } from '#topics/chat/server/chat.plug.ts';
import { handsPlug } from '#topics/hands/server/hands.plug.ts';
import { locksPlug } from '#topics/locks/server/locks.plug.ts';
import { pollsPlug } from '#topics/polls/server/polls.plug.ts';
import { presenterPlug } from '#topics/presenter/server/presenter.plug.ts';
import { reactionsPlug } from '#topics/reactions/server/reactions.plug.ts';
import { slidesPlug } from '#topics/slides/server/slides.plug.ts';
import { spotlightPlug } from '#topics/spotlight/server/spotlight.plug.ts';
import { timerPlug } from '#topics/timer/server/timer.plug.ts';

export const topicOpeners: readonly TopicOpener[] = [
  topicOpener(chatPlug),
  topicOpener(handsPlug),
  topicOpener(presenterPlug),
  topicOpener(locksPlug),
  topicOpener(reactionsPlug),
  topicOpener(slidesPlug),
  topicOpener(boardPlug),
  topicOpener(spotlightPlug),
  topicOpener(timerPlug),
  topicOpener(pollsPlug),
];
