import { useState } from 'react';
import { localOf } from '#kit/ui/local-moment.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import type { ChangeScope } from '../schedule.rules.ts';
import { momentOf } from './calendar-days.hook.ts';
import type { GridTime } from './moving.hook.ts';
import { keyOfDate, scheduleApi, useScheduleRefresh } from './schedule-data.hook.ts';

/** Longer than the button to undo is there. */
const UNDO_SECONDS = 20;

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
  /** Returns how it is taken back, while invitees do not know of it; null: a series that went on as another one stays. */
  const send = async ({ date, startsAt, endsAt }: MovedDate, scope: ChangeScope): Promise<(() => Promise<void>) | null> => {
    const { seriesId: id, recurrence } = date;
    const { version } = await schedule.get({ params: { id }, query: { recurrence } });
    const time = { start: localOf(startsAt, date.zone), minutes: Math.round((endsAt - startsAt) / 60_000) };
    const common = { scope, quietSeconds: UNDO_SECONDS };
    const after = await schedule.change({ params: { id }, body: { ...common, ...time, version, recurrence } });
    await refresh();
    setMoved(null);
    if (after.seriesId !== id) return null;
    const before = { start: localOf(date.startsAt, date.zone), minutes: Math.round((date.endsAt - date.startsAt) / 60_000) };
    const named = { version: after.version, recurrence: scope === 'this' ? recurrence : after.recurrence };
    return async () => {
      await schedule.change({ params: { id }, body: { ...common, ...before, ...named } });
      await refresh();
    };
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
