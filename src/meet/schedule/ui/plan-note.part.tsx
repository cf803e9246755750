import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { SchedulePreview } from '../schedule.contract.ts';
import { minuteOfClock } from './calendar-days.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import s from './date-drawer.module.css';
import type { PlanBody } from './date-fields.hook.ts';
import { scheduleApi } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

const rest = 400;
/** The plan once nothing has changed for a moment. */
function useSettled(plan: PlanBody): PlanBody {
  const [settled, setSettled] = useState(plan);
  const text = JSON.stringify(plan);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan is another object at each render; its text shows whether it differs
  useEffect(() => {
    const timer = setTimeout(() => setSettled(plan), rest);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type PlanNoteProps = { plan: PlanBody; valid: 'valid' | 'not'; leftOut: readonly string[] };
/** What the plan comes to: its dates, hours that the clock skips, and what the room or the plan would not allow. */
export function PlanNote({ plan, valid, leftOut }: PlanNoteProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const { schedule } = useApi(scheduleApi);
  const body = useSettled(plan);
  const { data } = useQuery({
    ...callQuery({ area: 'bigbluebutton', name: 'schedule.preview', call: schedule.preview, input: { body } }),
    // a new date has no room before the rooms are there
    enabled: valid === 'valid' && body.roomId !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const dayText = (wall: string) => words.day(wall.slice(0, 10), 'short');
  return (
    <div className={s.plan} aria-live="polite">
      {body.repeat !== null && (
        <p className="small soft">
          {data !== undefined && <NextDates preview={data} counted={body.repeat.count === null ? 'open' : 'counted'} />}
          {leftOut.length > 0 && <span>{say('repeat.leftOut', { days: words.list(leftOut.map(dayText)) })}</span>}
        </p>
      )}
      {data !== undefined && <Warnings preview={data} />}
      {data?.moved.slice(0, 2).map(({ planned, start }) => (
        <p key={planned} className={s.warning}>
          <IconClockExclamation size={16} stroke={1.75} />
          {say('plan.moved', { day: dayText(planned), time: words.clock(minuteOfClock(start.slice(11)) ?? 0) })}
        </p>
      ))}
    </div>
  );
}

const mostNamed = 4;
type NextDatesProps = {
  preview: SchedulePreview;
  /** The rule says how many there are. */
  counted: 'counted' | 'open';
};
function NextDates({ preview: { dates, count }, counted }: NextDatesProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const named = dates.slice(0, mostNamed).map(({ start }) => words.day(start.slice(0, 10), 'short'));
  const more = count === null || count > named.length ? ' …' : '';
  return (
    <>
      {counted === 'open' && <b>{count === null ? say('plan.endless') : say('plan.dates', { count })}</b>}
      <span>{say('repeat.next', { days: words.list(named) + more })}</span>
    </>
  );
}

function Warnings({ preview: { warnings, limits } }: { preview: SchedulePreview }) {
  const say = scheduleText();
  const bounded = limits.maxPeople !== null || limits.maxMinutes !== null;
  return (
    <>
      {warnings.map(({ warning, max, wanted }) => (
        <p key={warning} className={s.warning}>
          <IconAlertTriangle size={16} stroke={2} />
          {say(`plan.warning.${warning}`, { max: max ?? 0, wanted })}
        </p>
      ))}
      {warnings.length === 0 && bounded && (
        <p className="tiny quiet">{say('plan.limits', { people: limits.maxPeople ?? 0, minutes: limits.maxMinutes ?? 0 })}</p>
      )}
    </>
  );
}
