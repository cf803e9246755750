import { useParams, useSearchParams } from 'react-router';
import { useLoaded } from '#kit/ui/screen.ts';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type CalendarDay, type CalendarView, daysOf, stepped, weekIn } from './calendar-days.hook.ts';
import { useNarrow } from './narrow.hook.ts';
import { type loadCalendar, readCalendar } from './schedule-data.hook.ts';

/** The calendar's state, all of it in the address but a date that is being made. */
export function useCalendar() {
  const { today, opensOn } = useLoaded<typeof loadCalendar>();
  const params = useParams();
  const [search, setSearch] = useSearchParams();
  const narrow = useNarrow();
  const { locale } = useReader();
  const at = readCalendar({ params, search, opensOn });
  const view = at.view ?? (narrow === 'narrow' ? 'agenda' : 'week');
  const put = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) value === null ? next.delete(name) : next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  const step = ({ view: chosen, day }: { view?: CalendarView; day?: CalendarDay }) =>
    put({ ...(chosen !== undefined && { view: chosen }), ...(day !== undefined && { day }) });
  /** The same calendar on another day, as an address. */
  const pathOf = (chosen: CalendarView, day: CalendarDay) =>
    `/rooms/calendar${at.room === null ? '' : `/${at.room}`}?view=${chosen}&day=${day}`;
  return {
    ...at,
    today,
    view,
    step,
    put,
    pathOf,
    days: daysOf(view, at.day, weekIn(locale).first),
    undecided: at.view === null && narrow === 'unknown',
    alive: narrow !== 'unknown',
    wantsNew: search.get('new') === '1',
  };
}
export type CalendarState = ReturnType<typeof useCalendar>;

/** Keys of the calendar: today, back and forth, its views, a new date. */
export function useCalendarKeys({ view, day, today, step }: CalendarState, onNew: (() => void) | null) {
  useShortcut('t', () => step({ day: today }));
  useShortcut('j', () => step({ day: stepped(view, day, 1) }));
  useShortcut('k', () => step({ day: stepped(view, day, -1) }));
  useShortcut('d', () => step({ view: 'day' }));
  useShortcut('w', () => step({ view: 'week' }));
  useShortcut('m', () => step({ view: 'month' }));
  useShortcut('a', () => step({ view: 'agenda' }));
  useShortcut('c', () => onNew?.());
}
