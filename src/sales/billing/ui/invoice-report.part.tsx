import { Button, FileButton, Textarea } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { base64Of } from '#kit/ui/base64.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { PROOF_BYTES } from '../objections.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { objectionsApi } from './invoice-objection.hook.ts';
import { useMoney } from './blocks/money.hook.ts';

import s from './invoice.module.css';

/** The payer says that the transfer is made; a note helps the seller to find it. */
export function ReportDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const say = invoiceText();
  const { invoices } = useApi(invoicesApi);
  const { objections } = useApi(objectionsApi);
  const [proof, setProof] = useState<File | null>(null);
  const tooLarge = proof !== null && proof.size > PROOF_BYTES;
  const refresh = useInvoiceRefresh('buyer');
  const amountText = useMoney();
  const form = useDraftForm({
    key: null,
    initial: { note: '' },
    say,
    save: async ({ note }) => {
      const params = { id: invoice.id };
      const content = proof === null || tooLarge ? null : await base64Of(proof);
      await invoices.report({ params, body: { note } });
      if (content !== null) await objections.prove({ params, body: { content } });
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
        <div className={s.proof}>
          <span className="small strong">{say('invoices.proof.label')}</span>
          <span className={s.answers}>
            <FileButton accept="application/pdf,image/png,image/jpeg" onChange={setProof}>
              {(props) => (
                <Button {...props} size="md" leftSection={<IconPaperclip size={16} stroke={1.75} />}>
                  {proof === null ? say('invoices.proof.choose') : <bdi>{proof.name}</bdi>}
                </Button>
              )}
            </FileButton>
            {proof !== null && (
              <Button size="md" variant="subtle" onClick={() => setProof(null)}>
                {say('invoices.proof.remove')}
              </Button>
            )}
          </span>
          {tooLarge ? (
            <span className={`small ${s.trouble}`} role="alert">
              {say('invoices.proof.tooLarge')}
            </span>
          ) : (
            <span className="tiny quiet">{say('invoices.proof.hint')}</span>
          )}
        </div>
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('invoices.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving} disabled={tooLarge}>
            {say('invoices.tell')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
