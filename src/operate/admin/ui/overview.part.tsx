import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, moneyText, Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import { moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import { InvoiceState } from '#sales/billing/ui/blocks/invoice-state.part.tsx';
import { SubscriptionStatus } from '#sales/billing/ui/blocks/subscription-state.part.tsx';
import { TicketStatus } from '#talk/tickets/ui/blocks/ticket-status.part.tsx';
import type { AccountOverview, Owed } from '../account-views.contract.ts';
import { adminApi, overviewQuery } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './overview.module.css';

function Sum({ minor, currency }: { minor: number; currency: string }) {
  const { locale } = useReader();
  return <Ltr className="num">{moneyText({ cents: minor, currency, tag: moneyTag(locale) })}</Ltr>;
}

/** What an account owes, the overdue first. */
export function Balance({ owes }: { owes: readonly Owed[] }) {
  const say = adminText();
  if (owes.length === 0) return <span className="quiet">{say('overview.nothingDue')}</span>;
  const late = owes.filter(({ overdue }) => overdue);
  const open = owes.filter(({ overdue }) => !overdue);
  return (
    <span className={s.balance}>
      {late.map(({ currency, minor }) => (
        <span key={currency}>
          <Status of="overdue" look="plain" /> <Sum minor={minor} currency={currency} />
        </span>
      ))}
      {open.map(({ currency, minor }) => (
        <span key={currency}>
          {say('overview.open')} <Sum minor={minor} currency={currency} />
        </span>
      ))}
    </span>
  );
}

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
        {plan !== null && <SubscriptionStatus of={plan.state} look="plain" />}
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
                <InvoiceState of={one} look="plain" />
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
              {one.live ? <Status of="live" look="plain" /> : <Time at={one.at} />}
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
                <TicketStatus state={one.state} look="plain" />
                <Time at={one.updatedAt} />
              </li>
            ))}
          </Rows>
        )}
      </div>
    </section>
  );
}
