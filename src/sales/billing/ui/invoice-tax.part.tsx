import { useApi } from '#kit/ui/query/api.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { TaxDecision } from './blocks/tax-decision.part.tsx';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';

/** The same for an invoice of the operator. */
export function TaxDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  return (
    <TaxDecision
      onClose={onClose}
      decide={async (word) => {
        await allInvoices.decideTax({ params: { id: invoice.id }, body: { ...word, revision: invoice.revision } });
        await refresh();
      }}
    />
  );
}
