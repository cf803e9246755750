import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { msOf } from '#kit/ui/local-moment.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { BusySpan } from '../schedule.contract.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { addDays, momentOf, weekdayOf, weekIn } from './calendar-days.hook.ts';
import { type DateFields, minutesOf } from './date-fields.hook.ts';
import { coarseStep, type GridTime } from './moving.hook.ts';
import { scheduleApi } from './schedule-data.hook.ts';

const minuteMs = 60_000;
/** Days in which another time is looked for. */
const daysAhead = 14;
/** Minutes of a day between which others are asked to meet, unless the chosen time lies outside. */
const usualHours = { from: 8 * 60, to: 18 * 60 };

const overlaps = (a: BusySpan, b: BusySpan): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt;
/** Those of the spans that overlap a time. */
export const busyAt = (spans: readonly BusySpan[], time: BusySpan): BusySpan[] => spans.filter((span) => overlaps(span, time));

type FreeTimeSearch = { busy: readonly BusySpan[]; zone: string; freeWeekdays: readonly number[] };
/** The first time after the chosen one, as long as it, that overlaps nothing; null: there is none within two weeks. */
export function nextFreeTime(chosen: GridTime, { busy, zone, freeWeekdays }: FreeTimeSearch): GridTime | null {
  const [first, last] = [Math.min(usualHours.from, chosen.from), Math.max(usualHours.to, chosen.from + chosen.length)];
  const isFreeDay = (day: string) => freeWeekdays.includes(weekdayOf(day));
  for (let n = 0; n < daysAhead; n += 1) {
    const day = addDays(chosen.day, n);
    if (isFreeDay(day) && !isFreeDay(chosen.day)) continue;
    const begin = n === 0 ? chosen.from + coarseStep : first;
    for (let from = begin; from + chosen.length <= last; from += coarseStep) {
      const startsAt = momentOf(day, from, zone);
      if (busyAt(busy, { startsAt, endsAt: startsAt + chosen.length * minuteMs }).length === 0) return { ...chosen, day, from };
    }
  }
  return null;
}

export type FreeTimes = {
  /** When somebody has meetings at the chosen time, empty: free; null: not known, as of people of other accounts. */
  busyOf: (person: PickedPerson) => BusySpan[] | null;
  /** The next time when all are free; null: now is one, or none was found. */
  suggestion: GridTime | null;
};
type FreeTimesQuery = { fields: DateFields; seriesId: string | null };
/** Who of the chosen people is free at the chosen time. */
export function useFreeTimes({ fields, seriesId }: FreeTimesQuery): FreeTimes {
  const { schedule } = useApi(scheduleApi);
  const { locale } = useReader();
  const { day, from, zone } = fields;
  const startsAt = msOf(`${day}T${from}`, zone);
  const people = [...new Set(fields.people.flatMap(({ id }) => id ?? []))].sort().slice(0, scheduleLimits.busyPeople);
  const isAsked = startsAt !== null && people.length > 0;
  const range = isAsked ? { from: momentOf(day, 0, zone), to: momentOf(addDays(day, daysAhead), 0, zone) } : { from: 0, to: 1 };
  const body = { people, ...range, ...(seriesId !== null && { seriesId }) };
  const { data } = useQuery({
    ...callQuery({ area: 'bigbluebutton', name: 'schedule.busy', call: schedule.busy, input: { body } }),
    enabled: isAsked,
    retry: false,
  });
  const length = minutesOf(fields);
  return useMemo(() => {
    const time = { startsAt: startsAt ?? 0, endsAt: (startsAt ?? 0) + length * minuteMs };
    const known = new Map((isAsked ? (data?.items ?? []) : []).map(({ userId, spans }) => [userId, spans]));
    const busy = [...known.values()].flat();
    const minute = Number(from.slice(0, 2)) * 60 + Number(from.slice(3));
    return {
      busyOf: ({ id }) => {
        const spans = known.get(id ?? '');
        return spans === undefined ? null : busyAt(spans, time);
      },
      suggestion:
        busyAt(busy, time).length === 0
          ? null
          : nextFreeTime({ day, from: minute, length }, { busy, zone, freeWeekdays: weekIn(locale).free }),
    };
  }, [data, isAsked, startsAt, length, day, from, zone, locale]);
}
