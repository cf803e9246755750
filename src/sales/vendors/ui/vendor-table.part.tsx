import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useApi, useApis } from '#kit/ui/query/api.tsx';
import { Ltr, Meter, PageHead } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton, RowLink } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time } from '#kit/ui/time.tsx';
import type { VendorItem } from '../vendors.contract.ts';
import { vendorStates } from '../vendors.rules.ts';
import { useVendorSlots, type VendorMoneyTexts, type VendorSlots } from './blocks/vendor-slots.hook.ts';
import { vendorsPage, idsOf, useVendorsList, vendorsApi, vendorsQuery } from './vendors-data.hook.ts';
import { VendorStatus } from './vendor-state.part.tsx';
import { type VendorsSay, vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

/** How much of the pool was given to customers; who applies has none yet. */
function Sold({ one }: { one: VendorItem }) {
  const say = vendorsText();
  const [given, all] = [one.given.peopleAtOnce, one.pool.peopleAtOnce];
  if (one.state === 'applied' || one.state === 'rejected') return '–';
  if (all === null) return <Ltr>{say('customer.number', { count: given })}</Ltr>;
  return (
    <span className={s.sold}>
      <Meter value={given} of={all} label={say('part.peopleAtOnce')} />
      <span className="tiny num">{say('customer.of', { used: given, all })}</span>
    </span>
  );
}

/** With what it brings, where it was fetched for a file. */
type Row = VendorItem & { money?: VendorMoneyTexts | undefined };
const soldText = ({ given, pool }: VendorItem, of: 'peopleAtOnce' | 'rooms'): string =>
  pool[of] === null ? `${given[of]}` : `${given[of]} / ${pool[of]}`;

const columnsOf = (say: VendorsSay, { Money }: VendorSlots, ids: readonly string[]): TableColumn<Row>[] => [
  {
    id: 'name',
    title: say('list.name'),
    lead: 'lead',
    phone: 'name',
    text: (one) => one.name,
    cell: (one) => (
      <RowLink to={`/vendors/edit-vendor/${one.id}`} dir="auto">
        {one.name}
      </RowLink>
    ),
  },
  {
    id: 'state',
    title: say('list.state'),
    phone: 'state',
    text: (one) => say(`state.${one.state}`),
    cell: (one) => <VendorStatus of={one.state} look="plain" />,
  },
  {
    id: 'customers',
    title: say('list.customers'),
    align: 'end',
    narrow: 'hide',
    cell: (one) => <Ltr>{say('customer.number', { count: one.customers })}</Ltr>,
    text: (one) => `${one.customers}`,
  },
  {
    id: 'peopleAtOnce',
    title: say('part.peopleAtOnce'),
    narrow: 'hide',
    cell: (one) => <Sold one={one} />,
    text: (one) => soldText(one, 'peopleAtOnce'),
  },
  {
    id: 'rooms',
    title: say('part.rooms'),
    align: 'end',
    narrow: 'hide',
    optional: 'off',
    text: (one) => soldText(one, 'rooms'),
    cell: (one) =>
      one.pool.rooms === null ? (
        <Ltr>{say('customer.number', { count: one.given.rooms })}</Ltr>
      ) : (
        say('customer.of', { used: one.given.rooms, all: one.pool.rooms })
      ),
  },
  {
    id: 'recurring',
    title: say('list.recurring'),
    align: 'end',
    narrow: 'hide',
    optional: 'on',
    cell: (one) => <Money id={one.id} ids={ids} of="recurring" />,
    text: (one) => one.money?.recurring ?? '',
  },
  {
    id: 'toPay',
    title: say('list.toPay'),
    align: 'end',
    narrow: 'hide',
    optional: 'on',
    cell: (one) => <Money id={one.id} ids={ids} of="toPay" />,
    text: (one) => one.money?.toPay ?? '',
  },
  {
    id: 'since',
    title: say('list.since'),
    phone: 'time',
    cell: (one) => <Time at={one.appliedAt} look="day" />,
    text: (one) => new Date(one.appliedAt).toISOString().slice(0, 10),
  },
];

/** The operator's list of vendors and of those who want to be one. */
export function VendorTable() {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const apis = useApis();
  const navigate = useNavigate();
  const list = useVendorsList();
  const query = useQuery({ ...vendorsQuery(api, list), placeholderData: (before) => before });
  useLiveRefresh({ area: 'admin', kinds: ['account'] });
  const add = (
    <LinkButton to="/vendors/add-vendor" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
      {say('list.add')}
    </LinkButton>
  );
  const slots = useVendorSlots();
  const page = query.data;
  return (
    <>
      <PageHead title={say('list.title')}>{(page === undefined || page.total !== 0 || list.narrowed) && add}</PageHead>
      <Suspense>
        <slots.Figures />
      </Suspense>
      <DataTable
        name="vendors"
        label={say('list.title')}
        list={list}
        columns={columnsOf(say, slots, idsOf(page?.items ?? []))}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[
          {
            id: 'state',
            title: say('list.state'),
            options: vendorStates.map((value) => ({ value, label: say(`state.${value}`) })),
          },
        ]}
        searchLabel={say('list.search')}
        csv={{ file: 'vendors.csv', page: (at) => vendorsPage(api, at, (ids) => slots.moneyTexts(apis, ids)) }}
        onOpen={(one) => void navigate(`/vendors/edit-vendor/${one.id}`)}
        empty={
          <EmptyState title={say('list.emptyTitle')} text={say('list.emptyText')}>
            {add}
          </EmptyState>
        }
      />
    </>
  );
}
