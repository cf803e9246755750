import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { fromDecimal } from '#kit/money.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { EXTEND_DAYS_MAX, type SubscriptionDetail } from '#sales/billing/all-subscriptions.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import type { Act } from './acts.hook.ts';
import { type BooksClient, booksApi, useBooksRefresh } from './books-data.hook.ts';
import { booksText, useMoneySay } from './books-text.hook.ts';
import s from './books.module.css';

type ActDraft = { days: string; amount: string; credit: string; reason: string };
const REASON_MIN = 3;

/** In minor units; null when it cannot be an amount above nothing. A comma stands for a point. */
function amountOf(text: string, currency: string): number | null {
  const found = fromDecimal(text.trim().replace(',', '.'), currency);
  return found === null || found.minor <= 0n ? null : Number(found.minor);
}
const daysOf = (text: string): number | null => {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= EXTEND_DAYS_MAX ? days : null;
};

type Sent = { of: SubscriptionDetail; act: Act; draft: ActDraft };
function send({ allSubscriptions }: BooksClient, { of, act, draft }: Sent): Promise<SubscriptionDetail> {
  const params = { id: of.id };
  const { reason } = draft;
  const { revision } = of;
  if (act === 'extend') return allSubscriptions.extend({ params, body: { days: daysOf(draft.days) ?? 0, reason, revision } });
  if (act === 'credit')
    return allSubscriptions.credit({ params, body: { amount: amountOf(draft.amount, of.currency) ?? 0, reason } });
  if (act === 'restart') return allSubscriptions.restart({ params, body: { reason, revision } });
  return allSubscriptions.cancel({
    params,
    body: { credit: draft.credit === 'nothing' ? 'nothing' : 'unused', reason, revision },
  });
}

/** Why it is done; both sides read it afterwards. */
export function ReasonField({ input }: { input: ReturnType<DraftForm<{ reason: string }>['input']> }) {
  const say = invoiceText();
  return (
    <Textarea
      size="md"
      {...input}
      label={say('invoices.reason')}
      description={say('invoices.reasonHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rows={2}
      maxLength={500}
      dir="auto"
    />
  );
}

type Props = { of: SubscriptionDetail; act: Act; onDone: (id: string) => void; onClose: () => void };
/** One act of the seller on a subscription, with its reason. */
export function ActDialog({ of, act, onDone, onClose }: Props) {
  const say = booksText();
  const ofBilling = invoiceText();
  const api = useApi(booksApi);
  const refresh = useBooksRefresh();
  const form = useDraftForm<ActDraft>({
    key: null,
    initial: { days: '30', amount: '', credit: 'unused', reason: '' },
    check: ({ days, amount, reason }) => ({
      ...(act === 'extend' && daysOf(days) === null && { days: 'days' }),
      ...(act === 'credit' && amountOf(amount, of.currency) === null && { amount: 'amount' }),
      ...(reason.trim().length < REASON_MIN && { reason: 'reason' }),
    }),
    say: useMoneySay(),
    save: async (draft) => {
      const after = await send(api, { of, act, draft });
      await refresh();
      onDone(after.id);
    },
  });
  return (
    <Dialog title={`${say(`act.${act}.title`)}: ${of.accountName}`} lead={say(`act.${act}.lead`)} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {act === 'extend' && (
          <TextInput
            size="md"
            {...form.input('days')}
            label={say('act.extend.field')}
            inputMode="numeric"
            dir="ltr"
            maxLength={3}
          />
        )}
        {act === 'credit' && (
          <TextInput
            size="md"
            {...form.input('amount')}
            label={say('act.credit.field', { currency: of.currency })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={20}
          />
        )}
        {act === 'cancel' && (
          <NativeSelect
            size="md"
            {...form.input('credit')}
            label={say('act.cancel.field')}
            data={(['unused', 'nothing'] as const).map((value) => ({ value, label: say(`act.cancel.${value}`) }))}
          />
        )}
        <ReasonField input={form.input('reason')} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {ofBilling('invoices.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving} {...(act === 'cancel' && { color: 'red' })}>
            {say(`act.${act}.verb`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
