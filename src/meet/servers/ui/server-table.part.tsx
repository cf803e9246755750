import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Tag } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import type { TableColumn, ListFilter } from '#kit/ui/table/table-shape.ts';
import type { ServerItem } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { healths, serverStates } from '../servers.rules.ts';
import { Load, Spark } from './server-figures.part.tsx';
import { ServerMenu } from './server-menu.part.tsx';
import { StateCell, useStateReason } from './server-state.part.tsx';
import { useServerName } from './blocks/server-name.hook.ts';
import { hostOf, isSilent, loadPercent } from './server-words.hook.ts';
import { serversApi, serversListQuery } from './servers-data.hook.ts';
import { type ServersSay, serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type ListedServers = ResultIn<typeof serversCalls.list>;
type ServerCells = {
  say: ServersSay;
  busiest: number;
  onOpen: (id: string) => void;
  reason: (server: ServerItem) => string | null;
  nameOf: (name: string) => string;
};

function stateColumns({ say, onOpen, reason, busiest, nameOf }: ServerCells): TableColumn<ServerItem>[] {
  return [
    {
      id: 'name',
      title: say('list.server'),
      lead: 'lead',
      phone: 'name',
      sort: 'sortable',
      text: (one) => nameOf(one.name),
      cell: (one) => (
        <button type="button" className={s.name ?? ''} data-server={one.id} onClick={() => onOpen(one.id)}>
          <bdi className={s.cut ?? ''}>{nameOf(one.name)}</bdi>
          <Ltr className={`tiny quiet ${s.cut}`}>{hostOf(one.url)}</Ltr>
        </button>
      ),
    },
    {
      id: 'state',
      title: say('list.state'),
      text: (one) => [say(`state.${one.state}`), say(`health.${one.health}`), reason(one) ?? ''].join(' · '),
      phone: 'state',
      cell: (one) => <StateCell server={one} />,
    },
    {
      id: 'load',
      title: say('list.load'),
      sort: 'sortable',
      bone: 120,
      text: (one) => (isSilent(one) ? '' : `${loadPercent(one) ?? Math.round(one.load)}`),
      phone: 'time',
      cell: (one) => (isSilent(one) ? null : <Load server={one} busiest={busiest} />),
    },
  ];
}

function figureColumns({ say }: ServerCells): TableColumn<ServerItem>[] {
  const figure = (id: 'people' | 'meetings'): TableColumn<ServerItem> => ({
    id,
    title: say(`list.${id}`),
    align: 'end',
    sort: 'sortable',
    narrow: 'hide',
    text: (one) => (isSilent(one) ? '' : String(one[id])),
    cell: (one) => (isSilent(one) ? null : <Ltr>{say('figure.number', { count: one[id] })}</Ltr>),
  });
  return [
    {
      id: 'day',
      title: say('list.day'),
      narrow: 'hide',
      bone: 104,
      cell: (one) => <Spark day={one.day} hue={one.health === 'degraded' ? 'amber-dot' : 'accent-text'} />,
    },
    figure('people'),
    figure('meetings'),
    {
      id: 'version',
      title: say('list.version'),
      narrow: 'hide',
      optional: 'on',
      text: (one) => one.version ?? '',
      cell: (one) => (one.version === null ? null : <Ltr>{one.version}</Ltr>),
    },
    {
      id: 'region',
      title: say('drawer.region'),
      narrow: 'hide',
      optional: 'on',
      text: (one) => one.region ?? '',
      cell: (one) => (one.region === null ? null : <bdi className={s.cut}>{one.region}</bdi>),
    },
    {
      id: 'tags',
      title: say('drawer.tags'),
      narrow: 'hide',
      optional: 'on',
      text: (one) => one.tags.join(', '),
      cell: (one) =>
        one.tags.length === 0 ? null : (
          <span className="row">
            {one.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        ),
    },
  ];
}

function filtersOf(say: ServersSay, pool: ListedServers['pool'] | undefined): ListFilter[] {
  const words = (all: readonly string[]) => all.map((value) => ({ value, label: value }));
  return [
    { id: 'state', title: say('list.state'), options: serverStates.map((value) => ({ value, label: say(`state.${value}`) })) },
    { id: 'health', title: say('list.health'), options: healths.map((value) => ({ value, label: say(`health.${value}`) })) },
    ...(pool === undefined || pool.tags.length === 0 ? [] : [{ id: 'tag', title: say('list.tag'), options: words(pool.tags) }]),
    ...(pool === undefined || pool.pools.length === 0
      ? []
      : [{ id: 'pool', title: say('list.pool'), options: words(pool.pools) }]),
  ];
}

type Props = { list: ListControls; query: UseQueryResult<ListedServers>; onOpen: (id: string) => void; empty: ReactNode };

export function ServerTable({ list, query, onOpen, empty }: Props) {
  const say = serversText();
  const api = useApi(serversApi);
  const reason = useStateReason();
  const nameOf = useServerName();
  const items = query.data?.items;
  const cells = {
    say,
    onOpen,
    reason,
    nameOf,
    busiest: Math.max(0, ...(items ?? []).map((one) => Math.max(one.load, one.predicted))),
  };
  return (
    <DataTable
      name="servers"
      label={say('list.title')}
      list={list}
      columns={[...stateColumns(cells), ...figureColumns(cells)]}
      rows={items}
      rowId={(one) => one.id}
      rowName={(one) => nameOf(one.name)}
      page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
      pending={query.isPending}
      {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
      filters={filtersOf(say, query.data?.pool)}
      searchLabel={say('list.search')}
      csv={{ file: 'servers.csv', page: (at) => serversListQuery(api, at).queryFn() }}
      onOpen={(one) => onOpen(one.id)}
      actions={(one) => <ServerMenu server={one} />}
      empty={empty}
    />
  );
}
