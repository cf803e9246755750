import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconBan,
  IconBell,
  IconCashBanknote,
  IconReceiptOff,
  IconReceiptRefund,
  IconScale,
} from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { creditLeft } from '#sales/billing/creditable.rules.ts';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { ProofButton } from '#sales/billing/ui/blocks/proof-button.part.tsx';
import { useReminder } from '#sales/billing/ui/blocks/remind.hook.ts';
import { ReportedBanner } from '#sales/billing/ui/blocks/reported-banner.part.tsx';
import { isSendable, SendAgainItem } from '#sales/billing/ui/blocks/send-again-item.part.tsx';
import { SellerInvoice } from '#sales/billing/ui/blocks/seller-invoice.part.tsx';
import { resaleApi, saleObjectionQuery, saleQuery, useResaleRefresh } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';
import { SaleState } from './sales.part.tsx';
import type { Ending } from './sale-dialogs.part.tsx';

const RecordDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).RecordDialog);
const CreditDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).CreditDialog);
const EndingDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).EndingDialog);
const SendAgainDialog = loadable(async () => (await import('#sales/billing/ui/blocks/send-again.part.tsx')).SendAgainDialog);
const SoldPanel = loadable(async () => (await import('./sold-subscription.part.tsx')).SoldPanel);

const TaxDialog = loadable(async () => (await import('./sale-tax.part.tsx')).TaxDialog);

type Asking = 'nothing' | 'tax' | 'record' | 'credit' | 'send' | Ending;
const creditable: readonly InvoiceView['state'][] = ['open', 'paid', 'uncollectible'];
function Acts({ sale, onAsk }: { sale: InvoiceView; onAsk: (what: Asking) => void }) {
  const say = resaleText();
  const words = invoiceText();
  const { rights } = sale;
  const credits = sale.kind === 'invoice' && creditable.includes(sale.state) && creditLeft(sale) > 0;
  const sends = isSendable(sale);
  const { busy, failure, remind } = useRemind(sale);
  return (
    <>
      {failure !== '' && (
        <span className="small" role="alert">
          {failure}
        </span>
      )}
      {(sends || credits || rights.recordMore || rights.writeOff || rights.void) && (
        <RowMenu label={words('invoices.more')} look="head">
          {() => (
            <>
              {sends && <SendAgainItem onAsk={() => onAsk('send')} />}
              {credits && (
                <MenuItem leftSection={<IconReceiptRefund size={16} stroke={1.75} />} onClick={() => onAsk('credit')}>
                  {words('invoices.credit.open')}
                </MenuItem>
              )}
              {rights.recordMore && (
                <MenuItem leftSection={<IconCashBanknote size={16} stroke={1.75} />} onClick={() => onAsk('record')}>
                  {say('sales.record')}
                </MenuItem>
              )}
              {rights.writeOff && (
                <MenuItem leftSection={<IconReceiptOff size={16} stroke={1.75} />} onClick={() => onAsk('writeOff')}>
                  {words('invoices.writeOff.open')}
                </MenuItem>
              )}
              {rights.void && (
                <MenuItem data-danger leftSection={<IconBan size={16} stroke={1.75} />} onClick={() => onAsk('void')}>
                  {words('invoices.void.open')}
                </MenuItem>
              )}
            </>
          )}
        </RowMenu>
      )}
      {rights.remind && (
        <Button leftSection={<IconBell size={16} stroke={1.75} />} loading={busy} onClick={() => void remind()}>
          {words('invoices.remind')}
        </Button>
      )}
      {rights.decideTax && (
        <Button variant="filled" leftSection={<IconScale size={16} stroke={1.75} />} onClick={() => onAsk('tax')}>
          {words('invoices.tax.open')}
        </Button>
      )}
      {rights.record && (
        <Button variant="filled" leftSection={<IconCashBanknote size={16} stroke={1.75} />} onClick={() => onAsk('record')}>
          {say('sales.record')}
        </Button>
      )}
    </>
  );
}

/** Reminds its customer of what is due, and says so. */
function useRemind(sale: InvoiceView) {
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const failureText = useFailureText(resaleText());
  const [state, setState] = useState({ busy: false, failure: '' });
  const reminder = useReminder(sale, async () => {
    await resale.remindSale({ params: { id: sale.id } });
    await refresh();
  });
  const remind = async () => {
    setState({ busy: true, failure: '' });
    const failure = await reminder().then(() => '', failureText);
    setState({ busy: false, failure });
  };
  return { ...state, remind };
}

/** One invoice that the vendor issued: how it stands, what may be done with it, what happened to it, and its papers. */
export function Sale({ id, back }: { id: string; back: string }) {
  const say = resaleText();
  const amountText = useMoney();
  const api = useApi(resaleApi);
  const { data: sale } = useSuspenseQuery(saleQuery(api, id));
  useLiveRefresh({ area: 'admin', kinds: ['billing'] });
  const objection = {
    query: saleObjectionQuery(api, id),
    answer: (answer: string) => api.resale.answerObjection({ params: { id }, body: { answer } }),
  };
  const [asking, setAsking] = useState<Asking>('nothing');
  const close = () => setAsking('nothing');
  const due = sale.kind === 'invoice' && sale.state === 'open';
  return (
    <div className={s.page}>
      <div className={`${s.row} ${s.acts ?? ''}`}>
        <LinkButton to={back} leftSection={<IconArrowLeft size={16} stroke={1.75} className="turn" />}>
          {say('sales.back')}
        </LinkButton>
        <span className="grow" />
        <Acts sale={sale} onAsk={setAsking} />
      </div>
      <div className={s.saleHead}>
        <h2>
          <Ltr>{sale.number ?? '–'}</Ltr>
        </h2>
        <SaleState of={sale} />
        <bdi className="soft">{sale.accountName}</bdi>
        <bdi className={s.saleSum}>{amountText(due ? sale.remaining : sale.total, sale.currency)}</bdi>
      </div>
      <ReportedBanner invoice={sale} onAsk={setAsking}>
        <ProofButton of={{ id: sale.id, number: sale.number ?? '' }}>{say('sales.proof')}</ProofButton>
      </ReportedBanner>
      <SellerInvoice invoice={sale} objection={objection} payments={back}>
        {sale.subscriptionId !== null && (
          <Suspense>
            <SoldPanel id={sale.subscriptionId} />
          </Suspense>
        )}
      </SellerInvoice>
      <Suspense>
        {asking === 'tax' && <TaxDialog sale={sale} onClose={close} />}
        {asking === 'record' && <RecordDialog sale={sale} onClose={close} />}
        {asking === 'send' && <SendAgainDialog of={sale} onClose={close} />}
        {asking === 'credit' && <CreditDialog sale={sale} onClose={close} />}
        {(asking === 'void' || asking === 'writeOff' || asking === 'reject') && (
          <EndingDialog sale={sale} to={asking} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
