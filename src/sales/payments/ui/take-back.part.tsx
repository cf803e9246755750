import { Button, Textarea } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { dayIn } from '#sales/billing/days.rules.ts';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { InvoiceActs } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { areaOf, paymentQuery, paymentsApi, type Side } from './payments-data.hook.ts';
import { paymentsText, usePaymentsSay } from './payments-text.hook.ts';
import s from './payments.module.css';

type TakeBackDraft = { valueDate: string; reason: string };
type Props = { of: PaymentWhole; side: Side };
function TakeBackDialog({ of, side, onClose }: Props & { onClose: () => void }) {
  const say = paymentsText();
  const ofBilling = invoiceText();
  const api = useApi(paymentsApi);
  const queries = useQueryClient();
  const { now, zone } = useReader();
  const form = useDraftForm<TakeBackDraft>({
    key: null,
    initial: { valueDate: dayIn(now, zone), reason: '' },
    check: ({ valueDate, reason }) => ({
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(valueDate) && { valueDate: 'required' }),
      ...(reason.trim().length < 3 && { reason: 'reason' }),
    }),
    say: usePaymentsSay(),
    save: async (body) => {
      const calls = side === 'vendor' ? api.vendorPayments : api.allPayments;
      const after = await calls.takeBack({ params: { id: of.id }, body });
      queries.setQueryData(paymentQuery(api, side, of.id).queryKey, after);
      await queries.invalidateQueries({ queryKey: [areaOf(side)] });
      onClose();
    },
  });
  return (
    <Dialog title={say('takeBack.title')} lead={say('takeBack.lead')} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <DateField size="md" {...form.input('valueDate')} label={ofBilling('invoices.record.day')} />
        <Textarea
          size="md"
          {...form.input('reason')}
          label={ofBilling('invoices.reason')}
          description={ofBilling('invoices.reasonHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={2}
          maxLength={200}
          dir="auto"
        />
        <InvoiceActs verb={say('takeBack.verb')} saving={form.saving} onClose={onClose} color="red" />
      </form>
    </Dialog>
  );
}

/** Money that was written down by hand is gone again. */
export function TakeBack(props: Props) {
  const say = paymentsText();
  const [open, setOpen] = useState('no');
  return (
    <>
      <Button
        data-danger
        leftSection={<IconArrowBackUp size={16} stroke={1.75} className="turn" />}
        onClick={() => setOpen('open')}
      >
        {say('act.takeBack')}
      </Button>
      {open === 'open' && <TakeBackDialog {...props} onClose={() => setOpen('no')} />}
    </>
  );
}
