import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton, RowLink } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { IssueItem } from '../tickets-views.contract.ts';
import { IssueStatus } from './blocks/ticket-status.part.tsx';
import s from './ticket.module.css';
import { issueFilters, issuePath, issuesApi, issuesQuery, issuesShape, newIssuePath } from './tickets-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

const isSettled = ({ state }: IssueItem): boolean => state === 'solved' || state === 'closed';

/** Subject and number, its last words below; unread is a dot and a word for who listens. */
function SubjectCell({ issue }: { issue: IssueItem }) {
  const say = ticketsText();
  return (
    <span className={s.name}>
      <span className={`${s.subject} ${isSettled(issue) ? s.quietRow : ''}`}>
        <RowLink to={issuePath(issue.id)} className="cut" dir="auto">
          {issue.subject}
        </RowLink>
        <span className="tiny quiet">
          <Ltr>#{issue.number}</Ltr>
        </span>
        {issue.unread && (
          <span className={s.unread}>
            <span className="hidden">{say('list.unread')}</span>
          </span>
        )}
      </span>
      <span className="tiny quiet cut" dir="auto">
        {issue.last}
      </span>
    </span>
  );
}

function useColumns(): TableColumn<IssueItem>[] {
  const say = ticketsText();
  const time = useTimeText();
  return [
    {
      id: 'subject',
      title: say('list.ticket'),
      lead: 'lead',
      phone: 'name',
      text: ({ number, subject }) => `#${number} ${subject}`,
      cell: (issue) => <SubjectCell issue={issue} />,
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      text: ({ state }) => say(`state.${state}`),
      cell: ({ state }) => <IssueStatus state={state} look="plain" />,
    },
    {
      id: 'category',
      title: say('list.category'),
      narrow: 'hide',
      text: ({ category }) => say(`category.${category}`),
      cell: ({ category }) => say(`category.${category}`),
    },
    {
      id: 'requester',
      title: say('list.openedBy'),
      narrow: 'hide',
      text: ({ requester }) => requester.name,
      cell: ({ requester }) => <bdi>{requester.me ? say('list.you') : requester.name}</bdi>,
    },
    {
      id: 'updated',
      title: say('list.updated'),
      phone: 'time',
      text: ({ updatedAt }) => time(updatedAt, 'full'),
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ];
}

/** My tickets, and for those who lead the account those of everybody in it. */
export function MyTickets() {
  const say = ticketsText();
  const navigate = useNavigate();
  const { can } = useAuth();
  const list = useListState(issuesShape);
  const api = useApi(issuesApi);
  const query = useQuery({ ...issuesQuery(api, list), placeholderData: (before) => before });
  const columns = useColumns();
  useLiveRefresh({ area: 'issues', kinds: ['ticket'] });
  const creates = can('tickets.create');
  useShortcut('c', () => creates && void navigate(newIssuePath));
  const page = query.data;
  const add = creates && (
    <LinkButton to={newIssuePath} variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
      {say('list.add')}
    </LinkButton>
  );
  const whose = { id: 'whose', title: say('list.whose'), options: [{ value: 'account', label: say('list.account') }] };
  const states = issueFilters.map((value) => ({ value, label: say(`list.${value}`) }));
  return (
    <>
      <PageHead
        title={say('list.title')}
        sub={page !== undefined && page.yourTurn > 0 ? say('list.yourTurn', { count: page.yourTurn }) : undefined}
      >
        {add}
      </PageHead>
      <DataTable
        name="issues"
        label={say('list.title')}
        list={list}
        columns={columns}
        rows={page?.items}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[{ id: 'state', title: say('list.state'), options: states }, ...(page?.rights.account === true ? [whose] : [])]}
        onOpen={({ id }) => void navigate(issuePath(id))}
        searchLabel={say('list.search')}
        csv={{ file: 'tickets.csv', page: (at) => issuesQuery(api, at).queryFn() }}
        empty={
          <EmptyState title={say('list.emptyTitle')} text={say('list.emptyText')}>
            {add}
          </EmptyState>
        }
      />
    </>
  );
}
