import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatMoney } from '#kit/money.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton, RowLink } from '#kit/ui/link.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { PlanItem } from '../plans.contract.ts';
import { visibilities } from '../plans.rules.ts';
import { PlanState } from './plan-acts.part.tsx';
import { plansApi, plansQuery, usePlansList, usePlansRefresh } from './plans-data.hook.ts';
import { type PlansSay, plansText } from './plans-text.hook.ts';

type PriceWords = { say: PlansSay; locale: string };
/** One price of each currency with its period; a year's only where no month is sold. */
const pricesOf = ({ prices }: PlanItem, { say, locale }: PriceWords): string[] =>
  prices
    .filter(
      ({ currency, period }) => period !== 'year' || prices.every((one) => one.currency !== currency || one.period === 'year'),
    )
    .map(({ amount, currency, period }) =>
      say('list.price', { period, amount: formatMoney({ minor: BigInt(amount), currency }, locale) }),
    );

const columnsOf = ({ say, locale }: PriceWords): TableColumn<PlanItem>[] => [
  {
    id: 'name',
    title: say('list.name'),
    lead: 'lead',
    phone: 'name',
    text: (one) => one.name,
    cell: (one) => (
      <RowLink to={`/subscription-plans/edit-plan/${one.id}`} dir="auto">
        {one.name}
      </RowLink>
    ),
  },
  {
    id: 'kind',
    title: say('list.kind'),
    narrow: 'hide',
    text: (one) => say(`kind.${one.kind}`),
    cell: (one) => say(`kind.${one.kind}`),
  },
  {
    id: 'visibility',
    title: say('list.visibility'),
    phone: 'state',
    text: (one) => say(`visibility.${one.prices.length === 0 ? 'draft' : one.visibility}`),
    cell: (one) => <PlanState visibility={one.visibility} draft={one.prices.length === 0} />,
  },
  {
    id: 'version',
    title: say('list.version'),
    align: 'end',
    narrow: 'hide',
    text: (one) => String(one.version),
    cell: (one) => say('list.number', { n: one.version }),
  },
  {
    id: 'prices',
    title: say('list.prices'),
    phone: 'time',
    text: (one) => pricesOf(one, { say, locale }).join(' · '),
    cell: (one) => <DotLine>{pricesOf(one, { say, locale })}</DotLine>,
  },
];

/** The plan after which one comes that moves one place up or down; undefined: it cannot move. */
function behind(rows: readonly PlanItem[], at: number, by: -1 | 1): string | null | undefined {
  if (by === 1) return rows[at + 1]?.id;
  return at <= 0 ? undefined : (rows[at - 2]?.id ?? null);
}

/** Up and down; they need the whole order in sight. */
function Moves({ rows, plan }: { rows: readonly PlanItem[]; plan: PlanItem }) {
  const say = plansText();
  const api = useApi(plansApi);
  const refresh = usePlansRefresh();
  const at = rows.indexOf(plan);
  const move = async (after: string | null) => {
    await api.plans.move({ params: { id: plan.id }, body: { after } });
    await refresh();
  };
  return ([-1, 1] as const).map((by) => {
    const after = behind(rows, at, by);
    return (
      <ActionIcon
        key={by}
        size={44}
        variant="subtle"
        disabled={after === undefined}
        aria-label={say(by === -1 ? 'list.up' : 'list.down', { name: plan.name })}
        onClick={() => void (after !== undefined && move(after))}
      >
        {by === -1 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
      </ActionIcon>
    );
  });
}

/** What the operator sells, in the order in which it is offered. */
export function PlanList({ head }: { head: (action?: ReactNode) => ReactNode }) {
  const say = plansText();
  const api = useApi(plansApi);
  const navigate = useNavigate();
  const { locale } = useReader();
  const list = usePlansList();
  const query = useQuery({ ...plansQuery(api, list), placeholderData: (before) => before });
  const page = query.data;
  const whole = !list.narrowed && list.after === null && page?.next === null;
  const add = (
    <LinkButton to="/subscription-plans/add-plan" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
      {say('list.add')}
    </LinkButton>
  );
  return (
    <>
      {head((page === undefined || page.total !== 0 || list.narrowed) && add)}
      <DataTable
        name="plans"
        label={say('list.title')}
        list={list}
        columns={columnsOf({ say, locale })}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        {...(whole && { actions: (plan: PlanItem) => <Moves rows={page.items} plan={plan} /> })}
        filters={[
          {
            id: 'visibility',
            title: say('list.visibility'),
            options: visibilities.map((value) => ({ value, label: say(`visibility.${value}`) })),
          },
        ]}
        searchLabel={say('list.search')}
        csv={{ file: 'plans.csv', page: (at) => plansQuery(api, at).queryFn() }}
        onOpen={(one) => void navigate(`/subscription-plans/edit-plan/${one.id}`)}
        empty={
          <EmptyState title={say('list.emptyTitle')} text={say('list.emptyText')}>
            {add}
          </EmptyState>
        }
      />
    </>
  );
}
