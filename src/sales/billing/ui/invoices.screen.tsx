import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { type InvoiceTab, InvoiceTabs, shownTab, useShownTab } from './blocks/invoice-tabs.part.tsx';
import { overdueApi, overdueQuery } from './blocks/overdue.hook.ts';
import { OverdueInvoices } from './blocks/overdue.part.tsx';
import { invoiceListQueryOf, invoicesApi, useInvoicesList } from './invoice-data.hook.ts';
import { InvoiceTable } from './invoice-table.part.tsx';

const load = async (tabs: readonly InvoiceTab[], context: LoadContext) => {
  const { api, queries, url } = context;
  const shown = shownTab(tabs, url.searchParams);
  if (shown !== null) await shown.load(context);
  else
    await Promise.all([
      queries.ensureQueryData(invoiceListQueryOf(api(invoicesApi), 'buyer', url.searchParams)),
      queries.ensureQueryData(overdueQuery(api(overdueApi))),
    ]);
  return null;
};

/** `/invoices`: what the account was asked to pay. `tabs`: further views of it. */
export const invoicesScreen = (tabs: readonly InvoiceTab[]): ScreenModule => ({
  load: (context) => load(tabs, context),
  Screen: () => <Invoices tabs={tabs} />,
});

function Invoices({ tabs }: { tabs: readonly InvoiceTab[] }) {
  const say = invoiceText();
  const shown = useShownTab(tabs);
  const list = useInvoicesList();
  const overdue = useQuery({ ...overdueQuery(useApi(overdueApi)), enabled: shown === null }).data;
  return (
    <>
      <PageHead title={say('invoices.title')} />
      <InvoiceTabs base="/invoices" tabs={tabs} />
      {shown === null ? (
        <>
          {!list.narrowed && list.after === null && <OverdueInvoices list={overdue} side="buyer" />}
          <InvoiceTable side="buyer" empty={<EmptyState title={say('invoices.emptyTitle')} text={say('invoices.emptyText')} />} />
        </>
      ) : (
        <shown.Part />
      )}
    </>
  );
}
