import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { invoiceListQueryOf, invoicesApi } from './invoice-data.hook.ts';
import { InvoiceTable } from './invoice-table.part.tsx';

export const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(invoiceListQueryOf(api(invoicesApi), 'buyer', url.searchParams));
  return null;
};

/** `/invoices`: what the account was asked to pay. */
export function Screen() {
  const say = billingText();
  return (
    <>
      <PageHead title={say('invoices.title')} />
      <InvoiceTable side="buyer" empty={<EmptyState title={say('invoices.emptyTitle')} text={say('invoices.emptyText')} />} />
    </>
  );
}
