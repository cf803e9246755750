import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import s from '../invoice.module.css';
import { invoiceText } from './invoice-text.hook.ts';
import { InvoiceActs, ReasonField } from './reason-form.part.tsx';

const ways = ['charge', 'valid'] as const;
export type TaxWord = { as: (typeof ways)[number]; reason: string };
const REASON_MIN = 3;

/** A person says what nobody answered: which tax a claim carries whose VAT number could not be checked. */
export function TaxDecision({ decide, onClose }: { decide: (word: TaxWord) => Promise<void>; onClose: () => void }) {
  const say = invoiceText();
  const form = useDraftForm<TaxWord>({
    key: null,
    initial: { as: 'charge', reason: '' },
    check: ({ reason }) => (reason.trim().length < REASON_MIN ? { reason: 'reason' } : {}),
    say,
    save: async (word) => {
      await decide(word);
      onClose();
    },
  });
  return (
    <Dialog title={say('invoices.tax.title')} lead={say('invoices.tax.lead')} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <RadioList
          label={say('invoices.tax.title')}
          value={form.values.as}
          onChange={(as) => form.set('as', as)}
          options={ways.map((value) => ({ value, title: say(`invoices.tax.${value}`) }))}
        />
        <ReasonField form={form} rows={3} />
        <InvoiceActs verb={say('invoices.tax.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
