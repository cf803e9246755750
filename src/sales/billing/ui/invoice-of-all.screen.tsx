import type { LoadContext } from '#kit/ui/screen.ts';
import { invoiceQuery, invoicesApi } from './invoice-data.hook.ts';
import { InvoicePage } from './invoice-page.part.tsx';

export const load = async ({ api, queries, params }: LoadContext) => {
  await queries.ensureQueryData(invoiceQuery(api(invoicesApi), 'seller', params['id'] ?? ''));
  return null;
};

/** `/all-invoices/{id}`: one invoice for whoever is paid. */
export const Screen = () => <InvoicePage side="seller" />;
