import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isId } from '#kit/ids.ts';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { download } from '#kit/ui/table/csv.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialog from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { PeriodOf } from './attendance-period.part.tsx';
import { type MeetingsClient, meetingsApi } from './meetings-api.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';
import { periodText } from './period-text.hook.ts';
import s from './console.module.css';

const dayMs = 86_400_000;
type PeriodWish = PeriodOf & { from: number; to: number };
/** Called after each page with the meetings looked at, and how many there are where that is known. */
type PeriodProgress = (done: number, total: number | undefined) => 'on' | 'stop';

/** Fetches a period page by page; null when it was stopped. `beyond`: meetings that the plan does not reach back to. */
export async function attendanceText(
  api: MeetingsClient,
  { view, roomId, from, to }: PeriodWish,
  told: PeriodProgress,
): Promise<{ text: string; beyond: number } | null> {
  const question = { view, from, to, ...(roomId !== undefined && isId(roomId) && { roomId }) };
  const texts: string[] = [];
  let done = 0;
  let beyond = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof api.meetings.attendancePeriod>> = await api.meetings.attendancePeriod({
      query: cursor === '' ? question : { ...question, cursor },
    });
    texts.push(page.text);
    done += page.meetings;
    beyond += page.beyondPlan;
    if (told(done, page.total) === 'stop') return null;
    cursor = page.next;
  }
  return { text: texts.join(''), beyond };
}

/** Asks for the period, then makes the file and shows the progress. */
export function AttendancePeriodDialog({ onClose, ...of }: PeriodOf & { onClose: () => void }) {
  const say = periodText();
  const api = useApi(meetingsApi);
  const failureText = useFailureText(meetingsText());
  const { now, zone } = useReader();
  const dayOf = (ms: number) => localOf(ms, zone).slice(0, 10);
  const [days, setDays] = useState({ from: dayOf(now - 30 * dayMs), to: dayOf(now) });
  const [state, setState] = useState({ busy: '', done: 0, total: 0, trouble: '' });
  const [beyond, setBeyond] = useState(0);
  const open = useRef('open');
  useEffect(() => {
    open.current = 'open';
    return () => {
      open.current = 'shut';
    };
  }, []);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const from = msOf(`${days.from}T00:00`, zone);
    const last = msOf(`${days.to}T00:00`, zone);
    // a day later and back to its beginning: days of 23 and 25 hours are days too
    const to = last === null ? null : msOf(`${dayOf(last + 1.25 * dayMs)}T00:00`, zone);
    if (from === null || to === null || to <= from)
      return setState({ busy: '', done: 0, total: 0, trouble: say('period.wrong') });
    setState({ busy: 'busy', done: 0, total: 0, trouble: '' });
    try {
      const found = await attendanceText(api, { ...of, from, to }, (done, total) => {
        if (open.current === 'open') setState({ busy: 'busy', done, total: Math.max(done, total ?? 0), trouble: '' });
        return open.current === 'open' ? 'on' : 'stop';
      });
      if (found === null) return;
      download(`attendance-${days.from}-${days.to}.csv`, found.text);
      if (found.beyond === 0) return onClose();
      // a file with less than was asked for says so
      setState({ busy: '', done: 0, total: 0, trouble: '' });
      setBeyond(found.beyond);
    } catch (error) {
      setState({ busy: '', done: 0, total: 0, trouble: failureText(error) });
    }
  };
  return (
    <Dialog title={say('period.title')} lead={say(of.roomId === undefined ? 'period.lead' : 'period.leadRoom')} onClose={onClose}>
      <form onSubmit={(event) => void make(event)} noValidate>
        <div className={s.period}>
          {(['from', 'to'] as const).map((end) => (
            <DateField
              key={end}
              size="md"
              label={say(`period.${end}`)}
              value={days[end]}
              onChange={(day) => setDays((was) => ({ ...was, [end]: day }))}
            />
          ))}
        </div>
        <p className={state.trouble === '' ? 'small quiet' : s.trouble} role={state.trouble === '' ? 'status' : 'alert'}>
          {state.trouble !== ''
            ? state.trouble
            : state.busy !== ''
              ? say('period.done', { done: state.done, total: state.total })
              : beyond > 0 && say('period.beyond', { count: beyond })}
        </p>
        <div className={dialog.acts}>
          <Button onClick={onClose}>{say('period.stop')}</Button>
          <Button type="submit" variant="filled" loading={state.busy !== ''}>
            {say('period.make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
