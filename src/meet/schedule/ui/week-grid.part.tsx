import { type ReactNode, useEffect, useRef } from 'react';
import { cssVars } from '#kit/ui/css-vars.ts';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import s from './calendar.module.css';
import { DateBlock } from './calendar-date.part.tsx';
import { type CalendarDay, weekIn, weekdayOf } from './calendar-days.hook.ts';
import { useNow } from './calendar-now.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import { type GridLift, useGridPull } from './grid-pull.hook.ts';
import { type GridPoint, type GridTime, minutesShown } from './moving.hook.ts';
import { leastDrawn, placeSlices, type PlacedSlice, slicesByDay } from './overlaps.hook.ts';
import { keyOfDate } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

export type GridActs = {
  onOpen: (date: ScheduledDate) => void;
  /** It was put down elsewhere. */
  onMove: (date: ScheduledDate, time: GridTime) => void;
  onNew: ((time: GridTime) => void) | null;
};
type WeekGridProps = GridActs & {
  days: readonly CalendarDay[];
  today: CalendarDay;
  dates: readonly ScheduledDate[];
  openKey: string | null;
  /** Where a day leads. */
  pathOfDay: (day: CalendarDay) => string;
  label: string;
};

const hours = Array.from({ length: 23 }, (_, index) => index + 1);
/** The first hour in view, when nothing is earlier. */
const usualFirst = 8;

/** The place under a pointer: which column, and how far down. */
function pointOn(box: Element | null, days: readonly CalendarDay[], { x, y }: { x: number; y: number }): GridPoint | null {
  if (box === null) return null;
  const { left, right, top, width, height } = box.getBoundingClientRect();
  const along = getComputedStyle(box).direction === 'rtl' ? right - x : x - left;
  const at = Math.min(days.length - 1, Math.max(0, Math.floor((along / width) * days.length)));
  const day = days[at];
  return day === undefined ? null : { day, minute: ((y - top) / height) * minutesShown };
}

function Heads({ days, today, pathOfDay }: Pick<WeekGridProps, 'days' | 'today' | 'pathOfDay'>) {
  const words = useCalendarWords();
  const { free } = weekIn(useReader().locale);
  return (
    <div className={s.heads}>
      {days.map((day) => (
        <Link
          key={day}
          to={pathOfDay(day)}
          aria-current={day === today ? 'date' : undefined}
          data-free={free.includes(weekdayOf(day)) ? '' : undefined}
        >
          <b className="num">{words.day(day, 'number')}</b> {words.day(day, 'weekday')}
          <span className="hidden">{words.day(day, 'month')}</span>
        </Link>
      ))}
    </div>
  );
}

const placeStyle = (
  { indent, share, of }: Pick<PlacedSlice<ScheduledDate>, 'indent' | 'share' | 'of'>,
  at: { column: number; from: number; length: number },
) =>
  cssVars({
    ...{ '--column': at.column, '--from': at.from, '--length': Math.max(at.length, leastDrawn) },
    ...{ '--indent': `${indent}px`, '--share': share, '--of': of },
  });
const alone = { indent: 0, share: 0, of: 1 };

/** A new date while it is drawn. */
function Fresh({ days, time }: { days: readonly CalendarDay[]; time: GridTime }) {
  const words = useCalendarWords();
  const at = { column: days.indexOf(time.day), from: time.from, length: time.length };
  return (
    <i className={s.fresh} style={placeStyle(alone, at)}>
      {`${words.clock(time.from)} – ${words.clock(time.from + time.length)}`}
    </i>
  );
}

/** Minutes around now whose hour would lie under the time of now. */
const nowCovers = 18;
function Hours({ days }: Pick<WeekGridProps, 'days'>) {
  const words = useCalendarWords();
  const now = words.wall(useNow());
  const shown = days.includes(now.day) ? hours.filter((hour) => Math.abs(hour * 60 - now.minute) > nowCovers) : hours;
  return (
    <div className={s.hours} aria-hidden="true">
      {shown.map((hour) => (
        <span key={hour} style={cssVars({ '--from': hour * 60 })}>
          {words.hour(hour)}
        </span>
      ))}
    </div>
  );
}

/** Today's line, and the time beside it. */
function NowLine({ days }: Pick<WeekGridProps, 'days'>) {
  const words = useCalendarWords();
  const at = words.wall(useNow());
  const column = days.indexOf(at.day);
  if (column === -1) return null;
  return (
    <>
      <i className={s.now} style={cssVars({ '--column': column, '--from': at.minute })} />
      <span className={s.nowTime} style={cssVars({ '--from': at.minute })}>
        {words.clock(at.minute)}
      </span>
    </>
  );
}

/** Announces where a lifted date is, at each step. */
export function LiftWords({ lift }: { lift: GridLift | null }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const time = lift?.by === 'keys' ? lift.time : null;
  return (
    <span className="hidden" role="status">
      {time !== null &&
        say('calendar.moved', {
          ...{ day: words.day(time.day, 'long'), from: words.clock(time.from) },
          to: words.clock(time.from + time.length),
        })}
    </span>
  );
}

/** Pixels beside a date that is scrolled into view: a message may lie over the edge. */
const revealMargin = 72;
/** Scrolls a date into the view of its grid, and nothing else. */
function reveal(scroller: HTMLElement | null, key: string | null): void {
  const date = key === null ? null : scroller?.querySelector(`[data-date="${CSS.escape(key)}"]`);
  if (scroller == null || date == null) return;
  const [at, view] = [date.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const below = at.bottom - view.bottom + revealMargin;
  const above = view.top - at.top + revealMargin;
  if (above > 0) scroller.scrollTop -= above;
  else if (below > 0) scroller.scrollTop += Math.min(below, -above);
}

/** Begins with the morning, or the first date when that is earlier; the next date, and later the open one, are in view. */
function useShownHours(dates: readonly ScheduledDate[], openKey: string | null) {
  const box = useRef<HTMLDivElement>(null);
  const words = useCalendarWords();
  const now = useNow();
  const coming = dates.filter(({ endsAt }) => endsAt > now).sort((a, b) => a.startsAt - b.startsAt);
  const first = {
    minute: Math.min(usualFirst * 60, ...dates.map(({ startsAt }) => words.wall(startsAt).minute)),
    key: coming[0] === undefined ? null : keyOfDate(coming[0]),
  };
  const start = useRef(first);
  useEffect(() => {
    const scroller = box.current;
    if (scroller === null) return;
    scroller.scrollTop = ((start.current.minute - 30) / minutesShown) * scroller.scrollHeight;
    reveal(scroller, start.current.key);
  }, []);
  const drawnKey = dates.some((date) => keyOfDate(date) === openKey) ? openKey : null;
  useEffect(() => reveal(box.current, drawnKey), [drawnKey]);
  return box;
}

/** Days beside each other with the hours of the clock: dates are opened, moved, resized and drawn on it. */
export function WeekGrid({ days, today, dates, openKey, pathOfDay, label, onOpen, onMove, onNew }: WeekGridProps) {
  const { locale, zone } = useReader();
  const { free } = weekIn(locale);
  const columns = useRef<HTMLDivElement>(null);
  const byKey = new Map(dates.map((date) => [keyOfDate(date), date]));
  const pull = useGridPull({
    ...{ rows: 'hours', days },
    pointAt: (x, y) => pointOn(columns.current, days, { x, y }),
    onMove: (key, time) => {
      const date = byKey.get(key);
      if (date !== undefined) onMove(date, time);
    },
    ...(onNew !== null && { onNew }),
  });
  const slices = slicesByDay(dates, zone);
  const scroller = useShownHours(dates, openKey);
  return (
    <div className={s.week} style={cssVars({ '--days': days.length })}>
      <Heads days={days} today={today} pathOfDay={pathOfDay} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section ref={scroller} className={s.scroll} aria-label={label} tabIndex={0}>
        <div className={s.body}>
          <Hours days={days} />
          <div
            ref={columns}
            className={s.columns}
            data-lifted={pull.lift === null ? undefined : pull.lift.grip}
            onClickCapture={pull.onClickCapture}
            onPointerDown={(event) => {
              const at = pointOn(columns.current, days, { x: event.clientX, y: event.clientY });
              if (at === null || onNew === null || event.target !== event.currentTarget) return;
              pull.press(event, { key: null, grip: 'new', first: { day: at.day, from: Math.round(at.minute), length: 0 } });
            }}
          >
            {days.map((day) => (
              <i key={day} className={s.column} data-free={free.includes(weekdayOf(day)) ? '' : undefined} />
            ))}
            <WeekDates {...{ days, slices, openKey, onOpen, pull }} />
            {pull.lift?.grip === 'new' && <Fresh days={days} time={pull.lift.time} />}
            <NowLine days={days} />
          </div>
        </div>
      </section>
      <LiftWords lift={pull.lift} />
    </div>
  );
}

type WeekDatesProps = Pick<WeekGridProps, 'days' | 'openKey' | 'onOpen'> & {
  slices: ReturnType<typeof slicesByDay<ScheduledDate>>;
  pull: ReturnType<typeof useGridPull>;
};
function WeekDates({ days, slices, openKey, onOpen, pull }: WeekDatesProps) {
  const now = useNow();
  const placed = days.flatMap((day, column) => placeSlices(slices.get(day) ?? []).map((one) => ({ ...one, day, column })));
  return placed.map(({ item: date, from, to, day, column, ...place }) => {
    const key = keyOfDate(date);
    const length = Math.round((date.endsAt - date.startsAt) / 60_000);
    // what goes on over midnight is moved by where it begins
    const isStart = to - from === length || to === 1440;
    const first: GridTime = { day, from, length };
    const lifted = pull.lift?.key === key && isStart ? pull.lift.time : undefined;
    const here = placeStyle(place, { column, from, length: to - from });
    const there =
      lifted &&
      placeStyle(alone, {
        column: days.indexOf(lifted.day),
        from: lifted.from,
        length: Math.min(lifted.length, 1440 - lifted.from),
      });
    const movable = date.rights.edit && isStart;
    const rest = openKey === key ? 'open' : date.endsAt < now ? 'over' : 'rest';
    return (
      <WeekDate
        key={`${key} ${isStart ? '' : 'on'}`}
        {...{ date, here, there, lifted, onOpen }}
        state={lifted === undefined ? rest : 'lifted'}
        press={movable ? (event, grip) => pull.press(event, { key, grip, first }) : undefined}
        onKeyDown={movable ? (event) => pull.onKeyDown(event, { key, grip: 'move', first }) : undefined}
        onBlur={lifted === undefined ? undefined : pull.putBack}
      />
    );
  });
}

type WeekDateProps = Omit<React.ComponentProps<typeof DateBlock>, 'look' | 'style'> & {
  here: React.CSSProperties;
  there: React.CSSProperties | undefined;
};
/** While it is in the hand, its old place stays as an outline. */
function WeekDate({ here, there, ...block }: WeekDateProps): ReactNode {
  return (
    <>
      {there !== undefined && <DateBlock look="block" date={block.date} state="ghost" style={here} onOpen={block.onOpen} />}
      <DateBlock look="block" {...block} style={there ?? here} />
    </>
  );
}
