import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import s from './calendar.module.css';
import { CalendarBody } from './calendar-body.part.tsx';
import { CalendarHead } from './calendar-head.part.tsx';
import { useNow } from './calendar-now.hook.ts';
import { type CalendarState, useCalendar, useCalendarKeys } from './calendar-state.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import type { DrawerSubject } from './date-drawer.part.tsx';
import type { GridTime } from './moving.hook.ts';
import { keyOfDate, loadCalendar, roomQuery, scheduleApi } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

const DateDrawer = loadable(async () => (await import('./date-drawer.part.tsx')).DateDrawer);
const CalendarImportDialog = loadable(async () => (await import('./calendar-import.part.tsx')).CalendarImportDialog);
const SubscribeDialog = loadable(async () => (await import('./subscribe-dialog.part.tsx')).SubscribeDialog);
export const load = loadCalendar;

/** What stands beside the calendar: the date that the address names, or one that is being made. */
function useSubject({ open, put, day, alive, wantsNew }: CalendarState, plans: 'may' | 'not') {
  const words = useCalendarWords();
  const now = useNow();
  const [made, setMade] = useState<GridTime | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const next = words.wall(now + 3_600_000);
  const usual: GridTime = { day: day < next.day ? next.day : day, from: next.minute - (next.minute % 60), length: 60 };
  const time = plans === 'not' ? null : (made ?? (wantsNew ? usual : null));
  const subject: DrawerSubject | null = time !== null ? { name: null, time } : open !== null ? { name: open, time: null } : null;
  const openNew = (at: GridTime) => {
    put({ date: null });
    setSaved(null);
    setMade(at);
  };
  return {
    subject: alive ? subject : null,
    /** The calendar leaves its space from the first drawing on. */
    takesSpace: subject !== null,
    openNew,
    openUsual: () => openNew(usual),
    onOpen: (date: ScheduledDate) => {
      setMade(null);
      setSaved(null);
      put({ date: keyOfDate(date), new: null });
    },
    /** The date that was just made: it is selected on the day on which it begins. */
    saved,
    onMade: (date: ScheduledDate) => {
      setMade(null);
      setSaved(keyOfDate(date));
      put({ date: null, new: null, day: words.wall(date.startsAt).day });
    },
    close: () => {
      setMade(null);
      put({ date: null, new: null });
    },
  };
}
const nameOf = ({ name, time }: DrawerSubject): string =>
  name === null ? `${time.day} ${time.from} ${time.length}` : `${name.seriesId} ${name.recurrence}`;

/** Dates of one room or all: a month, a week, a day, or one after the other; planned and changed beside them. */
export function Screen() {
  const say = scheduleText();
  const { can } = useAuth();
  const calendar = useCalendar();
  const { room } = calendar;
  const { data: only } = useQuery({ ...roomQuery(useApi(scheduleApi), room ?? ''), enabled: room !== null });
  const [dialog, setDialog] = useState<'subscribe' | 'import' | null>(null);
  usePageTitle(only === undefined ? null : `${only.name} · ${say('calendar.title')}`);
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting', 'room', 'schedule'] });
  const plans = can('rooms.edit') && (only === undefined || only.rights.edit);
  const { subject, takesSpace, saved, openNew, openUsual, onOpen, onMade, close } = useSubject(calendar, plans ? 'may' : 'not');
  const onNew = plans ? openUsual : null;
  useCalendarKeys(calendar, onNew);
  return (
    <div className={s.page} data-drawer={takesSpace ? '' : undefined}>
      <CalendarHead
        {...calendar}
        drawer={takesSpace ? 'open' : 'closed'}
        onStep={calendar.step}
        onSubscribe={() => setDialog('subscribe')}
        onImport={plans ? () => setDialog('import') : null}
        onNew={onNew}
      />
      <CalendarBody calendar={calendar} saved={saved} only={only ?? null} onOpen={onOpen} onNew={plans ? openNew : null} />
      <Suspense>
        {subject !== null && <DateDrawer key={nameOf(subject)} {...{ subject, room, onMade }} onClose={close} />}
        {dialog === 'subscribe' && <SubscribeDialog room={room} onClose={() => setDialog(null)} />}
        {dialog === 'import' && <CalendarImportDialog room={room} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}
