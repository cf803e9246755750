import { Button, Textarea, TextInput } from '@mantine/core';
import { fromDecimal, money, toDecimal } from '#kit/money.ts';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { dayIn } from '#sales/billing/days.rules.ts';
import { leftToRight, useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { bankApi, useBankRefresh } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import type { Asking } from './reported.part.tsx';
import s from './bank.module.css';

const minorOf = (text: string, currency: string): number => {
  const found = fromDecimal(text.trim().replace(',', '.'), currency);
  return found === null || found.minor > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(found.minor);
};

type Props = { asking: Asking; onClose: () => void };
/** The money is here, in full or not. */
function Arrived({ asking: { of }, onClose }: Props) {
  const say = bankText();
  const { allInvoices } = useApi(bankApi);
  const refresh = useBankRefresh();
  const amountText = useMoney();
  const { now, zone } = useReader();
  const { currency, remaining } = of;
  const form = useDraftForm({
    key: null,
    initial: { amount: toDecimal(money(BigInt(of.amount), currency)), valueDate: dayIn(now, zone), bankRef: '' },
    check: ({ amount, valueDate }) => ({
      ...(minorOf(amount, currency) <= 0 && { amount: 'amount' }),
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(valueDate) && { valueDate: 'required' }),
    }),
    say,
    save: async ({ amount, valueDate, bankRef }) => {
      await allInvoices.record({
        params: { id: of.invoiceId },
        body: { amount: minorOf(amount, currency), valueDate, bankRef, note: '' },
      });
      await refresh();
      onClose();
    },
  });
  const typed = minorOf(form.values.amount, currency);
  return (
    <form className={s.fields} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <TextInput
        size="md"
        {...form.input('amount')}
        label={say('reported.amount', { currency })}
        inputMode="decimal"
        dir="ltr"
        maxLength={20}
      />
      <p className="small soft" aria-live="polite">
        {typed > 0 && typed < remaining && say('reported.less', { amount: amountText(remaining - typed, currency) })}
        {typed > remaining && say('reported.more', { amount: amountText(typed - remaining, currency) })}
      </p>
      <DateField size="md" {...form.input('valueDate')} label={say('reported.day')} />
      <TextInput size="md" {...form.input('bankRef')} label={say('reported.bankRef')} maxLength={140} dir="auto" />
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" type="submit" loading={form.saving}>
          {say('reported.record')}
        </Button>
      </div>
    </form>
  );
}

/** It is not here, and the customer reads why. */
function NotArrived({ asking: { of }, onClose }: Props) {
  const say = bankText();
  const { allInvoices } = useApi(bankApi);
  const refresh = useBankRefresh();
  const form = useDraftForm({
    key: null,
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim().length < 3 ? { reason: 'reason' } : {}),
    say,
    save: async ({ reason }) => {
      await allInvoices.reject({ params: { id: of.invoiceId }, body: { reason } });
      await refresh();
      onClose();
    },
  });
  return (
    <form className={s.fields} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <Textarea size="md" {...form.input('reason')} label={say('decide.reason')} rows={3} maxLength={500} dir="auto" />
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" color="red" type="submit" loading={form.saving}>
          {say('reported.not')}
        </Button>
      </div>
    </form>
  );
}

/** Confirms or refuses what a customer reported. */
export function ReportedDialog(props: Props) {
  const say = bankText();
  const { of, what } = props.asking;
  const number = leftToRight(of.number);
  return (
    <Dialog
      title={say(what === 'arrived' ? 'reported.arrivedTitle' : 'reported.notTitle', { number })}
      lead={say(what === 'arrived' ? 'reported.arrivedLead' : 'reported.notLead')}
      width={520}
      onClose={props.onClose}
    >
      {what === 'arrived' ? <Arrived {...props} /> : <NotArrived {...props} />}
    </Dialog>
  );
}
