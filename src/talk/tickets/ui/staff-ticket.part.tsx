import { Button } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { TicketDetail } from '../tickets-views.contract.ts';
import { Conversation } from './conversation.part.tsx';
import { DueClock } from './due-clock.part.tsx';
import { AboutThing, SnapshotButton } from './issue-side.part.tsx';
import { Assignee, TicketTags } from './queue-columns.part.tsx';
import s from './queue.module.css';
import { StaffWriter } from './staff-writer.part.tsx';
import t from './ticket.module.css';
import { TicketMenu } from './ticket-menu.part.tsx';
import { TicketTasks } from './ticket-tasks.hook.ts';
import { TicketStatus } from './blocks/ticket-status.part.tsx';
import { type TicketSteps, useTicketSteps } from './ticket-steps.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';

type HeadProps = { ticket: TicketDetail; back: ReactNode; steps: TicketSteps; onCustomer: () => void };
function Head({ ticket, back, steps, onCustomer }: HeadProps) {
  const say = ticketsText();
  const time = useTimeText();
  const { user } = useAuth();
  const Tasks = use(TicketTasks);
  const { promise, holdUntil, priority } = ticket;
  return (
    <header className={s.ticketHead}>
      {back}
      <div className="grow">
        <h1 dir="auto">{ticket.subject}</h1>
        <div className={s.under}>
          <TicketStatus state={ticket.state} look="plain" />
          <Ltr>#{ticket.number}</Ltr>
          {holdUntil === null ? (
            <DueClock due={promise.dueAt} kind={promise.kind} look="line" />
          ) : (
            <span>{say('queue.until', { date: time(holdUntil, 'full') })}</span>
          )}
          <Assignee ticket={ticket} />
          {priority !== 'normal' && <b className="strong">{say(`priority.${priority}`)}</b>}
          <TicketTags tags={ticket.tags} />
        </div>
      </div>
      <div className={s.heads}>
        {ticket.assignee === null && user !== null && (
          <Button onClick={() => void steps.change(ticket.id, { assigneeId: user.id })}>{say('queue.take')}</Button>
        )}
        {Tasks !== null && <Tasks ticket={ticket} />}
        <TicketMenu ticket={ticket} onChange={(change) => void steps.change(ticket.id, change)} />
        <span className={s.toCustomer}>
          <IconButton look="default" aria-label={say('customer.show')} onClick={onCustomer}>
            <IconUserCircle size={16} stroke={1.75} />
          </IconButton>
        </span>
      </div>
    </header>
  );
}

/** What the customer said of it when the ticket was opened. */
function About({ ticket }: { ticket: TicketDetail }) {
  const say = ticketsText();
  return (
    <dl className={`${t.facts} ${s.about}`}>
      <dt>{say('list.category')}</dt>
      <dd>{say(`category.${ticket.category}`)}</dd>
      <dt>{say('list.impact')}</dt>
      <dd>{say(`impact.${ticket.impact}`)}</dd>
      <AboutThing about={ticket.about} />
      {ticket.snapshot !== null && (
        <>
          <dt>{say('ticket.snapshot')}</dt>
          <dd>
            <SnapshotButton snapshot={ticket.snapshot} />
          </dd>
        </>
      )}
    </dl>
  );
}

type StaffTicketProps = { ticket: TicketDetail; back: ReactNode; onCustomer: () => void };
/** The conversation, with the writer under it. */
export function StaffTicket({ ticket, back, onCustomer }: StaffTicketProps) {
  const say = ticketsText();
  const steps = useTicketSteps();
  const pane = useRef<HTMLElement>(null);
  const last = ticket.entries.at(-1)?.id;
  // the newest message is what one answers
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new entry
  useEffect(() => {
    pane.current?.scrollTo(0, pane.current.scrollHeight);
  }, [last]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls is reached by the keyboard
    <section ref={pane} className={`${s.pane} ${s.ticket}`} tabIndex={0} aria-label={say('talk.title')}>
      <Head ticket={ticket} back={back} steps={steps} onCustomer={onCustomer} />
      {steps.trouble !== null && <Banner hue="red">{steps.trouble}</Banner>}
      <div className={s.conversation}>
        <About ticket={ticket} />
        <Conversation ticketId={ticket.id} entries={ticket.entries} />
      </div>
      {ticket.rights.answer && <StaffWriter ticket={ticket} />}
    </section>
  );
}
