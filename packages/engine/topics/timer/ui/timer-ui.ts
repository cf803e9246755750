import english from '#topics/timer/text/en-US.json' with { type: 'json' };
import type { TopicUi } from '#ui/topics/plug.ts';
import { timerTopic } from '#topics/timer/timer.topic.ts';
import { TimerItem } from '#topics/timer/ui/timer-item.tsx';
import { TimerPill } from '#topics/timer/ui/timer-pill.tsx';

export const timerUi: TopicUi = { name: timerTopic.name, english, places: { More: TimerItem, Top: TimerPill } };
