import type { TopicUi } from '#ui/topics/plug.ts';
import { timerOnPage } from '#topics/timer/ui/timer-on-page.ts';
import { TimerItem } from '#topics/timer/ui/timer-item.tsx';
import { TimerPill } from '#topics/timer/ui/timer-pill.tsx';

export const timerUi: TopicUi = { topic: timerOnPage, places: { More: TimerItem, Top: TimerPill } };
