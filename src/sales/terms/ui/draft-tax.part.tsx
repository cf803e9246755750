import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { allInvoicesCalls } from '#sales/billing/all-invoices.contract.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { InvoiceActs } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { type TaxDraft, taxDraftOf, taxOf, taxTroubles } from './tax-draft.hook.ts';
import { TaxFields } from './tax-fields.part.tsx';
import { useTermsRefresh } from './terms-data.hook.ts';
import { termsText, useTermsSay } from './terms-text.hook.ts';
import s from './terms.module.css';

const invoicesApi = { allInvoices: allInvoicesCalls };

/** What is decided of the tax of one draft. */
export function DraftTaxDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const say = termsText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useTermsRefresh();
  const { now, zone } = useReader();
  const form = useDraftForm<TaxDraft>({
    key: null,
    initial: taxDraftOf(invoice.ownTax, dayIn(now, zone)),
    check: taxTroubles,
    say: useTermsSay(),
    save: async (draft) => {
      const body = { tax: taxOf(draft), reason: draft.reason, revision: invoice.revision };
      await allInvoices.ownTax({ params: { id: invoice.id }, body });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('draft.title')} lead={say('draft.lead')} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TaxFields form={form} days="at once" />
        <InvoiceActs verb={say('tax.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
