import { IconLogin2, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ResultIn } from '#kit/contract.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, moneyText } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi, useApis } from '#kit/ui/query/api.tsx';
import { moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton, RowLink } from '#kit/ui/link.tsx';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { TableColumn, DataTableProps, ListFilter } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { AccountRow } from '../account-views.contract.ts';
import type { usersCalls } from '../admin.contract.ts';
import { adminApi, usersQuery } from './admin-data.hook.ts';
import { AccountState } from './account-state.part.tsx';
import { ActAs } from './act-as.part.tsx';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { Balance } from './balance.part.tsx';
import { PlanStateWord } from './overview-states.part.tsx';
import { useSize } from './size.hook.ts';

const pathOf = (account: AccountRow): string => `/users/edit-user/${account.id}`;

const figure = (n: number) => (n === 0 ? <span className="quiet">–</span> : n);

/** Those that are hidden until somebody chooses them. */
function useRareColumns(): TableColumn<AccountRow>[] {
  const say = adminText();
  const when = useTimeText();
  return [
    {
      id: 'created',
      title: say('list.created'),
      sort: 'sortable',
      narrow: 'hide',
      optional: 'off',
      cell: ({ createdAt }) => <Time at={createdAt} />,
      text: ({ createdAt }) => when(createdAt, 'full'),
    },
    {
      id: 'vendor',
      title: say('list.vendor'),
      narrow: 'hide',
      optional: 'off',
      cell: ({ vendor }) => (vendor === null ? figure(0) : <bdi>{vendor.name}</bdi>),
      text: ({ vendor }) => vendor?.name ?? '',
    },
  ];
}

/** For readers who may see money. */
function useMoneyColumns(): TableColumn<AccountRow>[] {
  const say = adminText();
  const { locale } = useReader();
  const sums = ({ standing }: AccountRow) =>
    (standing?.owes ?? []).map(({ minor, currency }) => moneyText({ cents: minor, currency, tag: moneyTag(locale) }));
  return [
    {
      id: 'plan',
      title: say('list.plan'),
      narrow: 'hide',
      optional: 'on',
      cell: ({ standing }) =>
        standing?.plan == null ? (
          figure(0)
        ) : (
          <span className={s.name}>
            <bdi>{standing.plan.name}</bdi>
            {standing.plan.state !== 'active' && <PlanStateWord of={standing.plan.state} />}
          </span>
        ),
      text: ({ standing }) => standing?.plan?.name ?? '',
    },
    {
      id: 'balance',
      title: say('list.balance'),
      narrow: 'hide',
      optional: 'on',
      cell: ({ standing }) => ((standing?.owes.length ?? 0) === 0 ? figure(0) : <Balance owes={standing?.owes ?? []} />),
      text: (account) => sums(account).join(' '),
    },
  ];
}

type MoneyProps = { money: boolean };
function useColumns({ money }: MoneyProps): TableColumn<AccountRow>[] {
  const say = adminText();
  const moneyColumns = useMoneyColumns();
  const when = useTimeText();
  const size = useSize();
  const count = (id: 'rooms' | 'people' | 'meetings'): TableColumn<AccountRow> => ({
    id,
    title: say(`list.${id}`),
    align: 'end',
    narrow: 'hide',
    optional: 'on',
    cell: ({ usage }) => figure(usage[id]),
    text: ({ usage }) => String(usage[id]),
  });
  return [
    {
      id: 'name',
      title: say('list.name'),
      sort: 'sortable',
      lead: 'lead',
      phone: 'name',
      bone: 200,
      cell: (account) => (
        <span className={s.name}>
          <RowLink to={pathOf(account)} dir="auto">
            {account.name}
          </RowLink>
          <span className="tiny quiet">
            <DotLine>
              {account.owner?.name ?? say('list.noOwner')}
              {(account.owner ?? account.invited) !== null && <Ltr>{(account.owner ?? account.invited)?.email}</Ltr>}
            </DotLine>
          </span>
        </span>
      ),
      text: (account) => account.name,
    },
    {
      id: 'kind',
      title: say('list.kind'),
      narrow: 'hide',
      optional: 'on',
      cell: ({ kind }) => say(`kind.${kind}`),
      text: ({ kind }) => say(`kind.${kind}`),
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      cell: ({ state }) => <AccountState state={state} />,
      text: ({ state }) => say(`state.${state}`),
    },
    ...(money ? moneyColumns : []),
    count('rooms'),
    count('people'),
    count('meetings'),
    {
      id: 'storage',
      title: say('list.storage'),
      align: 'end',
      narrow: 'hide',
      optional: 'on',
      cell: ({ usage }) => (usage.recordedBytes === 0 ? figure(0) : size(usage.recordedBytes)),
      text: ({ usage }) => String(usage.recordedBytes),
    },
    {
      id: 'lastActive',
      title: say('list.lastActive'),
      phone: 'time',
      cell: ({ lastActiveAt }) =>
        lastActiveAt === null ? <span className="quiet">{say('list.never')}</span> : <Time at={lastActiveAt} />,
      text: ({ lastActiveAt }) => (lastActiveAt === null ? '' : when(lastActiveAt, 'full')),
    },
    ...useRareColumns(),
  ];
}

function useMoneyFilters(): ListFilter[] {
  const say = adminText();
  const { can } = useAuth();
  const apis = useApis();
  // the contract of plans weighs too much for the first load of a list
  const { data } = useQuery({
    queryKey: ['admin', 'users.plans'],
    enabled: can('plans.manage'),
    queryFn: async () => {
      const { plansCalls } = await import('#sales/plans/plans.contract.ts');
      return apis({ plans: plansCalls }).plans.list({ query: { kind: 'base', limit: 100 } });
    },
  });
  return [
    {
      id: 'balance',
      title: say('list.balance'),
      options: (['overdue', 'open'] as const).map((value) => ({ value, label: say(`balance.${value}`) })),
    },
    ...(data === undefined
      ? []
      : [{ id: 'plan', title: say('list.plan'), options: data.items.map(({ id, name }) => ({ value: id, label: name })) }]),
  ];
}

function useFilters({ money }: MoneyProps): ListFilter[] {
  const say = adminText();
  const { user } = useAuth();
  const ofMoney = useMoneyFilters();
  const kind: ListFilter = {
    id: 'kind',
    title: say('list.kind'),
    options: (['customer', 'vendor'] as const).map((value) => ({ value, label: say(`kind.${value}`) })),
  };
  const state: ListFilter = {
    id: 'state',
    title: say('list.state'),
    options: (['active', 'pending', 'suspended', 'closed'] as const).map((value) => ({ value, label: say(`state.${value}`) })),
  };
  return [...(user?.account?.kind === 'operator' ? [kind, state] : [state]), ...(money ? ofMoney : [])];
}

type Props = {
  list: ListControls;
  data: ResultIn<typeof usersCalls.list> | undefined;
  pending: boolean;
  stale?: NonNullable<DataTableProps<AccountRow>['stale']>;
};
export function AccountsList({ list, data, pending, stale }: Props) {
  const say = adminText();
  const api = useApi(adminApi);
  const navigate = useNavigate();
  const { can } = useAuth();
  const [actAs, setActAs] = useState<AccountRow | null>(null);
  const sight = { money: data?.rights.money === true };
  const columns = useColumns(sight);
  const filters = useFilters(sight);
  const mayAct = can('users.impersonate');
  return (
    <>
      <DataTable
        name="users"
        label={say('list.title')}
        list={list}
        columns={columns}
        rows={data?.items}
        rowId={(account) => account.id}
        rowName={(account) => account.name}
        page={{ next: data?.next ?? null, ...(data === undefined ? {} : { total: data.total }) }}
        pending={pending}
        {...(stale !== undefined && { stale })}
        filters={filters}
        onOpen={(account) => void navigate(pathOf(account))}
        searchLabel={say('list.search')}
        csv={{ file: 'accounts.csv', page: (at) => usersQuery(api, at).queryFn() }}
        actions={(account) => (
          <RowMenu label={say('list.menu', { name: account.name })}>
            {() => (
              <>
                <MenuItem leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => void navigate(pathOf(account))}>
                  {say('list.open')}
                </MenuItem>
                {mayAct && account.state === 'active' && account.owner !== null && (
                  <MenuItem
                    leftSection={<IconLogin2 size={16} stroke={1.75} className="turn" />}
                    onClick={() => setActAs(account)}
                  >
                    {say('account.actFor')}
                  </MenuItem>
                )}
              </>
            )}
          </RowMenu>
        )}
        empty={
          <EmptyState
            title={say('list.emptyTitle')}
            text={say(data?.rights.create === false ? 'list.emptyVendor' : 'list.emptyText')}
          >
            {data?.rights.create === true && <LinkButton to="/users/add-user">{say('list.add')}</LinkButton>}
          </EmptyState>
        }
      />
      {actAs !== null && <ActAs account={actAs} onClose={() => setActAs(null)} />}
    </>
  );
}
