import { Button, TextInput } from '@mantine/core';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { creditLeft } from '#sales/billing/creditable.rules.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import type { InvoiceItem, InvoiceView } from '#sales/billing/invoices.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import {
  creditChosen,
  type CreditDraft,
  creditStart,
  creditTroubles,
  leftOf,
} from '#sales/billing/ui/blocks/credit-choice.hook.ts';
import { CreditChoices } from '#sales/billing/ui/blocks/credit-choice.part.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { InvoiceActs, ReasonField } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { WayField } from '#sales/billing/ui/blocks/way-field.part.tsx';
import { decimalOf, resaleApi, type ResaleClient, typedAmount, useResaleRefresh } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

/** `manual`: id of the vendor's own way to pay; empty: on the bank account. */
type Payment = { amount: string; valueDate: string; manual: string; bankRef: string };
/** Notes money that came to the vendor's own bank account. */
export function RecordDialog({
  sale,
  onClose,
}: {
  sale: Pick<InvoiceItem, 'id' | 'number' | 'currency' | 'remaining'> & {
    rights?: Pick<InvoiceView['rights'], 'recordMore'>;
  } & Partial<Pick<InvoiceView, 'manual' | 'transfer'>>;
  onClose: () => void;
}) {
  const say = resaleText();
  const words = invoiceText();
  const amountText = useMoney();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const { now, zone } = useReader();
  const { currency } = sale;
  // nothing is due of what is paid or void: money came again
  const again = sale.rights?.recordMore === true;
  const due = again ? 0 : sale.remaining;
  const ways = sale.manual ?? [];
  const awaited = ways.find(({ name }) => name === sale.transfer?.method)?.id ?? '';
  const form = useDraftForm<Payment>({
    key: null,
    initial: { amount: again ? '' : decimalOf(due, currency), valueDate: dayIn(now, zone), manual: awaited, bankRef: '' },
    check: ({ amount, valueDate }) => ({
      ...((typedAmount(amount, currency) ?? 0) === 0 && { amount: 'amount' }),
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(valueDate) && { valueDate: 'required' }),
    }),
    say,
    save: async ({ amount, valueDate, manual, bankRef }) => {
      const more = again && { more: true as const };
      const way = ways.length > 0 && { manual: manual === '' ? null : manual };
      const body = { amount: typedAmount(amount, currency) ?? 0, valueDate, bankRef, note: '', ...way, ...more };
      await resale.recordSale({ params: { id: sale.id }, body });
      await refresh();
      onClose();
    },
  });
  const over = (typedAmount(form.values.amount, currency) ?? 0) - due;
  return (
    <Dialog title={say('sales.record')} lead={sale.number ?? ''} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('amount')}
          label={say('sales.amount', { currency })}
          inputMode="decimal"
          dir="ltr"
          maxLength={20}
        />
        <p className="small soft" aria-live="polite">
          {over > 0 && words('invoices.record.more', { over: amountText(over, currency) })}
        </p>
        <DateField size="md" {...form.input('valueDate')} label={say('payout.paidOn')} />
        {ways.length > 0 && <WayField input={form.input('manual')} manual={ways} />}
        <TextInput size="md" {...form.input('bankRef')} label={say('payout.bankRef')} maxLength={140} dir="auto" />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('sales.record')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const REASON_MIN = 3;
type SaleDialogProps = { sale: InvoiceView; onClose: () => void };
/** Gives back a part of an invoice: what is due first, the rest to the customer's balance. */
export function CreditDialog({ sale, onClose }: SaleDialogProps) {
  const say = invoiceText();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const amountText = useMoney();
  const left = leftOf(sale);
  const form = useDraftForm<CreditDraft>({
    key: null,
    initial: creditStart(sale),
    check: (draft) => creditTroubles(left, draft),
    say,
    save: async (draft) => {
      const found = left === null ? null : creditChosen(left, draft);
      if (found === null || 'trouble' in found) return;
      await resale.creditSale({ params: { id: sale.id }, body: { ...found.sent, to: 'balance', reason: draft.reason } });
      await refresh();
      onClose();
    },
  });
  const lead = say('invoices.credit.lead', { amount: amountText(creditLeft(sale), sale.currency) });
  return (
    <Dialog title={say('invoices.credit.title', { number: sale.number ?? '' })} lead={lead} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <CreditChoices form={form} invoice={sale} />
        <ReasonField form={form} rows={2} />
        <InvoiceActs verb={say('invoices.credit.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** How an invoice ends without money, or the rejection of a reported payment. */
export type Ending = 'void' | 'writeOff' | 'reject';
const endBy = ({ resale }: ResaleClient, to: Ending, input: { params: { id: string }; body: { reason: string } }) =>
  to === 'void' ? resale.voidSale(input) : to === 'writeOff' ? resale.writeOffSale(input) : resale.rejectSale(input);

/** A step that cannot be taken back, with the reason that both sides read afterwards. */
export function EndingDialog({ sale, to, onClose }: SaleDialogProps & { to: Ending }) {
  const say = invoiceText();
  const api = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const form = useDraftForm<{ reason: string }>({
    key: null,
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim().length < REASON_MIN ? { reason: 'reason' } : {}),
    say,
    save: async (body) => {
      await endBy(api, to, { params: { id: sale.id }, body });
      await refresh();
      onClose();
    },
  });
  const title = say(`invoices.${to}.title`, { number: sale.number ?? '' });
  return (
    <Dialog title={title} lead={say(`invoices.${to}.lead`)} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <ReasonField form={form} rows={2} />
        <InvoiceActs verb={say(`invoices.${to}.verb`)} saving={form.saving} onClose={onClose} color="red" />
      </form>
    </Dialog>
  );
}
