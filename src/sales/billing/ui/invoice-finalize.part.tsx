import { Button } from '@mantine/core';
import { IconHash, IconLock, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { useMoney } from './blocks/money.hook.ts';

/** A draft becomes an invoice: says what cannot be taken back before it is done. */
export function FinalizeDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const failureText = useFailureText(say);
  const { can } = useAuth();
  const amountText = useMoney();
  const [state, setState] = useState({ busy: false, failure: '', code: '' });
  const go = async () => {
    setState({ busy: true, failure: '', code: '' });
    try {
      await allInvoices.finalize({ params: { id: invoice.id }, body: { revision: invoice.revision } });
      await refresh();
      onClose();
    } catch (error) {
      setState({ busy: false, failure: failureText(error), code: error instanceof Failure ? error.code : '' });
    }
  };
  return (
    <Dialog
      title={say('invoices.finalize.title', { amount: amountText(invoice.total, invoice.currency) })}
      lead={say('invoices.finalize.lead', { name: invoice.accountName })}
      width={520}
      onClose={onClose}
    >
      {state.failure !== '' && (
        <Banner
          hue="red"
          action={
            state.code === 'rate_missing' &&
            can('invoices.manage') && (
              <Link className="link" to="/settings?tab=rates">
                {say('rate.enter')}
              </Link>
            )
          }
        >
          {state.failure}
        </Banner>
      )}
      <ul className={dialogs.facts}>
        <li>
          <IconHash size={16} stroke={1.75} />
          {say('invoices.finalize.number')}
        </li>
        <li>
          <IconLock size={16} stroke={1.75} />
          {say('invoices.finalize.fixed')}
        </li>
        <li>
          <IconMail size={16} stroke={1.75} />
          {say('invoices.finalize.mail')}
        </li>
      </ul>
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('invoices.cancel')}
        </Button>
        <Button size="md" variant="filled" loading={state.busy} onClick={() => void go()}>
          {say('invoices.finalize.verb')}
        </Button>
      </div>
    </Dialog>
  );
}
