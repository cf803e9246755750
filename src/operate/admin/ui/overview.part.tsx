import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { AccountOverview } from '../account-views.contract.ts';
import { adminApi, overviewQuery } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import { Balance, Sum } from './balance.part.tsx';
import { InvoiceStateWord, PlanStateWord, TicketStateWord } from './overview-states.part.tsx';
import s from './overview.module.css';

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Money({ money }: { money: NonNullable<AccountOverview['money']> }) {
  const say = adminText();
  const { plan, owes } = money;
  return (
    <dl className={s.figures}>
      <Figure title={say('list.plan')}>
        {plan === null ? <span className="quiet">{say('overview.noPlan')}</span> : <b dir="auto">{plan.name}</b>}
        {plan !== null && <PlanStateWord of={plan.state} />}
      </Figure>
      <Figure title={say('list.balance')}>
        <Balance owes={owes} />
      </Figure>
      <Figure title={say('overview.next')}>
        {plan?.next == null ? (
          <span className="quiet">{say('overview.noNext')}</span>
        ) : (
          <>
            <b>
              <Sum minor={plan.next.minor} currency={plan.next.currency} />
            </b>
            <Time at={plan.next.at} look="day" />
          </>
        )}
      </Figure>
    </dl>
  );
}

type RowsProps = { id: string; title: string; none: string; all?: string; children: readonly ReactNode[] };
function Rows({ id, title, none, all, children }: RowsProps) {
  const say = adminText();
  return (
    <Panel
      flush="flush"
      id={id}
      title={title}
      aside={
        all !== undefined && (
          <Link to={all} className="link small">
            {say('overview.all')}
          </Link>
        )
      }
    >
      {children.length === 0 ? <p className={`small quiet ${s.none}`}>{none}</p> : <ul className={s.rows}>{children}</ul>}
    </Panel>
  );
}

/** How the account is doing, before anything can be changed: plan, balance, next charge, then what happened last. */
export function Overview({ id, money: theirs }: { id: string; money: string | null }) {
  const say = adminText();
  const { data } = useSuspenseQuery(overviewQuery(useApi(adminApi), id));
  const { money, meetings, tickets } = data;
  return (
    <section aria-label={say('overview.title')} className={s.overview}>
      {money !== null && <Money money={money} />}
      <div className={s.panels}>
        {money !== null && (
          <Rows
            id="last-invoices"
            title={say('overview.invoices')}
            none={say('overview.noInvoices')}
            {...(theirs !== null && { all: theirs })}
          >
            {money.invoices.map((one) => (
              <li key={one.id}>
                {theirs === null ? (
                  <Ltr>{one.number ?? '–'}</Ltr>
                ) : (
                  <Link to={`/all-invoices/${one.id}`}>{one.number ?? '–'}</Link>
                )}
                <InvoiceStateWord of={one} />
                <Sum minor={one.total} currency={one.currency} />
              </li>
            ))}
          </Rows>
        )}
        <Rows id="last-meetings" title={say('overview.meetings')} none={say('overview.noMeetings')}>
          {meetings.map((one) => (
            <li key={one.id}>
              <Link to={`/rooms/meeting/${one.id}`} dir="auto">
                {one.name}
              </Link>
              {one.live ? (
                <Status of="live" look="plain" />
              ) : one.at !== null ? (
                <Time at={one.at} />
              ) : (
                <span className="quiet">–</span>
              )}
              <span className="num">{say('overview.people', { count: one.people })}</span>
            </li>
          ))}
        </Rows>
        {tickets !== null && (
          <Rows
            id="last-tickets"
            title={say('overview.tickets')}
            none={say('overview.noTickets')}
            all={`/issues/list?queue=all&account=${id}`}
          >
            {tickets.map((one) => (
              <li key={one.id}>
                <Link to={`/issues/list?queue=all&ticket=${one.id}`} dir="auto">
                  {one.subject}
                </Link>
                <TicketStateWord of={one.state} />
                <Time at={one.updatedAt} />
              </li>
            ))}
          </Rows>
        )}
      </div>
    </section>
  );
}
