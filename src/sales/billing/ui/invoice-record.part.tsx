import { TextInput } from '@mantine/core';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { dayIn } from '../days.rules.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { InvoiceActs } from './blocks/reason-form.part.tsx';
import { WayField } from './blocks/way-field.part.tsx';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { decimalOf, typedAmount } from './invoice-words.hook.ts';
import s from './invoice.module.css';

/** `manual`: id of the seller's own way to pay; empty: on a bank account. */
type PaymentDraft = { amount: string; valueDate: string; manual: string; bankRef: string; note: string };

/** Books money that arrived, and says before what follows from the amount. */
export function RecordDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const amountText = useMoney();
  const { now, zone } = useReader();
  const { currency } = invoice;
  // nothing is due of what is paid or void
  const due = invoice.rights.recordMore ? 0 : invoice.remaining;
  const awaited = invoice.manual.find(({ name }) => name === invoice.transfer?.method)?.id ?? '';
  const form = useDraftForm<PaymentDraft>({
    key: null,
    initial: {
      amount: invoice.rights.recordMore ? '' : decimalOf(due, currency),
      valueDate: dayIn(now, zone),
      manual: awaited,
      bankRef: '',
      note: '',
    },
    check: ({ amount, valueDate }) => ({
      ...((typedAmount(amount, currency) ?? 0) <= 0 && { amount: 'amount' }),
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(valueDate) && { valueDate: 'required' }),
    }),
    say,
    save: async ({ amount, manual, ...rest }) => {
      const body = {
        amount: typedAmount(amount, currency) ?? 0,
        ...rest,
        manual: manual === '' ? null : manual,
        ...(invoice.rights.recordMore && { more: true as const }),
      };
      await allInvoices.record({ params: { id: invoice.id }, body });
      await refresh();
      onClose();
    },
  });
  const typed = typedAmount(form.values.amount, currency) ?? 0;
  const follows =
    typed <= 0
      ? null
      : typed < due
        ? say('invoices.record.less', { left: amountText(due - typed, currency) })
        : typed > due
          ? say('invoices.record.more', { over: amountText(typed - due, currency) })
          : say('invoices.record.whole');
  return (
    <Dialog
      title={say('invoices.record.title')}
      lead={say('invoices.record.lead', { amount: amountText(due, currency) })}
      width={560}
      onClose={onClose}
    >
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <div className={s.pair}>
          <TextInput
            size="md"
            {...form.input('amount')}
            label={say('invoices.record.amount', { currency })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={20}
          />
          <DateField size="md" {...form.input('valueDate')} label={say('invoices.record.day')} />
        </div>
        <p className="small soft" aria-live="polite">
          {follows}
        </p>
        {invoice.manual.length > 0 && <WayField input={form.input('manual')} manual={invoice.manual} />}
        <TextInput size="md" {...form.input('bankRef')} label={say('invoices.record.bankRef')} maxLength={140} dir="auto" />
        <TextInput size="md" {...form.input('note')} label={say('invoices.record.note')} maxLength={500} dir="auto" />
        <InvoiceActs verb={say('invoices.record.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
