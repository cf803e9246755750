import { IconRepeat } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { cssVars } from '#kit/ui/css-vars.ts';
import type { ScheduledDate } from '../schedule.contract.ts';
import s from './calendar.module.css';
import { useCalendarWords } from './calendar-words.hook.ts';
import type { GridTime, DateGrip } from './moving.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

const hues = [262, 152, 38, 305, 200, 88, 345, 125] as const;
/** A room's colour, which stays with it: a hue, never a state. */
export function hueOf(roomId: string): number {
  let sum = 0;
  for (const sign of roomId) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_537;
  // ids that differ in their last sign alone are to differ in colour, too
  return hues[((sum * 40_503) % 65_536) >> 13] ?? 262;
}

/** What is not to be seen of it where it stands: its day, and until when. */
function DateMoment({ date }: { date: ScheduledDate }) {
  const say = scheduleText();
  const words = useCalendarWords();
  return <span className="hidden">{say('calendar.moved', words.span(date))}</span>;
}

type DateHandling = {
  press?: ((event: PointerEvent, grip: DateGrip) => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  onBlur?: (() => void) | undefined;
};
type DateBlockProps = DateHandling & {
  date: ScheduledDate;
  look: 'block' | 'line';
  state: 'rest' | 'over' | 'open' | 'lifted' | 'ghost';
  /** Where it would stand. */
  lifted?: GridTime | undefined;
  style?: CSSProperties | undefined;
  onOpen: (date: ScheduledDate) => void;
};

/** A date on the grid: in the colour of its room, without it when it is over, filled while it is open. */
export function DateBlock({ date, look, state, lifted, style, onOpen, press, ...keys }: DateBlockProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const starts = words.wall(date.startsAt).minute;
  const time =
    lifted === undefined ? words.clock(starts) : `${words.clock(lifted.from)} – ${words.clock(lifted.from + lifted.length)}`;
  const edges = look === 'block' && press !== undefined;
  return (
    <div
      className={s.date}
      data-look={look}
      data-state={state}
      data-movable={press === undefined ? undefined : ''}
      style={{ ...cssVars({ '--hue': hueOf(date.room.id) }), ...style }}
      aria-hidden={state === 'ghost' || undefined}
    >
      <button
        type="button"
        tabIndex={state === 'ghost' ? -1 : undefined}
        aria-pressed={state === 'open' || undefined}
        aria-describedby={press === undefined ? undefined : 'calendar-keys'}
        data-date={`${date.seriesId}~${date.recurrence}`}
        onClick={() => onOpen(date)}
        onPointerDown={(event) => press?.(event, 'move')}
        {...keys}
      >
        <span className={s.dateTitle} dir="auto">
          {date.live && <i className={s.live} title={say('calendar.live')} />}
          {date.title}
        </span>
        <span className={s.dateTime}>
          <bdi>{time}</bdi>
          {date.repeats && <IconRepeat size={12} stroke={1.75} aria-hidden="true" />}
        </span>
        <span className={look === 'block' ? s.dateRoom : 'hidden'} dir="auto">
          {date.room.name}
        </span>
        <DateMoment date={date} />
      </button>
      {edges && <i className={s.edge} data-edge="start" onPointerDown={(event) => press(event, 'start')} />}
      {edges && <i className={s.edge} data-edge="end" onPointerDown={(event) => press(event, 'end')} />}
    </div>
  );
}
