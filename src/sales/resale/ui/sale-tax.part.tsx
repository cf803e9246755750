import { useApi } from '#kit/ui/query/api.tsx';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { TaxDecision } from '#sales/billing/ui/blocks/tax-decision.part.tsx';
import { resaleApi, useResaleRefresh } from './resale-data.hook.ts';

/** The vendor says which tax its own claim carries whose VAT number could not be checked. */
export function TaxDialog({ sale, onClose }: { sale: InvoiceView; onClose: () => void }) {
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  return (
    <TaxDecision
      onClose={onClose}
      decide={async (word) => {
        await resale.decideSaleTax({ params: { id: sale.id }, body: { ...word, revision: sale.revision } });
        await refresh();
      }}
    />
  );
}
