import { Button } from '@mantine/core';
import {
  IconBan,
  IconBell,
  IconCashBanknote,
  IconLock,
  IconPencil,
  IconReceiptOff,
  IconReceiptRefund,
  IconScale,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { creditLeft } from '../creditable.rules.ts';
import type { InvoiceView, PaymentView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { useReminder } from './blocks/remind.hook.ts';
import type { Asking } from './invoice-asking.hook.ts';
import { isSendable, SendAgainItem } from './blocks/send-again-item.part.tsx';

import s from './invoice.module.css';

const FinalizeDialog = loadable(async () => (await import('./invoice-finalize.part.tsx')).FinalizeDialog);
const RecordDialog = loadable(async () => (await import('./invoice-record.part.tsx')).RecordDialog);
const CreditDialog = loadable(async () => (await import('./credit-note.part.tsx')).CreditDialog);
const TaxDialog = loadable(async () => (await import('./invoice-tax.part.tsx')).TaxDialog);
const SendAgainDialog = loadable(async () => (await import('./blocks/send-again.part.tsx')).SendAgainDialog);
const ReasonDialog = loadable(async () => (await import('./invoice-reason.part.tsx')).ReasonDialog);

type AskProps = { invoice: InvoiceView; asking: Asking; payment: PaymentView | null; onClose: () => void };
/** The window for what is asked. */
export function InvoiceAsk({ invoice, asking, payment, onClose }: AskProps) {
  return (
    <Suspense>
      {asking === 'finalize' && <FinalizeDialog invoice={invoice} onClose={onClose} />}
      {asking === 'tax' && <TaxDialog invoice={invoice} onClose={onClose} />}
      {asking === 'record' && <RecordDialog invoice={invoice} onClose={onClose} />}
      {asking === 'credit' && <CreditDialog invoice={invoice} payment={payment} onClose={onClose} />}
      {asking === 'send' && <SendAgainDialog of={invoice} onClose={onClose} />}
      {(asking === 'void' || asking === 'writeOff' || asking === 'reject') && (
        <ReasonDialog invoice={invoice} to={asking} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** Does what needs no words, and tells when it did not work. */
function useDeeds(invoice: InvoiceView) {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const failureText = useFailureText(say);
  const navigate = useNavigate();
  const ask = useAsk();
  const [state, setState] = useState({ busy: '', failure: '' });
  const params = { id: invoice.id };
  const deed = async (busy: string, work: () => Promise<unknown>) => {
    setState({ busy, failure: '' });
    const failure = await work().then(() => '', failureText);
    setState({ busy: '', failure });
  };
  const reminder = useReminder(invoice, async () => {
    await allInvoices.remind({ params });
    await refresh();
  });
  const remind = () => deed('remind', reminder);
  const remove = async () => {
    const question = { title: say('invoices.drop.title'), lead: say('invoices.drop.lead') };
    if (!(await ask({ ...question, verb: say('invoices.drop.verb'), safe: say('invoices.cancel') }))) return;
    await deed('remove', async () => {
      await allInvoices.remove({ params });
      await navigate('/all-invoices', { replace: true });
      await refresh();
    });
  };
  return { ...state, remind, remove };
}

/** Of what was numbered and is not void a part can be given back. */
const creditable: readonly InvoiceView['state'][] = ['open', 'paid', 'uncollectible'];

type Props = { invoice: InvoiceView; onAsk: (what: Asking) => void; onEdit: () => void };
/** What the seller may do with it now: one thing first, the rest behind it. */
export function InvoiceActs({ invoice, onAsk, onEdit }: Props) {
  const say = invoiceText();
  const { busy, failure, remind, remove } = useDeeds(invoice);
  const { rights } = invoice;
  const credits = invoice.kind === 'invoice' && creditable.includes(invoice.state) && creditLeft(invoice) > 0;
  const sends = isSendable(invoice);
  const more = rights.void || rights.writeOff || rights.recordMore || credits || sends;
  return (
    <>
      {failure !== '' && (
        <span className={s.trouble} role="alert">
          {failure}
        </span>
      )}
      {more && (
        <RowMenu label={say('invoices.more')} look="head">
          {() => (
            <>
              {sends && <SendAgainItem onAsk={() => onAsk('send')} />}
              {credits && (
                <MenuItem leftSection={<IconReceiptRefund size={16} stroke={1.75} />} onClick={() => onAsk('credit')}>
                  {say('invoices.credit.open')}
                </MenuItem>
              )}
              {rights.recordMore && (
                <MenuItem leftSection={<IconCashBanknote size={16} stroke={1.75} />} onClick={() => onAsk('record')}>
                  {say('invoices.record.title')}
                </MenuItem>
              )}
              {rights.writeOff && (
                <MenuItem leftSection={<IconReceiptOff size={16} stroke={1.75} />} onClick={() => onAsk('writeOff')}>
                  {say('invoices.writeOff.open')}
                </MenuItem>
              )}
              {rights.void && (
                <MenuItem data-danger leftSection={<IconBan size={16} stroke={1.75} />} onClick={() => onAsk('void')}>
                  {say('invoices.void.open')}
                </MenuItem>
              )}
            </>
          )}
        </RowMenu>
      )}
      {rights.edit && (
        <>
          <Button
            data-danger
            leftSection={<IconTrash size={16} stroke={1.75} />}
            loading={busy === 'remove'}
            onClick={() => void remove()}
          >
            {say('invoices.drop.open')}
          </Button>
          <Button leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
            {say('invoices.edit')}
          </Button>
        </>
      )}
      {rights.remind && (
        <Button leftSection={<IconBell size={16} stroke={1.75} />} loading={busy === 'remind'} onClick={() => void remind()}>
          {say('invoices.remind')}
        </Button>
      )}
      {rights.decideTax && (
        <Button variant="filled" leftSection={<IconScale size={16} stroke={1.75} />} onClick={() => onAsk('tax')}>
          {say('invoices.tax.open')}
        </Button>
      )}
      {rights.finalize && (
        <Button variant="filled" leftSection={<IconLock size={16} stroke={1.75} />} onClick={() => onAsk('finalize')}>
          {say('invoices.finalize.verb')}
        </Button>
      )}
      {rights.record && (
        <Button variant="filled" leftSection={<IconCashBanknote size={16} stroke={1.75} />} onClick={() => onAsk('record')}>
          {say('invoices.record.title')}
        </Button>
      )}
    </>
  );
}
