import { NativeSelect, TextInput } from '@mantine/core';
import { useApi } from '#kit/ui/api.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import { creditLeft, creditTaxes } from '../credit.rules.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { InvoiceActs, ReasonField } from './blocks/reason-form.part.tsx';
import { useMoney } from './blocks/money.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { decimalOf, typedAmount, useRateText } from './invoice-words.hook.ts';
import s from './invoice.module.css';

const ways = ['balance', 'card', 'transfer'] as const;
type Way = (typeof ways)[number];
type Draft = { amount: string; to: Way; reason: string };
const REASON_MIN = 3;

/** Where it can go: to the balance always, else back the way that money came. */
function waysOf({ rights, payments }: InvoiceView): Way[] {
  const card = payments.some((one) => one.provider === 'card' && one.state === 'succeeded' && one.amount > one.refunded);
  return ways.filter((way) => way === 'balance' || (rights.refund && (way === 'transfer' || card)));
}

/** What will stand on the credit note. After an earlier one only the sum is sure before it is written. */
function Preview({ invoice, amount }: { invoice: InvoiceView; amount: number }) {
  const say = billingText();
  const money = useMoney();
  const rateText = useRateText();
  const { currency, remaining, state } = invoice;
  const parts = invoice.creditNotes.length > 0 ? [] : creditTaxes(invoice.taxes, amount, currency);
  const off = state === 'paid' ? 0 : Math.min(amount, remaining);
  const rows = [
    ...(parts.length === 0 ? [] : [{ id: 'net', word: say('invoices.net'), sum: parts.reduce((all, one) => all + one.base, 0) }]),
    ...parts.map((one) => ({
      id: `${one.category} ${one.rate}`,
      word: say('invoices.vat', { rate: rateText(one.rate) }),
      sum: one.tax,
    })),
    { id: 'total', word: say('invoices.total'), sum: amount },
  ];
  return (
    <div aria-live="polite">
      <dl className={s.totals} aria-label={say('invoices.credit.preview')}>
        {rows.map(({ id, word, sum }) => (
          <div key={id} data-look={id === 'total' ? 'total' : undefined}>
            <dt>{word}</dt>
            <dd>
              <bdi>{money(sum, currency)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {off > 0 && <p className="small soft">{say('invoices.credit.setOff', { amount: money(off, currency) })}</p>}
    </div>
  );
}

/** Writes a credit note: how much, where it goes, and why. */
export function CreditDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const say = billingText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const money = useMoney();
  const { currency, id } = invoice;
  const left = creditLeft(invoice);
  const form = useDraftForm<Draft>({
    key: null,
    initial: { amount: decimalOf(left, currency), to: 'balance', reason: '' },
    check: ({ amount, reason }) => {
      const typed = typedAmount(amount, currency) ?? 0;
      return {
        ...((typed <= 0 || typed > left) && { amount: typed > left ? 'credit_too_much' : 'amount' }),
        ...(reason.trim().length < REASON_MIN && { reason: 'reason' }),
      };
    },
    say,
    save: async ({ amount, to, reason }) => {
      const params = { id };
      const sum = typedAmount(amount, currency) ?? 0;
      if (to === 'balance') await allInvoices.credit({ params, body: { amount: sum, to, reason } });
      else await allInvoices.refund({ params, body: { amount: sum, by: to, reason } });
      await refresh();
      onClose();
    },
  });
  const typed = typedAmount(form.values.amount, currency) ?? 0;
  return (
    <Dialog
      title={say('invoices.credit.title', { number: invoice.number ?? '' })}
      lead={say('invoices.credit.lead', { amount: money(left, currency) })}
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
          <NativeSelect
            size="md"
            {...form.input('to')}
            label={say('invoices.credit.to')}
            data={waysOf(invoice).map((value) => ({ value, label: say(`invoices.credit.ways.${value}`) }))}
          />
        </div>
        {typed > 0 && typed <= left && <Preview invoice={invoice} amount={typed} />}
        <ReasonField form={form} rows={2} />
        <InvoiceActs verb={say('invoices.credit.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
