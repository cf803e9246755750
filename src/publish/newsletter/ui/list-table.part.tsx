import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Tag } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ListView } from '../lists.contract.ts';
import s from './desk.module.css';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import { deskApi, listsQuery, listsShape, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const ListDialog = loadable(async () => (await import('./list-dialog.part.tsx')).ListDialog);

function useColumns(): TableColumn<ListView>[] {
  const say = newsletterText();
  const { locale } = useReader();
  const number = (n: number) => say('desk.number', { n });
  return [
    {
      id: 'name',
      title: say('lists.name'),
      lead: 'lead',
      phone: 'name',
      text: (one) => nameIn(one.names, locale),
      cell: (one) => (
        <span className={s.name}>
          <b className="strong" dir="auto">
            {nameIn(one.names, locale)}
          </b>
          <span className="tiny quiet" dir="auto">
            {`${nameIn(one.descriptions, locale)} ${nameIn(one.rhythms, locale)}`.trim()}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      title: say('lists.state'),
      phone: 'state',
      text: (one) => say(one.archived ? 'lists.archived' : 'lists.open'),
      cell: (one) => <Tag hue={one.archived ? 'grey' : 'green'}>{say(one.archived ? 'lists.archived' : 'lists.open')}</Tag>,
    },
    {
      id: 'confirmed',
      title: say('lists.confirmed'),
      align: 'end',
      text: (one) => String(one.confirmed),
      cell: (one) => number(one.confirmed),
    },
    {
      id: 'pending',
      title: say('lists.pending'),
      align: 'end',
      narrow: 'hide',
      text: (one) => String(one.pending),
      cell: (one) => number(one.pending),
    },
  ];
}

/** The lists in the order in which visitors see them. */
export function ListTable({ head }: { head: (action?: ReactNode) => ReactNode }) {
  const say = newsletterText();
  const api = useApi(deskApi);
  const failureText = useFailureText(say);
  const refresh = useDeskRefresh();
  const { locale } = useReader();
  const state = useListState(listsShape);
  const query = useQuery(listsQuery(api));
  const columns = useColumns();
  const [editing, setEditing] = useState<ListView | 'new' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const rows = query.data?.items;
  const archive = async (one: ListView) => {
    setFailure(null);
    await api.newsletterLists
      .edit({ params: { id: one.id }, body: { revision: one.revision, archived: !one.archived } })
      .catch((error: unknown) => setFailure(failureText(error)));
    await refresh();
  };
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setEditing('new')}>
      {say('lists.add')}
    </Button>
  );
  return (
    <>
      {head((rows === undefined || rows.length > 0) && add)}
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <DataTable
        name="lists"
        label={say('desk.lists')}
        list={state}
        columns={columns}
        rows={rows}
        rowId={(one) => one.id}
        rowName={(one) => nameIn(one.names, locale)}
        page={{ next: null, total: rows?.length }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        actions={(one) => (
          <span className={s.acts}>
            <Button size="xs" mih={44} variant="subtle" onClick={() => void archive(one)}>
              {say(one.archived ? 'lists.unarchive' : 'lists.archive')}
            </Button>
            <Button size="xs" mih={44} variant="subtle" onClick={() => setEditing(one)}>
              {say('lists.edit')}
            </Button>
          </span>
        )}
        onOpen={setEditing}
        empty={
          <EmptyState title={say('lists.emptyTitle')} text={say('lists.emptyText')}>
            {add}
          </EmptyState>
        }
      />
      <Suspense>
        {editing !== null && <ListDialog list={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      </Suspense>
    </>
  );
}
