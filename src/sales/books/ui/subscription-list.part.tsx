import { Button } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time } from '#kit/ui/time.tsx';
import type { SubscriptionItem } from '#sales/billing/all-subscriptions.contract.ts';
import { subscriptionStates } from '#sales/billing/billing.contract.ts';
import { everyBillingText } from '#sales/billing/ui/blocks/every-billing-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { booksApi, subscriptionsQuery, useSubscriptionsList } from './books-data.hook.ts';
import { booksText } from './books-text.hook.ts';
import { RevenueFigures } from './revenue-figures.part.tsx';
import { SubscriptionState } from './subscription-state.part.tsx';
import s from './books.module.css';

const SubscriptionDrawer = loadable(async () => (await import('./subscription-drawer.part.tsx')).SubscriptionDrawer);
const CompDialog = loadable(async () => (await import('./comp-dialog.part.tsx')).CompDialog);

/** Which one is open stands in the address, so that a link leads to it. */
function useOpened() {
  const [search, setSearch] = useSearchParams();
  const put = (id: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete('one');
        else next.set('one', id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { opened: search.get('one'), put };
}

function useColumns(onOpen: (id: string) => void): TableColumn<SubscriptionItem>[] {
  const say = booksText();
  const ofBilling = everyBillingText();
  const money = useMoney();
  const none = <span className="quiet">–</span>;
  return [
    {
      id: 'account',
      title: ofBilling('invoices.account'),
      lead: 'lead',
      phone: 'name',
      cell: (one) => (
        <button type="button" className={s.opener} onClick={() => onOpen(one.id)}>
          <bdi>{one.accountName}</bdi>
        </button>
      ),
      text: (one) => one.accountName,
    },
    {
      id: 'plan',
      title: say('list.plan'),
      narrow: 'hide',
      cell: (one) => <bdi>{one.planName}</bdi>,
      text: (one) => one.planName,
    },
    {
      id: 'state',
      title: ofBilling('invoices.stateTitle'),
      phone: 'state',
      cell: (one) => <SubscriptionState of={one} />,
      text: (one) => ofBilling(`standing.${one.state}`),
    },
    { id: 'since', title: say('list.since'), narrow: 'hide', cell: (one) => <Time at={one.createdAt} /> },
    {
      id: 'ends',
      title: say('list.ends'),
      narrow: 'hide',
      cell: (one) => (one.endedAt !== null || one.periodEnd === null ? none : <Time at={one.trialEnd ?? one.periodEnd} />),
    },
    {
      id: 'monthly',
      title: say('list.monthly'),
      align: 'end',
      phone: 'time',
      cell: (one) => (one.payBy === 'none' ? say('detail.pays.none') : <bdi>{money(one.monthly, one.currency)}</bdi>),
    },
  ];
}

/** Who has which plan, how each stands, and what it brings in. */
export function SubscriptionList({ head }: { head: (action?: ReactNode) => ReactNode }) {
  const say = booksText();
  const ofBilling = everyBillingText();
  const list = useSubscriptionsList();
  const { opened, put } = useOpened();
  const [giving, setGiving] = useState<'open' | 'closed'>('closed');
  const query = useQuery({ ...subscriptionsQuery(useApi(booksApi), list), placeholderData: (before) => before });
  useLiveRefresh({ area: 'admin', kinds: ['billing'] });
  const columns = useColumns(put);
  const page = query.data;
  const give = (
    <Button leftSection={<IconGift size={16} stroke={1.75} />} onClick={() => setGiving('open')}>
      {say('list.comp')}
    </Button>
  );
  return (
    <>
      {head(give)}
      <RevenueFigures />
      <DataTable
        name="subscriptions"
        label={say('list.label')}
        list={list}
        columns={columns}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.accountName}
        page={{ next: page?.next ?? null, ...(page === undefined ? {} : { total: page.total }) }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[
          {
            id: 'state',
            title: ofBilling('invoices.stateTitle'),
            options: subscriptionStates.map((value) => ({ value, label: ofBilling(`standing.${value}`) })),
          },
        ]}
        searchLabel={say('list.search')}
        onOpen={(one) => put(one.id)}
        empty={<EmptyState title={say('list.emptyTitle')} text={say('list.emptyText')} />}
      />
      <Suspense>
        {opened !== null && <SubscriptionDrawer key={opened} id={opened} onOpen={put} onClose={() => put(null)} />}
        {giving === 'open' && <CompDialog onOpen={put} onClose={() => setGiving('closed')} />}
      </Suspense>
    </>
  );
}
