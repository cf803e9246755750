import { IconCheck, IconChevronRight, IconRepeat, IconUsers } from '@tabler/icons-react';
import { cssVars } from '#kit/ui/css-vars.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import s from './calendar.module.css';
import { hueOf } from './calendar-date.part.tsx';
import type { CalendarDay } from './calendar-days.hook.ts';
import { useNow } from './calendar-now.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import { keyOfDate } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type AgendaRowProps = { date: ScheduledDate; openKey: string | null; onOpen: (date: ScheduledDate) => void };
function AgendaRow({ date, openKey, onOpen }: AgendaRowProps) {
  const words = useCalendarWords();
  const now = useNow();
  const key = keyOfDate(date);
  const [from, to] = [words.wall(date.startsAt).minute, words.wall(date.endsAt).minute];
  return (
    <li>
      <button
        type="button"
        className={s.agendaRow}
        style={cssVars({ '--hue': hueOf(date.room.id) })}
        data-over={date.endsAt < now ? '' : undefined}
        data-date={key}
        aria-pressed={openKey === key}
        onClick={() => onOpen(date)}
      >
        <span className={s.agendaTime}>
          <bdi>{words.clock(from)}</bdi>
          <bdi className="quiet">{words.clock(to)}</bdi>
        </span>
        <i className={s.agendaBar} />
        <span className={s.agendaText}>
          <span className="strong">{date.title}</span>
          <span className="small soft">{date.room.name}</span>
        </span>
        {date.live && <LiveStatus />}
        {date.repeats && <IconRepeat size={16} stroke={1.75} className="quiet" aria-hidden="true" />}
        {date.invited > 0 && (
          <span className={`small quiet num ${s.agendaCount}`}>
            {date.accepted > 0 ? <IconCheck size={14} stroke={2} /> : <IconUsers size={14} stroke={1.75} />}
            {date.accepted > 0 ? `${date.accepted}/${date.invited}` : date.invited}
          </span>
        )}
        <IconChevronRight size={16} stroke={1.75} className="turn quiet" aria-hidden="true" />
      </button>
    </li>
  );
}

type AgendaProps = Omit<AgendaRowProps, 'date'> & {
  dates: readonly ScheduledDate[];
  today: CalendarDay;
  /** Where the list goes on, when not all is here. */
  laterPath: string | null;
};
/** Dates one after the other, by day. */
export function Agenda({ dates, today, laterPath, ...row }: AgendaProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const days = Map.groupBy(dates, (date) => words.wall(date.startsAt).day);
  return (
    <div className={s.agenda}>
      {[...days].map(([day, items]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} aria-current={day === today ? 'date' : undefined}>
            {words.day(day, 'long')}
          </h2>
          <ul>
            {items.map((date) => (
              <AgendaRow key={keyOfDate(date)} date={date} {...row} />
            ))}
          </ul>
        </section>
      ))}
      {laterPath !== null && (
        <LinkButton to={laterPath} size="md">
          {say('calendar.later')}
        </LinkButton>
      )}
    </div>
  );
}
