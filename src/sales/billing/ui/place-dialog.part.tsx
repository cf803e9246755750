import { NativeSelect, Textarea } from '@mantine/core';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { InvoiceView, PlaceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { InvoiceActs } from './blocks/reason-form.part.tsx';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { useCountryName } from './place-names.hook.ts';
import s from './invoice.module.css';

const REASON_MIN = 3;
type Props = { invoice: InvoiceView; place: PlaceView; onClose: () => void };
/** Where the customer is after all, and why. */
export function PlaceDialog({ invoice, place, onClose }: Props) {
  const say = invoiceText();
  const name = useCountryName();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const countries = [...new Set([place.held, ...place.proofs.map((one) => one.country)])];
  const form = useDraftForm({
    key: null,
    initial: { country: place.held, reason: '' },
    check: ({ reason }) => (reason.trim().length < REASON_MIN ? { reason: 'reason' } : {}),
    say,
    save: async (body) => {
      await allInvoices.place({ params: { id: invoice.id }, body });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('invoices.place.ask')} lead={say('invoices.place.lead')} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <NativeSelect
          size="md"
          {...form.input('country')}
          label={say('invoices.place.country')}
          data={countries.map((value) => ({ value, label: name(value) }))}
        />
        <Textarea size="md" {...form.input('reason')} label={say('invoices.reason')} rows={3} maxLength={500} dir="auto" />
        <InvoiceActs verb={say('invoices.place.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
