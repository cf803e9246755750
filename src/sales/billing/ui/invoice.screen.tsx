import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { billingApi, waysQuery } from './blocks/billing-queries.hook.ts';
import type { InvoiceHelpSlot } from './blocks/invoice-slots.hook.ts';
import { comingApi, comingQuery } from './blocks/coming.hook.ts';
import { invoiceQuery, invoicesApi } from './invoice-data.hook.ts';
import { objectionQuery, objectionsApi } from './invoice-objection.hook.ts';
import { InvoicePage } from './invoice-page.part.tsx';
import { PayButton, PayPanel } from './invoice-pay.part.tsx';

const pay = { Button: PayButton, Panel: PayPanel };

const load = async ({ api, queries, params }: LoadContext) => {
  await Promise.all([
    queries.ensureQueryData(invoiceQuery(api(invoicesApi), 'buyer', params['id'] ?? '')),
    queries.ensureQueryData(comingQuery(api(comingApi), { id: params['id'] ?? '', area: 'user' })),
    queries.ensureQueryData(waysQuery(api(billingApi))),
    queries.ensureQueryData(objectionQuery(api(objectionsApi), { id: params['id'] ?? '', side: 'buyer' })),
  ]);
  return null;
};

/** `/invoices/{id}`: one invoice for its buyer. */
export const invoiceScreen = (Help: InvoiceHelpSlot): ScreenModule => ({
  Screen: () => <InvoicePage side="buyer" pay={pay} Help={Help} />,
  load,
});
