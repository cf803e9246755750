import { IconAlarm, IconClockHour4 } from '@tabler/icons-react';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useDurationText, useTimeText } from '#kit/ui/time.tsx';
import type { TicketPromise } from '../tickets-views.contract.ts';
import { dueStep } from './due-clock.hook.ts';
import s from './queue.module.css';
import { ticketsText } from './tickets-text.hook.ts';

const day = 86_400_000;
type DueClockProps = { due: number | null; kind: TicketPromise['kind']; look: 'row' | 'line' };

/** Time left to a target, never a date while it is near. Without a target no clock runs. */
export function DueClock({ due, kind, look }: DueClockProps) {
  const say = ticketsText();
  const { now } = useReader();
  const duration = useDurationText();
  const time = useTimeText();
  if (due === null) return <span className="quiet small">{say('queue.noClock')}</span>;
  const step = dueStep({ due, now });
  const Sign = step === 'red' ? IconAlarm : IconClockHour4;
  const left = `\u2068${duration(Math.abs(due - now) / 60_000)}\u2069`;
  const words = step === 'red' ? say('queue.late', { time: left }) : due - now > day ? time(due) : left;
  return (
    <span className={s.clock} data-step={step}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      <b className="num">{words}</b>
      {look === 'row' && <small>{say(`queue.${kind}Response`)}</small>}
    </span>
  );
}
