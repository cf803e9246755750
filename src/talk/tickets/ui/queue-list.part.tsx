import { Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { type ListControls, useListState } from '#kit/ui/table/list-state.ts';
import type { ListFilter } from '#kit/ui/table/table-shape.ts';
import { ticketCategories, ticketPriorities } from '../tickets.rules.ts';
import { DeskMenu } from './desk-menu.part.tsx';
import { QueueBulk } from './queue-bulk.part.tsx';
import { TakeButton, useQueueColumns } from './queue-columns.part.tsx';
import s from './queue.module.css';
import {
  filterOf,
  queueApi,
  queueOf,
  queuePath,
  queueShape,
  ticketDeskQuery,
  ticketListQuery,
  ticketStaffQuery,
} from './queue-data.hook.ts';
import { QueueViews } from './queue-views.part.tsx';
import { useTicketSteps } from './ticket-steps.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

const DeskDialog = loadable(async () => (await import('./desk-dialog.part.tsx')).DeskDialog);

function useFilters(): ListFilter[] {
  const say = ticketsText();
  const staff = useQuery(ticketStaffQuery(useApi(queueApi))).data?.items ?? [];
  return [
    {
      id: 'category',
      title: say('list.category'),
      options: ticketCategories.map((value) => ({ value, label: say(`category.${value}`) })),
    },
    {
      id: 'priority',
      title: say('queue.priority'),
      options: ticketPriorities.map((value) => ({ value, label: say(`priority.${value}`) })),
    },
    { id: 'assignee', title: say('queue.assignee'), options: staff.map(({ userId, name }) => ({ value: userId, label: name })) },
    // set by a saved view or a link alone
    { id: 'tag', title: say('queue.tags'), options: [] },
  ];
}

/** A queue alone narrows nothing: it is a list of its own, with words for when it is empty. */
function useQueueList(): ListControls {
  const list = useListState(queueShape);
  const navigate = useNavigate();
  const { queue: _queue, ...others } = list.filters;
  return {
    ...list,
    narrowed: list.q !== '' || Object.values(others).some((values) => values.length > 0),
    clear: () => void navigate(queuePath({ queue: queueOf(list) })),
  };
}

/** The queue: views at the start, the most urgent ticket on top. */
export function QueueList() {
  const say = ticketsText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { user } = useAuth();
  const list = useQueueList();
  const api = useApi(queueApi);
  const query = useQuery({ ...ticketListQuery(api, list), placeholderData: (before) => before });
  const views = useQuery(ticketDeskQuery(api)).data?.views ?? [];
  const steps = useTicketSteps();
  const [dialog, setDialog] = useState<'none' | 'desk'>('none');
  const pathOf = (id: string) => {
    const next = new URLSearchParams(search);
    next.set('ticket', id);
    return `/issues/list?${next}`;
  };
  const columns = useQueueColumns(pathOf);
  const filters = useFilters();
  const filter = filterOf(list);
  const name = views.find((view) => queuePath(view.filter) === queuePath(filter))?.name ?? say(`queues.${filter.queue}`);
  usePageTitle(say('queue.title'));
  const open = (id: string) => void navigate(pathOf(id));
  const takeNext = async () => {
    const id = await steps.takeNext();
    if (id !== null) open(id);
  };
  useShortcut('n', () => void takeNext());
  const page = query.data;
  return (
    <div className={s.panes}>
      <div className={`${s.pane} ${s.start}`}>
        <QueueViews here={queuePath(filter)} />
      </div>
      <div className={`${s.pane} ${s.main}`}>
        <PageHead title={<bdi>{name}</bdi>}>
          <DeskMenu filter={filter} onDesk={() => setDialog('desk')} />
          <Button
            variant="filled"
            leftSection={<IconPlayerTrackNext size={16} stroke={1.75} className="turn" />}
            onClick={() => void takeNext()}
          >
            {say('queue.takeNext')}
          </Button>
        </PageHead>
        {steps.trouble !== null && <Banner hue="red">{steps.trouble}</Banner>}
        <DataTable
          name="tickets"
          label={name}
          list={list}
          columns={columns}
          rows={page?.items}
          rowId={({ id }) => id}
          rowName={({ subject }) => subject}
          page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
          pending={query.isPending}
          {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
          filters={filters}
          actions={(ticket) => (
            <TakeButton ticket={ticket} onTake={(id) => user !== null && void steps.change(id, { assigneeId: user.id })} />
          )}
          bulk={(ids, clear) => <QueueBulk onChange={(change) => void steps.changeAll(ids, change).then(clear)} />}
          onOpen={({ id }) => open(id)}
          searchLabel={say('queue.search')}
          csv={{ file: 'tickets.csv', page: (at) => ticketListQuery(api, at).queryFn() }}
          empty={<EmptyState title={say('queue.emptyTitle')} text={say(`queueEmpty.${filter.queue}`)} />}
        />
      </div>
      <Suspense>{dialog === 'desk' && <DeskDialog onClose={() => setDialog('none')} />}</Suspense>
    </div>
  );
}
