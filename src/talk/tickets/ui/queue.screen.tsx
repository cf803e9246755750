import { type ComponentType, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { readListState } from '#kit/ui/table/list-state.ts';
import {
  isUnknownMails,
  openTicketOf,
  queueApi,
  queueShape,
  ticketCountsQuery,
  ticketCustomerQuery,
  ticketDeskQuery,
  ticketListQuery,
  ticketQuery,
  ticketStaffQuery,
  unknownMailsQuery,
  unknownMailsShape,
} from './queue-data.hook.ts';
import { TicketTasks, type TicketTasksProps } from './ticket-tasks.hook.ts';

const QueueList = loadable(async () => (await import('./queue-list.part.tsx')).QueueList);
const UnknownMails = loadable(async () => (await import('./unknown-mails.part.tsx')).UnknownMails);
const QueueTicket = loadable(async () => (await import('./queue-ticket.part.tsx')).QueueTicket);

export const load = async ({ api, queries, url }: LoadContext) => {
  const client = api(queueApi);
  const id = openTicketOf(url.searchParams);
  if (id === null && isUnknownMails(url.searchParams)) {
    await Promise.all([
      queries.ensureQueryData(unknownMailsQuery(client, readListState(url.searchParams, unknownMailsShape))),
      queries.ensureQueryData(ticketDeskQuery(client)),
      queries.ensureQueryData(ticketCountsQuery(client)),
      UnknownMails.preload(),
    ]);
    return null;
  }
  await Promise.all([
    queries.ensureQueryData(ticketListQuery(client, readListState(url.searchParams, queueShape))),
    queries.ensureQueryData(ticketDeskQuery(client)),
    queries.ensureQueryData(ticketStaffQuery(client)),
    ...(id === null
      ? [queries.ensureQueryData(ticketCountsQuery(client)), QueueList.preload()]
      : [
          queries.ensureQueryData(ticketQuery(client, id)),
          queries.ensureQueryData(ticketCustomerQuery(client, id)),
          QueueTicket.preload(),
        ]),
  ]);
  return null;
};

/** `/issues/list`: the queue of those who answer, one ticket of it between its list and its customer, or mails of unknown senders. */
export function Screen() {
  const [search] = useSearchParams();
  const id = openTicketOf(search);
  useLiveRefresh({ area: 'ticket', kinds: ['ticket'] });
  if (id !== null)
    return (
      <Suspense>
        <QueueTicket id={id} />
      </Suspense>
    );
  return <Suspense>{isUnknownMails(search) ? <UnknownMails /> : <QueueList />}</Suspense>;
}

export const queueScreen = (Tasks: ComponentType<TicketTasksProps>): ScreenModule => ({
  Screen: () => (
    <TicketTasks value={Tasks}>
      <Screen />
    </TicketTasks>
  ),
  load,
});
