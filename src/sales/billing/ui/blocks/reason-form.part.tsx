import { Button, Textarea } from '@mantine/core';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { invoiceText } from './invoice-text.hook.ts';

/** Why something is done to an invoice: both sides read it afterwards. */
export function ReasonField<T extends { reason: string }>({ form, rows }: { form: DraftForm<T>; rows: number }) {
  const say = invoiceText();
  return (
    <Textarea
      size="md"
      {...form.input('reason')}
      label={say('invoices.reason')}
      description={say('invoices.reasonHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rows={rows}
      maxLength={500}
      dir="auto"
    />
  );
}

type Acts = { verb: string; saving: boolean; onClose: () => void; color?: 'red' };
/** The foot of a dialog about an invoice: leave it, or send what was filled in. */
export function InvoiceActs({ verb, saving, onClose, color }: Acts) {
  const say = invoiceText();
  return (
    <div className={dialogs.acts}>
      <Button size="md" onClick={onClose}>
        {say('invoices.cancel')}
      </Button>
      <Button size="md" variant="filled" type="submit" loading={saving} {...(color !== undefined && { color })}>
        {verb}
      </Button>
    </div>
  );
}
