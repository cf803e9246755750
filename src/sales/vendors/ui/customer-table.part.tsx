import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import type { CustomerItem } from '../vendors.contract.ts';
import { customersQuery, useVendorsList, vendorsApi } from './vendors-data.hook.ts';
import { CustomerStatus } from './vendor-state.part.tsx';
import { type VendorsSay, vendorsText } from './vendors-text.hook.ts';

const bytesPerGb = 1_000_000_000;

function columnsOf(say: VendorsSay): TableColumn<CustomerItem>[] {
  const figure = (
    id: 'rooms' | 'people' | 'meetingsAtOnce' | 'peopleAtOnce' | 'recordingGb',
    used: (one: CustomerItem) => number,
  ) => ({
    id,
    title: say(`part.${id}`),
    align: 'end' as const,
    narrow: 'hide' as const,
    text: (one: CustomerItem) => `${used(one)} / ${one.grant[id]}`,
    cell: (one: CustomerItem) => say('customer.of', { used: used(one), all: one.grant[id] }),
  });
  return [
    {
      id: 'name',
      title: say('customer.name'),
      lead: 'lead',
      phone: 'name',
      text: (one) => one.name,
      cell: (one) => (
        <RowLink to={`/users/edit-user/${one.id}`} dir="auto">
          {one.name}
        </RowLink>
      ),
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      text: (one) => say(`state.${one.state}`),
      cell: (one) => <CustomerStatus of={one.state} />,
    },
    figure('rooms', (one) => one.use.rooms),
    figure('people', (one) => one.use.people),
    figure('meetingsAtOnce', (one) => one.use.meetingsNow),
    figure('peopleAtOnce', (one) => one.use.peopleNow),
    figure('recordingGb', (one) => Math.round((one.use.recordedBytes / bytesPerGb) * 10) / 10),
    {
      id: 'minutes',
      title: say('customer.minutes'),
      align: 'end',
      narrow: 'hide',
      text: (one) => String(one.use.minutes),
      cell: (one) => <Ltr>{say('customer.number', { count: one.use.minutes })}</Ltr>,
    },
  ];
}

/** What a vendor sees of its customers: what they hold and use, in sums. */
export function CustomerTable({ onLimits }: { onLimits: (customer: CustomerItem) => void }) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const list = useVendorsList();
  const query = useQuery({ ...customersQuery(api, list), placeholderData: (before) => before });
  const page = query.data;
  return (
    <DataTable
      name="customers"
      label={say('own.title')}
      list={list}
      columns={columnsOf(say)}
      rows={page?.items}
      rowId={(one) => one.id}
      rowName={(one) => one.name}
      page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
      pending={query.isPending}
      {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
      searchLabel={say('customer.search')}
      actions={(one) =>
        one.state === 'closed' ? null : (
          <IconButton aria-label={say('customer.limits', { name: one.name })} onClick={() => onLimits(one)}>
            <IconAdjustments size={16} stroke={1.75} />
          </IconButton>
        )
      }
      empty={<EmptyState title={say('customer.emptyTitle')} text={say('customer.emptyText')} />}
    />
  );
}
