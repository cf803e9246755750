import { type MouseEvent, useRef } from 'react';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import s from './calendar.module.css';
import { DateBlock } from './calendar-date.part.tsx';
import { type CalendarDay, weekIn, weekdayOf } from './calendar-days.hook.ts';
import { useNow } from './calendar-now.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import { useGridPull } from './grid-pull.hook.ts';
import { keyOfDate } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';
import { type GridActs, LiftWords } from './week-grid.part.tsx';

type MonthDay = { day: CalendarDay; dates: ScheduledDate[]; count: number };
type MonthGridProps = GridActs & {
  days: readonly CalendarDay[];
  /** The month that is meant: days of the others are quiet. */
  month: string;
  today: CalendarDay;
  items: readonly MonthDay[];
  openKey: string | null;
  pathOfDay: (day: CalendarDay) => string;
  label: string;
};
/** Dates of a day that have room; the others are behind a link to the day. */
const mostShown = 3;
/** When a meeting begins that is planned from a day: minutes of the day. */
const usualStart = 9 * 60;
/** From here on the server does not count. */
const mostCounted = 99;

/** Days as a table of weeks: a date is moved from day to day and keeps its time. */
export function MonthGrid({ days, month, today, items, openKey, pathOfDay, label, onOpen, onMove, onNew }: MonthGridProps) {
  const words = useCalendarWords();
  const box = useRef<HTMLDivElement>(null);
  const byDay = new Map(items.map((one) => [one.day, one]));
  const byKey = new Map(items.flatMap(({ dates }) => dates.map((date) => [keyOfDate(date), date] as const)));
  const pull = useGridPull({
    ...{ rows: 'weeks', days },
    pointAt: (x, y) => {
      const under = document
        .elementsFromPoint(x, y)
        .find((one) => one instanceof HTMLElement && one.dataset['day'] !== undefined);
      const day = under instanceof HTMLElement && box.current?.contains(under) === true ? under.dataset['day'] : undefined;
      return day === undefined ? null : { day, minute: 0 };
    },
    onMove: (key, time) => {
      const date = byKey.get(key);
      if (date !== undefined) onMove(date, time);
    },
  });
  const plan = ({ target }: MouseEvent) => {
    const day = target instanceof HTMLElement ? target.dataset['day'] : undefined;
    if (day !== undefined) onNew?.({ day, from: usualStart, length: 60 });
  };
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <section className={s.month} aria-label={label}>
      <div className={s.monthHeads} aria-hidden="true">
        {weeks[0]?.map((day) => (
          <span key={day}>{words.day(day, 'weekday')}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by keys the button above plans */}
      <div ref={box} className={s.weeks} onClickCapture={pull.onClickCapture} onClick={plan}>
        {days.map((day) => (
          <MonthCell
            key={day}
            {...{ day, month, today, openKey, pathOfDay, onOpen, pull }}
            of={byDay.get(day) ?? { day, dates: [], count: 0 }}
          />
        ))}
      </div>
      <LiftWords lift={pull.lift} />
    </section>
  );
}

type MonthCellProps = Pick<MonthGridProps, 'month' | 'today' | 'openKey' | 'pathOfDay' | 'onOpen'> & {
  day: CalendarDay;
  of: MonthDay;
  pull: ReturnType<typeof useGridPull>;
};
function MonthCell({ day, of: { dates, count }, month, today, openKey, pathOfDay, onOpen, pull }: MonthCellProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const now = useNow();
  const { free } = weekIn(useReader().locale);
  const shown = dates.slice(0, count > mostShown ? mostShown - 1 : mostShown);
  const over =
    count > mostCounted
      ? say('calendar.manyMore', { count: mostCounted })
      : say('calendar.more', { count: count - shown.length });
  return (
    <div
      className={s.cell}
      data-day={day}
      data-other={day.startsWith(month) ? undefined : ''}
      data-free={free.includes(weekdayOf(day)) ? '' : undefined}
      data-target={pull.lift !== null && pull.lift.time.day === day ? '' : undefined}
    >
      <Link
        to={pathOfDay(day)}
        className={s.cellDay}
        aria-current={day === today ? 'date' : undefined}
        aria-label={say('calendar.dayDates', { day: words.day(day, 'long'), count })}
      >
        <span className="num">{words.day(day, 'number')}</span>
      </Link>
      {shown.map((date) => {
        const key = keyOfDate(date);
        const at = words.wall(date.startsAt);
        const first = { day: at.day, from: at.minute, length: date.minutes };
        const lifted = pull.lift?.key === key;
        // a date that began the day before is moved there
        const movable = date.rights.edit && at.day === day;
        const rest = openKey === key ? 'open' : date.endsAt < now ? 'over' : 'rest';
        return (
          <DateBlock
            key={key}
            {...{ date, onOpen }}
            look="line"
            state={lifted ? 'lifted' : rest}
            press={movable ? (event, grip) => pull.press(event, { key, grip, first }) : undefined}
            onKeyDown={movable ? (event) => pull.onKeyDown(event, { key, grip: 'move', first }) : undefined}
            onBlur={lifted ? pull.putBack : undefined}
          />
        );
      })}
      {count > shown.length && (
        <Link to={pathOfDay(day)} className={s.more} aria-label={`${words.day(day, 'long')}: ${over}`}>
          {over}
        </Link>
      )}
    </div>
  );
}
