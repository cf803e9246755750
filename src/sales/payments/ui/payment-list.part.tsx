import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { money, toDecimal } from '#kit/money.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Link, RowLink } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time } from '#kit/ui/time.tsx';
import type { PaymentItem } from '#sales/billing/payments.contract.ts';
import { everyBillingText } from '#sales/billing/ui/blocks/every-billing-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { shownPaymentStateOf } from '#sales/billing/ui/blocks/payment-state.hook.ts';
import { PaymentState, PaymentWay, useWayText } from '#sales/billing/ui/blocks/payment-state.part.tsx';
import { useOpenedPayment } from './opened.hook.ts';
import { usePaymentFilters } from './payment-filters.hook.ts';
import { areaOf, paymentsApi, paymentsQuery, placesOf, type Side, usePaymentsList } from './payments-data.hook.ts';
import { paymentsText } from './payments-text.hook.ts';
import s from './payments.module.css';

export const PaymentDrawer = loadable(async () => (await import('./payment-drawer.part.tsx')).PaymentDrawer);

/** What it was for, by whom and how; shown in columns only where there is room or need. */
function useSideColumns(side: Side): TableColumn<PaymentItem>[] {
  const ofBilling = everyBillingText();
  const invoice: TableColumn<PaymentItem> = {
    id: 'invoice',
    title: ofBilling('passes.invoice'),
    narrow: 'hide',
    cell: (one) => (
      <Link className="link" to={placesOf[side].invoice(one.invoice.id)}>
        <Ltr>{one.invoice.number}</Ltr>
      </Link>
    ),
    text: (one) => one.invoice.number,
  };
  const account: TableColumn<PaymentItem> = {
    id: 'account',
    title: ofBilling('invoices.account'),
    narrow: 'hide',
    cell: (one) => <bdi>{one.accountName}</bdi>,
    text: (one) => one.accountName,
  };
  const currency: TableColumn<PaymentItem> = {
    id: 'currency',
    title: ofBilling('invoices.currency'),
    narrow: 'hide',
    optional: 'off',
    cell: (one) => <Ltr>{one.currency}</Ltr>,
    text: (one) => one.currency,
  };
  const reference: TableColumn<PaymentItem> = {
    id: 'reference',
    title: ofBilling('invoices.reference'),
    narrow: 'hide',
    optional: 'off',
    cell: (one) => (one.reference === null ? <span className="quiet">–</span> : <Ltr>{one.reference}</Ltr>),
    text: (one) => one.reference ?? '',
  };
  return [invoice, ...(side === 'buyer' ? [] : [account]), reference, currency];
}

function useColumns(side: Side, pathOf: (id: string) => string): TableColumn<PaymentItem>[] {
  const say = paymentsText();
  const ofBilling = everyBillingText();
  const amountText = useMoney();
  const wayText = useWayText();
  const more = useSideColumns(side);
  return [
    {
      id: 'amount',
      title: ofBilling('invoices.amount'),
      lead: 'lead',
      align: 'end',
      phone: 'name',
      cell: (one) => (
        <span className={s.name}>
          <RowLink to={pathOf(one.id)}>
            <bdi className="num">{amountText(one.amount, one.currency)}</bdi>
          </RowLink>
          <span className="tiny quiet">
            <DotLine>
              <Ltr>{one.invoice.number}</Ltr>
              {side === 'buyer' ? wayText(one) : one.accountName}
            </DotLine>
          </span>
        </span>
      ),
      text: (one) => toDecimal(money(BigInt(one.amount), one.currency)),
      bone: 80,
    },
    {
      id: 'state',
      title: ofBilling('invoices.stateTitle'),
      phone: 'state',
      cell: (one) => <PaymentState of={one} />,
      text: (one) => ofBilling(`invoices.payments.state.${shownPaymentStateOf(one)}`),
    },
    {
      id: 'method',
      title: say('list.method'),
      narrow: 'hide',
      cell: (one) => (
        <span className={s.way}>
          <PaymentWay of={one} />
        </span>
      ),
      text: wayText,
    },
    ...more,
    {
      id: 'date',
      title: ofBilling('invoices.date'),
      phone: 'time',
      cell: (one) => <Time at={one.settledAt ?? one.createdAt} />,
      text: (one) => new Date(one.settledAt ?? one.createdAt).toISOString(),
    },
  ];
}

/** Payments, newest first, as one side sees them; one of them opens beside the list. */
export function PaymentList({ side }: { side: Side }) {
  const say = paymentsText();
  const ofBilling = everyBillingText();
  const api = useApi(paymentsApi);
  const list = usePaymentsList();
  const { opened, pathOf, open, close } = useOpenedPayment();
  const query = useQuery({ ...paymentsQuery(api, side, list), placeholderData: (before) => before });
  useLiveRefresh({ area: areaOf(side), kinds: ['billing'] });
  const page = query.data;
  const columns = useColumns(side, pathOf);
  const filters = usePaymentFilters(list, side, page);
  return (
    <>
      <DataTable
        name="payments"
        label={ofBilling('invoices.payments.title')}
        list={list}
        columns={columns}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => amountName(one)}
        page={{ next: page?.next ?? null, ...(page === undefined ? {} : { total: page.total }) }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={filters}
        searchLabel={say(side === 'buyer' ? 'list.search' : 'list.searchAll')}
        onOpen={(one) => open(one.id)}
        csv={{ file: 'payments.csv', page: (at) => paymentsQuery(api, side, at).queryFn() }}
        empty={
          <EmptyState title={say('list.emptyTitle')} text={say(side === 'buyer' ? 'list.emptyText' : 'list.emptyTextAll')} />
        }
      />
      <Suspense>{opened !== null && <PaymentDrawer key={opened} id={opened} side={side} onClose={close} />}</Suspense>
    </>
  );
}
const amountName = (one: PaymentItem): string =>
  `${toDecimal(money(BigInt(one.amount), one.currency))} ${one.currency} ${one.invoice.number}`;
