/** Every topic of the engine's side. A new one is named here and in `ui/topics/registry.ts`, and nowhere else. */
import type { TopicOpener } from '#server/topics/plug.ts';
import { topicOpener } from '#server/topics/plug.ts';
import { reactionsPlug } from '#topics/reactions/server/reactions.plug.ts';
import { timerPlug } from '#topics/timer/server/timer.plug.ts';

export const topicOpeners: readonly TopicOpener[] = [topicOpener(reactionsPlug), topicOpener(timerPlug)];
