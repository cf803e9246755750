import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { type ScheduledDate, scheduleCalls } from '../schedule.contract.ts';
import { isDay } from '../schedule.rules.ts';
import { nextDatesQuery } from './blocks/next-dates-data.hook.ts';
import { type CalendarDay, type CalendarView, calendarViews, dayIn, daysOf, momentOf, weekIn } from './calendar-days.hook.ts';

/** The part of the contract that these screens speak. */
export const scheduleApi = { schedule: scheduleCalls, rooms: roomsCalls };
type ScheduleClient = Client<typeof scheduleApi>;
const area = 'bigbluebutton';

/** A date's name in addresses and lists: its series, and which one of it. */
export const keyOfDate = ({ seriesId, recurrence }: Pick<ScheduledDate, 'seriesId' | 'recurrence'>): string =>
  `${seriesId}~${recurrence}`;
export type DateName = { seriesId: string; recurrence: string | null };

type CalendarAddress = {
  room: string | null;
  /** Null: a week, or on a phone the agenda. */
  view: CalendarView | null;
  day: CalendarDay;
  open: DateName | null;
};
type AddressParts = {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Shown where the address names no day. */
  opensOn: CalendarDay;
};
export function readCalendar({ params, search, opensOn }: AddressParts): CalendarAddress {
  const day = search.get('day') ?? '';
  const [seriesId = '', recurrence] = (search.get('date') ?? '').split('~');
  return {
    room: params['id'] ?? null,
    view: calendarViews.find((one) => one === search.get('view')) ?? null,
    day: isDay(day) ? day : opensOn,
    open: seriesId === '' ? null : { seriesId, recurrence: recurrence ?? null },
  };
}

type DatesSpan = { room: string | null; days: readonly CalendarDay[]; zone: string };
/** Pages of a week that are shown at most: what is more is a matter of one room. */
const mostPages = 5;
type CalendarDates = { items: ScheduledDate[]; whole: boolean };
export function datesQuery({ schedule }: ScheduleClient, { room, days: [first = '', ...rest], zone }: DatesSpan) {
  const range = {
    from: momentOf(first, 0, zone),
    to: momentOf(rest.at(-1) ?? first, 1440, zone),
    ...(room !== null && { room }),
  };
  const call = async ({ query }: { query: typeof range }): Promise<CalendarDates> => {
    const items: ScheduledDate[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const more: string | null = cursor;
      const answer = await schedule.dates({ query: { ...query, ...(more !== null && { cursor: more }) } });
      items.push(...answer.items);
      cursor = answer.next;
      if (cursor === null) break;
    }
    return { items, whole: cursor === null };
  };
  return callQuery({ area, name: 'schedule.dates', call, input: { query: range } });
}
export const monthQuery = ({ schedule }: ScheduleClient, { room, days, zone }: DatesSpan) =>
  callQuery({
    area,
    name: 'schedule.days',
    call: schedule.days,
    input: { query: { from: days[0] ?? '', days: days.length, zone, ...(room !== null && { room }) } },
  });
export const dateQuery = ({ schedule }: ScheduleClient, { seriesId, recurrence }: DateName) =>
  callQuery({
    area,
    name: 'schedule.get',
    call: schedule.get,
    input: { params: { id: seriesId }, query: recurrence === null ? {} : { recurrence } },
  });
export const feedsQuery = ({ schedule }: ScheduleClient) =>
  callQuery({ area, name: 'schedule.feeds', call: () => schedule.feeds(), input: {} });
export const roomQuery = ({ rooms }: ScheduleClient, id: string) =>
  callQuery({ area, name: 'rooms.get', call: rooms.get, input: { params: { id } } });
/** Rooms to plan in, those that were used last first. */
export const roomChoiceQuery = ({ rooms }: ScheduleClient) =>
  callQuery({ area, name: 'rooms.list', call: rooms.list, input: { query: { limit: 100 } } });

/** `opensOn`: the day of the next meeting when nothing is left in the time that is shown first, else today. */
type CalendarStart = { today: CalendarDay; opensOn: CalendarDay };
/** Asks for what the first look shows: a view that no address names is a week. */
export async function loadCalendar({ api, queries, params, url, reader }: LoadContext): Promise<CalendarStart> {
  const client = api(scheduleApi);
  const { zone, locale, now } = reader;
  const today = dayIn(now, zone);
  const search = url.searchParams;
  const { room, view, day } = readCalendar({ params, search, opensOn: today });
  const daysFrom = (from: CalendarDay) => daysOf(view ?? 'week', from, weekIn(locale).first);
  const loadDates = (from: CalendarDay) => {
    const span = { room, days: daysFrom(from), zone };
    return view === 'month'
      ? queries.ensureQueryData(monthQuery(client, span))
      : queries.ensureQueryData(datesQuery(client, span));
  };
  const isOpen = !search.has('day') && !search.has('new');
  const [upcoming] = await Promise.all([
    isOpen ? queries.ensureQueryData(nextDatesQuery(client, room)) : null,
    loadDates(day),
    room === null ? null : queries.ensureQueryData(roomQuery(client, room)),
  ]);
  const [next] = upcoming?.items ?? [];
  const nextDay = next === undefined ? today : dayIn(next.startsAt, zone);
  if (nextDay <= today || daysFrom(today).includes(nextDay)) return { today, opensOn: today };
  await loadDates(nextDay);
  return { today, opensOn: nextDay };
}

export function useScheduleRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [area] });
}
