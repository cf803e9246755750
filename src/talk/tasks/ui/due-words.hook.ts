import { localOf } from '#kit/ui/local-moment.ts';
import { timeText } from '#kit/ui/time.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CardItem } from '../tasks-views.contract.ts';
import { tasksText } from './tasks-text.hook.ts';

const dayMs = 86_400_000;
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** When a card is due in words, and how much that presses. */
export function useDueWords(): (
  card: Pick<CardItem, 'due' | 'doneAt'>,
) => { text: string; look: 'plain' | 'today' | 'over' } | null {
  const say = tasksText();
  const reader = useReader();
  return ({ due, doneAt }) => {
    if (due === null) return null;
    const today = localOf(reader.now, reader.zone).slice(0, 10);
    const on = due.at === null ? due.on : localOf(due.at, reader.zone).slice(0, 10);
    const days = Math.round((noon(on) - noon(today)) / dayMs);
    const time = due.at === null ? '' : timeText(due.at, 'time', reader);
    const near = days === 0 ? say('due.today') : days === 1 ? say('due.tomorrow') : null;
    const day = near ?? timeText(noon(on), 'near', { ...reader, zone: 'UTC', now: noon(today) });
    const text = time === '' ? day : say('due.dayAndTime', { day, time });
    if (doneAt !== null) return { text, look: 'plain' };
    if (days < 0) return { text: say('due.over', { count: -days }), look: 'over' };
    if (due.at !== null && due.at < reader.now) return { text: say('due.overToday', { time }), look: 'over' };
    return { text, look: days === 0 ? 'today' : 'plain' };
  };
}
