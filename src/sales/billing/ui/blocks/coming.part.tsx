import {
  IconAlertTriangle,
  IconBan,
  IconBell,
  IconCreditCard,
  IconHandStop,
  IconLock,
  IconMail,
  IconReceiptOff,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useDayText, useTimeText } from '#kit/ui/time.tsx';
import type { ComingAct, ComingView, WaitingView } from '../../coming.contract.ts';
import { comingApi, waitingQuery } from './coming.hook.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { leftToRight } from './money.hook.ts';
import { Timeline, useTold } from './timeline.part.tsx';

import s from '../invoice.module.css';

const marks = {
  charge: IconCreditCard,
  retry: IconRefresh,
  remind: IconBell,
  final_notice: IconMail,
  past_due: IconAlertTriangle,
  restrict: IconLock,
  cancel: IconBan,
  write_off: IconReceiptOff,
} as const satisfies Record<ComingAct, typeof IconBell>;

/** Why it does not follow yet, or how long it is waited. */
function useNotes(): (coming: ComingView) => string[] {
  const say = invoiceText();
  const when = useTimeText();
  const dayText = useDayText();
  return ({ held, trust }) => {
    const words =
      held === null
        ? []
        : held.until === null
          ? [say('invoices.coming.objectionOpen')]
          : [say(`invoices.coming.${held.why}`, { on: when(held.until, 'day') })];
    return trust === null ? words : [...words, say('invoices.coming.trust', { on: dayText(trust) })];
  };
}

/** What follows by its days, the next one first. */
export function Coming({ coming }: { coming: ComingView }) {
  const say = invoiceText();
  const dayText = useDayText();
  const notes = useNotes()(coming);
  const { steps } = coming;
  if (steps.length + notes.length === 0) return null;
  return (
    <div className={s.coming}>
      {notes.map((words) => (
        <p key={words} className={`small ${s.held}`}>
          <IconHandStop size={16} stroke={1.75} aria-hidden="true" />
          {words}
        </p>
      ))}
      {steps.length > 0 && (
        <>
          <p className="tiny quiet">{say('invoices.coming.lead')}</p>
          <ol className={s.timeline} aria-label={say('invoices.coming.title')}>
            {steps.map(({ on, act }) => {
              const Icon = marks[act];
              return (
                <li key={`${on} ${act}`} className={s.happening} data-coming>
                  <span className={s.mark} aria-hidden="true">
                    <Icon size={14} stroke={1.75} />
                  </span>
                  <p className="grow small">{say(`invoices.coming.${act}`)}</p>
                  <span className="tiny quiet">{dayText(on)}</span>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </div>
  );
}

/** Which invoice is not paid. `at`: the address that its id follows. */
export function WaitingInvoice({ waiting, at }: { waiting: WaitingView; at: string }) {
  const say = invoiceText();
  return (
    <p className="small">
      <Link className="link" to={`${at}${waiting.invoiceId}`}>
        {say('invoices.coming.invoice', { number: leftToRight(waiting.number) })}
      </Link>
    </p>
  );
}

type ComingQueryKey = { id: string; area: 'user' | 'admin' };
/** What waits for money of a subscription; null while it is asked for, and where nothing waits. */
export function useWaiting(of: ComingQueryKey): WaitingView | null {
  return useQuery(waitingQuery(useApi(comingApi), of)).data?.waiting ?? null;
}

/** Of the invoice that waits for money: what follows, and below it what was done. */
export function WaitingPanel({ at, ...of }: ComingQueryKey & { at: string }) {
  const say = invoiceText();
  const waiting = useWaiting(of);
  const told = useTold(waiting?.done ?? []);
  if (waiting === null) return null;
  return (
    <Panel id="waiting-money" title={say('invoices.coming.title')}>
      <WaitingInvoice waiting={waiting} at={at} />
      <Coming coming={waiting.coming} />
      <Timeline told={told} />
    </Panel>
  );
}
