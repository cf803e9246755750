import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { MoneyHome as Money } from '../../books.contract.ts';
import { booksApi, moneyQuery } from '../books-data.hook.ts';
import { booksText } from '../books-text.hook.ts';
import { RevenueChart } from '../revenue-chart.part.tsx';
import { RevenueFigures } from '../revenue-figures.part.tsx';
import s from '../books.module.css';

const FindingsDialog = loadable(async () => (await import('../findings-dialog.part.tsx')).FindingsDialog);

function Late({ late }: { late: Money['late'] }) {
  const say = booksText();
  const ofBilling = invoiceText();
  const money = useMoney();
  const when = useTimeText();
  if (late.length === 0) return null;
  return (
    <Panel
      id="money-late"
      title={ofBilling('invoices.figures.overdue')}
      aside={
        <Link to="/all-invoices?state=overdue" className="link small">
          {say('late.all')}
        </Link>
      }
    >
      <ul className={s.late}>
        {late.map((one) => (
          <li key={one.id}>
            <span>
              <Link to={`/all-invoices/${one.id}`} className="small strong">
                <bdi>{one.account}</bdi>
              </Link>
              <span className="tiny quiet">
                <DotLine>
                  <Ltr>{one.number}</Ltr>
                  {one.due !== null && when(`${one.due}T12:00:00Z`)}
                </DotLine>
              </span>
            </span>
            <bdi className="small num">{money(one.amount, one.currency)}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Whose trial ends this week, and what it was used for: whom to call before it does. */
function Trials({ trials }: { trials: Money['trials'] }) {
  const say = booksText();
  const when = useTimeText();
  if (trials.length === 0) return null;
  return (
    <Panel
      id="money-trials"
      title={say('trials.title')}
      aside={
        <Link to="/subscription-plans?tab=subscriptions&state=trialing" className="link small">
          {say('trials.all')}
        </Link>
      }
    >
      <ul className={s.late}>
        {trials.map((one) => (
          <li key={one.id}>
            <span>
              <Link to={`/subscription-plans?tab=subscriptions&one=${one.id}`} className="small strong">
                <bdi>{one.account}</bdi>
              </Link>
              <span className="tiny quiet">
                <DotLine>
                  {say('trials.meetings', { count: one.meetings })}
                  {say(one.pays ? 'trials.pays' : 'trials.noWay')}
                </DotLine>
              </span>
            </span>
            <span className="tiny quiet">{when(one.endsAt)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Whether the books agreed when they were looked at last. */
function Check({ check }: { check: Money['check'] }) {
  const say = booksText();
  const when = useTimeText();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const bad = check !== null && check.findings > 0;
  return (
    <Panel id="money-check" title={say('check.title')}>
      <div className={s.check}>
        {check === null ? (
          <p className="small quiet">{say('check.never')}</p>
        ) : (
          <>
            {bad ? (
              <Status of="failed">{say('check.bad', { count: check.findings })}</Status>
            ) : (
              <Status of="checked">{say('check.ok')}</Status>
            )}
            <p className="tiny quiet">{say('check.at', { at: when(check.at, 'full') })}</p>
          </>
        )}
        <Button size="xs" variant={bad ? 'filled' : 'default'} onClick={() => setOpen('open')}>
          {say(bad ? 'check.open' : 'check.again')}
        </Button>
      </div>
      <Suspense>{open === 'open' && <FindingsDialog onClose={() => setOpen('closed')} />}</Suspense>
    </Panel>
  );
}

/**
 * The money on the operator's home page: five figures, twelve months of each currency, what is overdue, whose trial ends, and whether the
 * books agree. `children` stand under the chart.
 */
export function MoneyHome({ children }: { children?: ReactNode }) {
  const { data } = useQuery(moneyQuery(useApi(booksApi)));
  useLiveRefresh({ area: 'admin', kinds: ['billing'] });
  if (data === undefined) return null;
  return (
    <>
      <RevenueFigures />
      <div className={s.home}>
        <div className={s.col}>
          {data.currencies.map(({ currency, months }) => (
            <RevenueChart key={currency} currency={currency} months={months} />
          ))}
          {children}
        </div>
        <div className={s.col}>
          <Late late={data.late} />
          <Trials trials={data.trials} />
          <Check check={data.check} />
        </div>
      </div>
    </>
  );
}
