import type { TopicUi } from '#ui/topics/plug.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';
import { TimerItem } from '#topics/timer/ui/timer-item.tsx';
import { TimerPill } from '#topics/timer/ui/timer-pill.tsx';

export const timerUi: TopicUi = { name: timerTopic.name, places: { More: TimerItem, Top: TimerPill } };
