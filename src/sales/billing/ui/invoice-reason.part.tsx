import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { InvoiceActs, ReasonField } from './blocks/reason-form.part.tsx';
import { type InvoicesClient, invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import s from './invoice.module.css';

/** What an invoice is ended, or a payment refused, for. */
export type ReasonFor = 'void' | 'writeOff' | 'reject';
const REASON_MIN = 3;

const send = ({ allInvoices }: InvoicesClient, to: ReasonFor, input: { params: { id: string }; body: { reason: string } }) =>
  to === 'void' ? allInvoices.voiding(input) : to === 'writeOff' ? allInvoices.writeOff(input) : allInvoices.reject(input);

type Props = { invoice: InvoiceView; to: ReasonFor; onClose: () => void };
/** A step that cannot be taken back, with the reason that both sides read afterwards. */
export function ReasonDialog({ invoice, to, onClose }: Props) {
  const say = invoiceText();
  const api = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const form = useDraftForm({
    key: null,
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim().length < REASON_MIN ? { reason: 'reason' } : {}),
    say,
    save: async ({ reason }) => {
      await send(api, to, { params: { id: invoice.id }, body: { reason } });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={say(`invoices.${to}.title`, { number: invoice.number ?? '' })}
      lead={say(`invoices.${to}.lead`)}
      width={520}
      onClose={onClose}
    >
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <ReasonField form={form} rows={3} />
        <InvoiceActs verb={say(`invoices.${to}.verb`)} saving={form.saving} onClose={onClose} color="red" />
      </form>
    </Dialog>
  );
}
