import { loadMailOff } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { MailOff } from '#core/outbox/ui/blocks/mail-off.part.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { comingApi, comingQuery } from './blocks/coming.hook.ts';
import type { InvoiceTaxSlot } from './blocks/invoice-slots.hook.ts';
import { InvoiceActs, InvoiceAsk } from './invoice-acts.part.tsx';
import { invoiceQuery, invoicesApi } from './invoice-data.hook.ts';
import { objectionQuery, objectionsApi } from './invoice-objection.hook.ts';
import { InvoicePage, RefundsToSend } from './invoice-page.part.tsx';

const acts = { Acts: InvoiceActs, Ask: InvoiceAsk };
const load = async (context: LoadContext) => {
  const { api, queries, params } = context;
  const id = params['id'] ?? '';
  const [invoice] = await Promise.all([
    queries.ensureQueryData(invoiceQuery(api(invoicesApi), 'seller', id)),
    queries.ensureQueryData(objectionQuery(api(objectionsApi), { id, side: 'seller' })),
    loadMailOff(context),
  ]);
  const isOpen = invoice.kind === 'invoice' && invoice.state === 'open';
  await Promise.all([
    // nothing follows a draft, and asking for it is answered with "not found"
    isOpen ? queries.prefetchQuery(comingQuery(api(comingApi), { id, area: 'admin' })) : undefined,
    invoice.refunds.length > 0 ? RefundsToSend.preload() : undefined,
  ]);
  return null;
};

/** `/all-invoices/{id}`: one invoice for its seller. */
export const invoiceOfAllScreen = (Tax: InvoiceTaxSlot): ScreenModule => ({
  Screen: () => (
    <>
      <MailOff />
      <InvoicePage side="seller" Tax={Tax} acts={acts} />
    </>
  ),
  load,
});
