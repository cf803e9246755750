import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, moneyText } from '#kit/ui/bits.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Status } from '#kit/ui/status.tsx';
import { intlTag, localeFor, localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time, useDurationText, useTimeText } from '#kit/ui/time.tsx';
import type { TicketCustomer } from '../tickets-views.contract.ts';
import s from './queue.module.css';
import { queueApi, queuePath, ticketCustomerQuery } from './queue-data.hook.ts';
import t from './ticket.module.css';
import { TicketStatus } from './blocks/ticket-status.part.tsx';
import { ticketsText } from './tickets-text.hook.ts';

type PartProps = { customer: TicketCustomer };

function Facts({ customer }: PartProps) {
  const say = ticketsText();
  const duration = useDurationText();
  const { plan, supportLevel, firstResponseMinutes, account } = customer;
  const locale = localeFor(account.locale);
  return (
    <dl className={t.facts}>
      <dt>{say('customer.plan')}</dt>
      <dd dir="auto">{plan ?? say('customer.noPlan')}</dd>
      {supportLevel !== null && (
        <>
          <dt>{say('customer.supportLevel')}</dt>
          <dd>{say.maybe(`supportLevel.${supportLevel}`) ?? supportLevel}</dd>
        </>
      )}
      {firstResponseMinutes !== null && (
        <>
          <dt>{say('ticket.responseTime')}</dt>
          <dd>{duration(firstResponseMinutes)}</dd>
        </>
      )}
      <dt>{say('customer.language')}</dt>
      <dd>{locale === null ? account.locale : localeNames[locale]}</dd>
      <dt>{say('customer.timeZone')}</dt>
      <dd>
        <bdi dir="ltr">{account.timeZone}</bdi>
      </dd>
    </dl>
  );
}

function Health({ customer }: PartProps) {
  const say = ticketsText();
  const { locale } = useReader();
  const { owes, servers } = customer;
  return (
    <section>
      <h2>{say('customer.health')}</h2>
      <ul>
        {owes.map(({ currency, minor, overdue }) => (
          <li key={`${currency} ${overdue}`}>
            {overdue ? <Status of="overdue" look="plain" /> : <span>{say('customer.owes')}</span>}
            <bdi className="num">{moneyText({ cents: minor, currency, tag: intlTag(locale) })}</bdi>
          </li>
        ))}
        {owes.length === 0 && (
          <li>
            <Status of="paid" look="plain" />
            <span>{say('customer.nothingDue')}</span>
          </li>
        )}
        {servers.map(({ name, state }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <span>{say.maybe(`serverState.${state}`) ?? state}</span>
          </li>
        ))}
        {servers.length === 0 && (
          <li>
            <Status of="healthy" look="plain" />
            <span>{say('customer.servers')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Meetings({ customer }: PartProps) {
  const say = ticketsText();
  return (
    <section>
      <h2>{say('customer.meetings')}</h2>
      {customer.meetings.length === 0 && <p className="small quiet">{say('customer.noMeetings')}</p>}
      <ul>
        {customer.meetings.map(({ id, name, startedAt, people, live }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <span className="row">
              {live ? <Status of="live" look="plain" /> : startedAt !== null && <Time at={startedAt} />}
              <span className="num">{say('customer.people', { count: people })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Earlier({ customer }: PartProps) {
  const say = ticketsText();
  if (customer.tickets.length === 0) return null;
  return (
    <section>
      <h2>{say('customer.tickets')}</h2>
      <ul>
        {customer.tickets.map(({ id, subject, state }) => (
          <li key={id}>
            <Link to={`/issues/list?ticket=${id}`} className="link" dir="auto">
              {subject}
            </Link>
            <TicketStatus state={state} look="plain" />
          </li>
        ))}
      </ul>
      <Link to={queuePath({ queue: 'all', accountId: customer.account.id })} className="link small">
        {say('customer.allTickets')}
      </Link>
    </section>
  );
}

function Who({ customer }: PartProps) {
  const say = ticketsText();
  const time = useTimeText();
  const { can } = useAuth();
  const { id, name, since } = customer.account;
  return (
    <span className="grow">
      <b dir="auto">{can('users.manage') ? <Link to={`/users/edit-user/${id}`}>{name}</Link> : name}</b>
      <br />
      <span className="tiny quiet">{say('customer.since', { date: time(since, 'day') })}</span>
    </span>
  );
}

/** Who asks: known before one writes. Fills for itself, after the conversation. */
export function CustomerPane({ id, onClose }: { id: string; onClose: () => void }) {
  const say = ticketsText();
  const { data } = useQuery(ticketCustomerQuery(useApi(queueApi), id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls is reached by the keyboard
    <aside className={`${s.pane} ${s.customer}`} tabIndex={0} aria-label={say('queue.customer')}>
      <section className={s.who}>
        <Face name={data?.account.name ?? ''} size={40} />
        {data === undefined ? <Bone w={120} /> : <Who customer={data} />}
        <span className={s.toCustomer}>
          <IconButton size={40} aria-label={say('customer.hide')} onClick={onClose}>
            <IconX size={16} stroke={1.75} />
          </IconButton>
        </span>
      </section>
      {data !== undefined && (
        <>
          <section>
            <Facts customer={data} />
          </section>
          <Health customer={data} />
          <Meetings customer={data} />
          <Earlier customer={data} />
        </>
      )}
    </aside>
  );
}
