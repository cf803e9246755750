import { useState } from 'react';
import { localOf } from '#kit/ui/local-moment.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import type { ChangeScope } from '../schedule.rules.ts';
import { momentOf } from './calendar-days.hook.ts';
import type { GridTime } from './moving.hook.ts';
import { type DateName, keyOfDate, scheduleApi, useScheduleRefresh } from './schedule-data.hook.ts';

/** A date that was put down elsewhere: it is shown there already, before it is saved. */
export type MovedDate = { date: ScheduledDate; startsAt: number; endsAt: number };

/** Moves a date to another time of the reader's clock; the series keeps its own zone. */
export function useDateMoves() {
  const { zone } = useReader();
  const { schedule } = useApi(scheduleApi);
  const refresh = useScheduleRefresh();
  const [moved, setMoved] = useState<MovedDate | null>(null);
  const put = (date: ScheduledDate, { day, from, length }: GridTime): MovedDate => {
    const startsAt = momentOf(day, from, zone);
    const next = { date, startsAt, endsAt: startsAt + length * 60_000 };
    setMoved(next);
    return next;
  };
  const send = async ({ date, startsAt, endsAt }: MovedDate, scope: ChangeScope): Promise<void> => {
    const name: DateName = date;
    const { version } = await schedule.get({ params: { id: date.seriesId }, query: { recurrence: date.recurrence } });
    const time = { start: localOf(startsAt, date.zone), minutes: Math.round((endsAt - startsAt) / 60_000) };
    await schedule.change({ params: { id: name.seriesId }, body: { ...time, scope, version, recurrence: date.recurrence } });
    await refresh();
    setMoved(null);
  };
  /** The dates as they would be. */
  const withMoved = (dates: readonly ScheduledDate[]): ScheduledDate[] =>
    dates.map((one) =>
      moved !== null && keyOfDate(one) === keyOfDate(moved.date)
        ? { ...one, startsAt: moved.startsAt, endsAt: moved.endsAt }
        : one,
    );
  return { moved, put, send, withMoved, putBack: () => setMoved(null) };
}
