import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { TableColumn, ListFilter } from '#kit/ui/table/table-shape.ts';
import { useDayText } from '#kit/ui/time.tsx';
import type { InvoiceItem } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { invoiceListQuery, invoicesApi, type Side, useInvoicesList } from './invoice-data.hook.ts';
import { InvoiceState, shownStateOf } from './blocks/invoice-state.part.tsx';
import { useMoney } from './blocks/money.hook.ts';
import { decimalOf } from './invoice-words.hook.ts';
import s from './invoice.module.css';

const pathOf = (side: Side, id: string): string => `${side === 'buyer' ? '/invoices' : '/all-invoices'}/${id}`;

function useAmountColumns(): TableColumn<InvoiceItem>[] {
  const say = invoiceText();
  const amountText = useMoney();
  return [
    {
      id: 'remaining',
      title: say('invoices.stillDue'),
      align: 'end',
      narrow: 'hide',
      optional: 'on',
      cell: (one) =>
        one.state === 'open' && one.kind === 'invoice' ? (
          <bdi>{amountText(one.remaining, one.currency)}</bdi>
        ) : (
          <span className="quiet">–</span>
        ),
      text: (one) => (one.state === 'open' && one.kind === 'invoice' ? decimalOf(one.remaining, one.currency) : ''),
    },
    {
      id: 'total',
      title: say('invoices.amount'),
      align: 'end',
      narrow: 'hide',
      cell: (one) => <bdi>{amountText(one.total, one.currency)}</bdi>,
      text: (one) => decimalOf(one.total, one.currency),
    },
    {
      id: 'currency',
      title: say('invoices.currency'),
      narrow: 'hide',
      optional: 'off',
      cell: (one) => <Ltr>{one.currency}</Ltr>,
      text: (one) => one.currency,
    },
  ];
}

function useColumns(side: Side): TableColumn<InvoiceItem>[] {
  const say = invoiceText();
  const amountText = useMoney();
  const dayText = useDayText();
  const nameOf = (one: InvoiceItem) => one.number ?? say('invoices.noNumber');
  const day = (text: string | null) =>
    text === null ? <span className="quiet">–</span> : <span className="num">{dayText(text)}</span>;
  const account: TableColumn<InvoiceItem> = {
    id: 'account',
    title: say('invoices.account'),
    narrow: 'hide',
    cell: (one) => (
      <bdi className={s.account} title={one.accountName}>
        {one.accountName}
      </bdi>
    ),
    text: (one) => one.accountName,
  };
  return [
    {
      id: 'number',
      title: say('invoices.number'),
      lead: 'lead',
      phone: 'name',
      cell: (one) => (
        <span className={s.name}>
          <RowLink to={pathOf(side, one.id)}>
            <Ltr>{nameOf(one)}</Ltr>
          </RowLink>
          <span className="tiny quiet">
            <DotLine>
              <span className="num">{amountText(one.total, one.currency)}</span>
              {side === 'seller' && one.accountName}
            </DotLine>
          </span>
        </span>
      ),
      text: nameOf,
      bone: 90,
    },
    ...(side === 'seller' ? [account] : []),
    {
      id: 'kind',
      title: say('invoices.kind'),
      narrow: 'hide',
      optional: 'off',
      cell: (one) => say(`invoices.kinds.${one.kind}`),
      text: (one) => say(`invoices.kinds.${one.kind}`),
    },
    {
      id: 'issued',
      title: say('invoices.date'),
      narrow: 'hide',
      cell: (one) => day(one.issueDate),
      text: (one) => one.issueDate ?? '',
    },
    { id: 'due', title: say('invoices.due'), phone: 'time', cell: (one) => day(one.dueDate), text: (one) => one.dueDate ?? '' },
    {
      id: 'state',
      title: say('invoices.stateTitle'),
      phone: 'state',
      cell: (one) => <InvoiceState of={one} look="plain" />,
      text: (one) => say(`invoices.state.${shownStateOf(one)}`),
    },
    ...useAmountColumns(),
  ];
}

/** Buyers see no drafts. */
const filterStates = {
  buyer: ['pending_tax', 'open', 'overdue', 'paid', 'void', 'uncollectible'],
  seller: ['draft', 'pending_tax', 'open', 'overdue', 'paid', 'void', 'uncollectible', 'place'],
} as const;
function useFilters(side: Side): ListFilter[] {
  const say = invoiceText();
  return [
    {
      id: 'state',
      title: say('invoices.stateTitle'),
      options: filterStates[side].map((value) => ({ value, label: say(`invoices.state.${value}`) })),
    },
    {
      id: 'kind',
      title: say('invoices.kind'),
      options: (['invoice', 'credit_note'] as const).map((value) => ({ value, label: say(`invoices.kinds.${value}`) })),
    },
  ];
}

/** Invoices, newest first, as one side sees them. */
export function InvoiceTable({ side, empty }: { side: Side; empty: ReactNode }) {
  const say = invoiceText();
  const api = useApi(invoicesApi);
  const navigate = useNavigate();
  const list = useInvoicesList();
  const query = useQuery({ ...invoiceListQuery(api, side, list), placeholderData: (before) => before });
  useLiveRefresh({ area: side === 'buyer' ? 'user' : 'admin', kinds: ['billing'] });
  const page = query.data;
  return (
    <DataTable
      name="invoices"
      label={say(side === 'buyer' ? 'invoices.title' : 'invoices.allTitle')}
      list={list}
      columns={useColumns(side)}
      rows={page?.items}
      rowId={(one) => one.id}
      rowName={(one) => one.number ?? say('invoices.noNumber')}
      page={{ next: page?.next ?? null, ...(page === undefined ? {} : { total: page.total }) }}
      pending={query.isPending}
      {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
      filters={useFilters(side)}
      searchLabel={say(side === 'buyer' ? 'invoices.search' : 'invoices.searchAll')}
      onOpen={(one) => void navigate(pathOf(side, one.id))}
      csv={{ file: 'invoices.csv', page: (at) => invoiceListQuery(api, side, at).queryFn() }}
      empty={empty}
    />
  );
}
