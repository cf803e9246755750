import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { TicketItem } from '../tickets-views.contract.ts';
import { CustomerPane } from './customer-pane.part.tsx';
import { DueClock } from './due-clock.part.tsx';
import s from './queue.module.css';
import { filterOf, queueApi, queueShape, ticketListQuery, ticketQuery } from './queue-data.hook.ts';
import { StaffTicket } from './staff-ticket.part.tsx';
import { ticketsText } from './tickets-text.hook.ts';

type QueueNeighbours = { items: readonly TicketItem[]; back: string; pathOf: (id: string) => string };
/** The list that the ticket was opened from, as the address says it. */
function useNeighbours(): QueueNeighbours {
  const [search] = useSearchParams();
  const { data } = useQuery({
    ...ticketListQuery(useApi(queueApi), readListState(search, queueShape)),
    placeholderData: (before) => before,
  });
  const withTicket = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('ticket');
    else next.set('ticket', id);
    return next.size === 0 ? '/issues/list' : `/issues/list?${next}`;
  };
  return { items: data?.items ?? [], back: withTicket(null), pathOf: withTicket };
}

function ListPane({ id, neighbours }: { id: string; neighbours: QueueNeighbours }) {
  const say = ticketsText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { items, back, pathOf } = neighbours;
  const at = items.findIndex((one) => one.id === id);
  const go = (step: 1 | -1) => {
    // a ticket that left the list is followed by the first of it
    const next = items[at === -1 ? 0 : at + step];
    if (next !== undefined) void navigate(pathOf(next.id));
  };
  useShortcut('j', () => go(1));
  useShortcut('k', () => go(-1));
  const name = say(`queues.${filterOf(readListState(search, queueShape)).queue}`);
  return (
    <nav className={`${s.pane} ${s.start}`} aria-label={name}>
      <div className={s.paneHead}>
        <Link to={back} className="grow strong small">
          {name}
        </Link>
        <IconButton aria-label={say('queue.previous')} disabled={at <= 0} onClick={() => go(-1)}>
          <IconChevronUp size={16} stroke={1.75} />
        </IconButton>
        <IconButton aria-label={say('queue.next')} disabled={at !== -1 && at >= items.length - 1} onClick={() => go(1)}>
          <IconChevronDown size={16} stroke={1.75} />
        </IconButton>
      </div>
      <ul className={s.list}>
        {items.map((ticket) => (
          <li key={ticket.id}>
            <Link to={pathOf(ticket.id)} aria-current={ticket.id === id ? 'page' : undefined}>
              <b dir="auto">{ticket.subject}</b>
              <span className={s.line}>
                <bdi className="cut">{ticket.account.name}</bdi>
                {ticket.promise.dueAt !== null && <DueClock due={ticket.promise.dueAt} kind={ticket.promise.kind} look="line" />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A ticket between the list that it was opened from and its customer: nothing has to be opened to answer it well. */
export function QueueTicket({ id }: { id: string }) {
  const say = ticketsText();
  const neighbours = useNeighbours();
  const [shown, setShown] = useState<'ticket' | 'customer'>('ticket');
  const { data: ticket } = useQuery(ticketQuery(useApi(queueApi), id));
  usePageTitle(ticket === undefined ? say('queue.title') : `#${ticket.number}`);
  return (
    <div className={s.panes} data-open data-shown={shown}>
      <ListPane id={id} neighbours={neighbours} />
      {ticket !== undefined && (
        <StaffTicket
          key={ticket.id}
          ticket={ticket}
          back={
            <Link to={neighbours.back} aria-label={say('queue.back')} className={s.back}>
              <IconArrowLeft size={18} stroke={1.75} className="turn" />
            </Link>
          }
          onCustomer={() => setShown('customer')}
        />
      )}
      <CustomerPane id={id} onClose={() => setShown('ticket')} />
    </div>
  );
}
