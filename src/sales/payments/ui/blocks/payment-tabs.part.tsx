import { readListState } from '#kit/ui/table/list-state.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import type { InvoiceTab } from '#sales/billing/ui/blocks/invoice-tabs.part.tsx';
import { paymentsApi, paymentsQuery, paymentsShape, type Side } from '../payments-data.hook.ts';

const PaymentList = loadable(async () => (await import('../payment-list.part.tsx')).PaymentList);
const Title = () => invoiceText()('invoices.payments.title');

const load =
  (side: Side) =>
  async ({ api, queries, url }: LoadContext) => {
    const list = readListState(url.searchParams, paymentsShape);
    await Promise.all([PaymentList.preload(), queries.ensureQueryData(paymentsQuery(api(paymentsApi), side, list))]);
  };

/** Beside the list of all invoices: what everybody paid. */
export const sellerPayments: InvoiceTab = {
  id: 'payments',
  Title,
  Part: () => <PaymentList side="seller" />,
  load: load('seller'),
};
/** Beside an account's own invoices: what it paid. */
export const ownPayments: InvoiceTab = { id: 'payments', Title, Part: () => <PaymentList side="buyer" />, load: load('buyer') };
