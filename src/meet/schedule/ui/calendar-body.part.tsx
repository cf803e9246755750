import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledDate } from '../schedule.contract.ts';
import type { ChangeScope } from '../schedule.rules.ts';
import { Agenda } from './agenda.part.tsx';
import s from './calendar.module.css';
import type { CalendarState } from './calendar-state.hook.ts';
import { RoomChips, useSpanText } from './calendar-head.part.tsx';
import { useCalendarWords } from './calendar-words.hook.ts';
import { type MovedDate, useDateMoves } from './date-moves.hook.ts';
import { MonthGrid } from './month-grid.part.tsx';
import { datesQuery, keyOfDate, monthQuery, scheduleApi } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';
import { ScopeDialog } from './scope-dialog.part.tsx';
import { type GridActs, WeekGrid } from './week-grid.part.tsx';

/** The dates of what is shown; while others come, those before stay. */
function useShownDates({ view, room, days }: CalendarState) {
  const api = useApi(scheduleApi);
  const { zone } = useReader();
  const span = { room, days, zone };
  const month = useQuery({ ...monthQuery(api, span), enabled: view === 'month', placeholderData: keepPreviousData });
  const list = useQuery({ ...datesQuery(api, span), enabled: view !== 'month', placeholderData: keepPreviousData });
  const items = view === 'month' ? (month.data?.items ?? []) : [];
  const dates = view === 'month' ? items.flatMap(({ dates: some }) => some) : (list.data?.items ?? []);
  return {
    items,
    dates,
    whole: view === 'month' || list.data?.whole !== false,
    error: view === 'month' ? month.error : list.error,
  };
}

const roomsIn = (dates: readonly ScheduledDate[]) =>
  [...new Map(dates.map(({ room }) => [room.id, room])).values()].sort((a, b) => a.name.localeCompare(b.name));

type MoveQuestionProps = { moved: MovedDate; work: (scope: ChangeScope) => Promise<void>; onClose: () => void };
function MoveQuestion({ moved, work, onClose }: MoveQuestionProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const { date } = moved;
  return (
    <ScopeDialog
      title={say('move.title', { title: date.title })}
      lead={say('move.lead', words.span(moved))}
      verb={say('move.verb')}
      keep={say('move.keep')}
      mails={date.invited}
      repeats
      look="usual"
      work={work}
      onClose={onClose}
    />
  );
}

/** A date that is put down is moved at once, and can be put back before anybody is mailed; a series asks how much of it. */
function useMoves() {
  const say = scheduleText();
  const toast = useToast();
  const failureText = useFailureText(say);
  const moves = useDateMoves();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [question, setQuestion] = useState<MovedDate | null>(null);
  const move = async (moved: MovedDate, scope: ChangeScope) => {
    const putBack = await moves.send(moved, scope);
    const count = moved.date.invited;
    const text = count === 0 ? say('calendar.wasMoved') : say('calendar.wasMovedMails', { count });
    const undo = putBack === null ? {} : { undo: () => putBack().catch((error: unknown) => setTrouble(failureText(error))) };
    toast({ text, ...undo });
  };
  const onMove: GridActs['onMove'] = (date, time) => {
    setTrouble(null);
    const moved = moves.put(date, time);
    if (date.repeats) return setQuestion(moved);
    void move(moved, 'all').catch((error: unknown) => {
      moves.putBack();
      setTrouble(failureText(error));
    });
  };
  const dialog = question !== null && (
    <MoveQuestion
      moved={question}
      work={(scope) => move(question, scope)}
      onClose={() => {
        setQuestion(null);
        moves.putBack();
      }}
    />
  );
  return { onMove, trouble, question: dialog, withMoved: moves.withMoved };
}

type CalendarBodyProps = Omit<GridActs, 'onMove'> & {
  calendar: CalendarState;
  /** The date that was just made. */
  saved: string | null;
  only: { id: string; name: string } | null;
};
/** The view that is chosen, and the rooms in it. */
export function CalendarBody({ calendar, saved, only, onOpen, onNew }: CalendarBodyProps) {
  const say = scheduleText();
  const failureText = useFailureText(say);
  const label = useSpanText(calendar, 'long');
  const shown = useShownDates(calendar);
  const moves = useMoves();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const toggle = (id: string) => setHidden((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const visible = (dates: readonly ScheduledDate[]) => moves.withMoved(dates.filter(({ room }) => !hidden.includes(room.id)));
  const trouble = moves.trouble ?? (shown.error === null ? null : say('calendar.failed', { text: failureText(shown.error) }));
  const views = {
    ...calendar,
    saved,
    shown,
    visible,
    onOpen,
    onNew,
    onMove: moves.onMove,
    label: say('calendar.grid', { range: label }),
  };
  return (
    <>
      <RoomChips rooms={roomsIn(shown.dates)} hidden={hidden} onToggle={toggle} only={only} />
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      {!shown.whole && calendar.view !== 'agenda' && <Banner hue="blue">{say('calendar.tooMany')}</Banner>}
      <span id="calendar-keys" className="hidden">
        {say('calendar.keys')}
      </span>
      {calendar.undecided ? (
        <>
          <div className={s.wide}>
            <ShownView {...views} view="week" />
          </div>
          <div className={s.narrow}>
            <ShownView {...views} view="agenda" />
          </div>
        </>
      ) : (
        <ShownView {...views} />
      )}
      {moves.question}
    </>
  );
}

type ShownViewProps = CalendarState &
  GridActs & {
    saved: string | null;
    shown: ReturnType<typeof useShownDates>;
    visible: (dates: readonly ScheduledDate[]) => ScheduledDate[];
    label: string;
  };
function ShownView({
  view,
  day,
  days,
  today,
  open,
  saved,
  pathOf,
  shown,
  visible,
  label,
  onOpen,
  onMove,
  onNew,
}: ShownViewProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const openKey = open?.recurrence == null ? saved : keyOfDate({ seriesId: open.seriesId, recurrence: open.recurrence });
  const acts = { today, days, openKey, label, onOpen, onMove };
  const pathOfDay = (one: string) => pathOf('day', one);
  if (view === 'month') {
    // what is moved or left out is seen at once; the figures of the days are the server's
    const items = shown.items.map((one) => ({ ...one, dates: visible(one.dates) }));
    return <MonthGrid {...acts} {...{ items, pathOfDay, onNew }} month={day.slice(0, 7)} />;
  }
  const dates = visible(shown.dates);
  const coming = dates.filter(({ endsAt }) => words.wall(endsAt).day >= day);
  if (view !== 'agenda') return <WeekGrid {...acts} {...{ dates, pathOfDay, onNew }} />;
  if (coming.length === 0)
    return <EmptyState title={say('calendar.empty')} text={say(onNew === null ? 'calendar.emptyLook' : 'calendar.emptyText')} />;
  const last = shown.dates.at(-1);
  return (
    <Agenda
      {...{ dates: coming, today, openKey, onOpen }}
      laterPath={shown.whole || last === undefined ? null : pathOf('agenda', last.start.slice(0, 10))}
    />
  );
}
