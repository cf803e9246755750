import { Button, Textarea } from '@mantine/core';
import { useApi } from '#kit/ui/api.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import dialogs from '#kit/ui/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { useMoney } from './blocks/money.hook.ts';

import s from './invoice.module.css';

/** The payer says that the transfer is made; a note helps whoever looks for it. */
export function ReportDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const say = billingText();
  const { invoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('buyer');
  const amountText = useMoney();
  const form = useDraftForm({
    key: null,
    initial: { note: '' },
    say,
    save: async ({ note }) => {
      await invoices.report({ params: { id: invoice.id }, body: { note } });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={say('invoices.iPaid')}
      lead={say('invoices.iPaidLead', { amount: amountText(invoice.remaining, invoice.currency) })}
      width={520}
      onClose={onClose}
    >
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <Textarea
          size="md"
          {...form.input('note')}
          label={say('invoices.reportNote')}
          description={say('invoices.reportNoteHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={3}
          maxLength={500}
          dir="auto"
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('invoices.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('invoices.tell')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
