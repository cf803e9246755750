import { Button, Textarea, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { dayIn } from '../days.rules.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import s from './invoice.module.css';

type Refund = InvoiceView['refunds'][number];
type RefundOutcome = 'sent' | 'dropped';
type RefundDraft = { valueDate: string; bankRef: string; reason: string };
const REASON_MIN = 3;

function RefundDialog({ of, to, invoiceId, onClose }: { of: Refund; to: RefundOutcome; invoiceId: string; onClose: () => void }) {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const money = useMoney();
  const { now, zone } = useReader();
  const form = useDraftForm<RefundDraft>({
    key: null,
    initial: { valueDate: dayIn(now, zone), bankRef: '', reason: '' },
    check: ({ valueDate, reason }) => ({
      ...(to === 'sent' && !/^\d{4}-\d{2}-\d{2}$/.test(valueDate) && { valueDate: 'required' }),
      ...(to === 'dropped' && reason.trim().length < REASON_MIN && { reason: 'reason' }),
    }),
    say,
    save: async ({ valueDate, bankRef, reason }) => {
      const params = { id: invoiceId, refundId: of.id };
      if (to === 'sent') await allInvoices.refundSent({ params, body: { valueDate, bankRef } });
      else await allInvoices.refundDropped({ params, body: { reason } });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say(`invoices.refund.${to}.title`, { amount: money(of.amount, of.currency) })} width={480} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {to === 'sent' ? (
          <>
            <DateField size="md" {...form.input('valueDate')} label={say('invoices.record.day')} />
            <TextInput size="md" {...form.input('bankRef')} label={say('invoices.record.bankRef')} maxLength={140} dir="auto" />
          </>
        ) : (
          <Textarea size="md" {...form.input('reason')} label={say('invoices.reason')} rows={2} maxLength={500} dir="auto" />
        )}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('invoices.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say(`invoices.refund.${to}.open`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Transfers that somebody has to make: each was sent, or cannot be. */
export function RefundsToSend({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const money = useMoney();
  const [asked, setAsked] = useState<{ of: Refund; to: RefundOutcome } | null>(null);
  const waiting = invoice.refunds.filter((one) => one.provider === 'transfer' && one.state === 'created');
  return (
    <>
      {waiting.map((of) => (
        <Banner
          key={of.id}
          hue="amber"
          action={
            <span className={s.answers}>
              {(['dropped', 'sent'] as const).map((to) => (
                <Button key={to} size="xs" onClick={() => setAsked({ of, to })}>
                  {say(`invoices.refund.${to}.open`)}
                </Button>
              ))}
            </span>
          }
        >
          {say('invoices.refund.toSend', { amount: money(of.amount, of.currency) })}
        </Banner>
      ))}
      <Suspense>{asked !== null && <RefundDialog {...asked} invoiceId={invoice.id} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}
