import { Button } from '@mantine/core';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { TicketItem } from '../tickets-views.contract.ts';
import { DueClock } from './due-clock.part.tsx';
import s from './queue.module.css';
import { TicketStatus } from './blocks/ticket-status.part.tsx';
import { ticketsText } from './tickets-text.hook.ts';

/** Tags of staff; nothing where there are none. */
export function TicketTags({ tags }: { tags: readonly string[] }) {
  const say = ticketsText();
  if (tags.length === 0) return null;
  return (
    <ul className={s.tags} aria-label={say('queue.tags')}>
      {tags.map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
    </ul>
  );
}

function TicketCell({ ticket, to }: { ticket: TicketItem; to: string }) {
  const say = ticketsText();
  return (
    <span className={`${s.two} ${s.lead}`}>
      <RowLink to={to} className="cut" dir="auto">
        {ticket.subject}
      </RowLink>
      <span className="row tiny quiet">
        <Ltr>#{ticket.number}</Ltr>
        <span>{say(`category.${ticket.category}`)}</span>
        {ticket.priority !== 'normal' && <b className="strong">{say(`priority.${ticket.priority}`)}</b>}
        <TicketTags tags={ticket.tags} />
      </span>
    </span>
  );
}

export function Assignee({ ticket }: { ticket: Pick<TicketItem, 'assignee'> }) {
  const say = ticketsText();
  if (ticket.assignee === null) return <span className="quiet">{say('queue.nobody')}</span>;
  return (
    <span className={s.assignee}>
      <Face name={ticket.assignee.name} size={20} />
      <bdi>{ticket.assignee.me ? say('list.you') : ticket.assignee.name}</bdi>
    </span>
  );
}

export function useQueueColumns(pathOf: (id: string) => string): TableColumn<TicketItem>[] {
  const say = ticketsText();
  const time = useTimeText();
  return [
    {
      id: 'due',
      title: say('queue.timeLeft'),
      phone: 'time',
      text: ({ promise }) => (promise.dueAt === null ? '' : time(promise.dueAt, 'full')),
      cell: ({ promise }) => <DueClock due={promise.dueAt} kind={promise.kind} look="row" />,
    },
    {
      id: 'ticket',
      title: say('list.ticket'),
      lead: 'lead',
      phone: 'name',
      text: ({ number, subject }) => `#${number} ${subject}`,
      cell: (ticket) => <TicketCell ticket={ticket} to={pathOf(ticket.id)} />,
    },
    {
      id: 'account',
      title: say('queue.customer'),
      narrow: 'hide',
      text: ({ account }) => account.name,
      cell: ({ account, requester }) => (
        <span className={s.two}>
          <bdi>{account.name}</bdi>
          <bdi className="tiny quiet">{requester}</bdi>
        </span>
      ),
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      text: ({ state }) => say(`staffState.${state}`),
      cell: ({ state }) => <TicketStatus state={state} look="plain" />,
    },
    {
      id: 'last',
      title: say('queue.last'),
      optional: 'off',
      text: ({ updatedAt }) => time(updatedAt, 'full'),
      cell: ({ lastFrom, updatedAt }) => (
        <span className={s.two}>
          <Time at={updatedAt} />
          <span className="tiny quiet">{say(`queue.from.${lastFrom}`)}</span>
        </span>
      ),
    },
  ];
}

type TakeProps = { ticket: TicketItem; onTake: (id: string) => void };
/** The one action of a row, to take it; else who has it. */
export function TakeButton({ ticket, onTake }: TakeProps) {
  const say = ticketsText();
  if (ticket.assignee !== null) return <Assignee ticket={ticket} />;
  if (ticket.state !== 'new' && ticket.state !== 'open') return null;
  return (
    <Button size="xs" aria-label={say('queue.takeOf', { subject: ticket.subject })} onClick={() => onTake(ticket.id)}>
      {say('queue.take')}
    </Button>
  );
}
