import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { creditLeft } from '../creditable.rules.ts';
import type { InvoiceView, PaymentView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { creditChosen, type CreditDraft, creditStart, creditTroubles, leftOf } from './blocks/credit-choice.hook.ts';
import { CreditChoices } from './blocks/credit-choice.part.tsx';
import { InvoiceActs, ReasonField } from './blocks/reason-form.part.tsx';
import { useMoney } from './blocks/money.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import s from './invoice.module.css';

const ways = ['balance', 'card', 'transfer'] as const;
type CreditWay = (typeof ways)[number];

/** Where it can go: to the balance always, else back the way that money came. */
function waysOf({ rights, payments }: InvoiceView): CreditWay[] {
  const card = payments.some((one) => one.provider === 'card' && one.state === 'succeeded' && one.amount > one.refunded);
  return ways.filter((way) => way === 'balance' || (rights.refund && (way === 'transfer' || card)));
}

type Props = { invoice: InvoiceView; payment: PaymentView | null; onClose: () => void };
/** Writes a credit note: of what, where it goes, and why. `payment`: the one that is asked to go back. */
export function CreditDialog({ invoice, payment, onClose }: Props) {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const money = useMoney();
  const { currency, id } = invoice;
  const left = leftOf(invoice);
  const [to, setTo] = useState<CreditWay>(payment === null ? 'balance' : payment.provider === 'card' ? 'card' : 'transfer');
  const form = useDraftForm<CreditDraft>({
    key: null,
    initial: creditStart(invoice),
    check: (draft) => creditTroubles(left, draft),
    say,
    save: async (draft) => {
      const found = left === null ? null : creditChosen(left, draft);
      if (found === null || 'trouble' in found) return;
      const { reason } = draft;
      const params = { id };
      if (to === 'balance') await allInvoices.credit({ params, body: { ...found.sent, to, reason } });
      else
        await allInvoices.refund({
          params,
          body: { ...found.sent, by: to, reason, ...(payment !== null && { paymentId: payment.id }) },
        });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={say('invoices.credit.title', { number: invoice.number ?? '' })}
      lead={say('invoices.credit.lead', { amount: money(creditLeft(invoice), currency) })}
      width={560}
      onClose={onClose}
    >
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <CreditChoices form={form} invoice={invoice} />
        <NativeSelect
          size="md"
          value={to}
          onChange={(event) => setTo(ways.find((one) => one === event.currentTarget.value) ?? 'balance')}
          label={say('invoices.credit.to')}
          data={waysOf(invoice).map((value) => ({ value, label: say(`invoices.credit.ways.${value}`) }))}
        />
        <ReasonField form={form} rows={2} />
        <InvoiceActs verb={say('invoices.credit.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
