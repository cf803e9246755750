import { Button } from '@mantine/core';
import { IconArrowLeft, IconBan, IconCashBanknote, IconReceiptRefund } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/loadable.tsx';
import { creditLeft } from '#sales/billing/credit.rules.ts';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { billingText } from '#sales/billing/ui/blocks/billing-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { SellerInvoice } from '#sales/billing/ui/blocks/seller-invoice.part.tsx';
import { resaleApi, saleQuery } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';
import { SaleState } from './sales.part.tsx';

const RecordDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).RecordDialog);
const CreditDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).CreditDialog);
const VoidDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).VoidDialog);

type Asking = 'nothing' | 'record' | 'credit' | 'void';
const creditable: readonly InvoiceView['state'][] = ['open', 'paid', 'uncollectible'];
function Acts({ sale, onAsk }: { sale: InvoiceView; onAsk: (what: Asking) => void }) {
  const say = resaleText();
  const words = billingText();
  const { rights } = sale;
  const credits = sale.kind === 'invoice' && creditable.includes(sale.state) && creditLeft(sale) > 0;
  return (
    <>
      {rights.void && (
        <Button data-danger leftSection={<IconBan size={16} stroke={1.75} />} onClick={() => onAsk('void')}>
          {words('invoices.void.open')}
        </Button>
      )}
      {credits && (
        <Button leftSection={<IconReceiptRefund size={16} stroke={1.75} />} onClick={() => onAsk('credit')}>
          {words('invoices.credit.open')}
        </Button>
      )}
      {rights.recordMore && (
        <Button leftSection={<IconCashBanknote size={16} stroke={1.75} />} onClick={() => onAsk('record')}>
          {say('sales.record')}
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

/** One invoice that the vendor issued: how it stands, what may be done with it, what happened to it, and its papers. */
export function Sale({ id, back }: { id: string; back: string }) {
  const say = resaleText();
  const amountText = useMoney();
  const { data: sale } = useSuspenseQuery(saleQuery(useApi(resaleApi), id));
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
      <SellerInvoice invoice={sale} />
      <Suspense>
        {asking === 'record' && <RecordDialog sale={sale} onClose={close} />}
        {asking === 'credit' && <CreditDialog sale={sale} onClose={close} />}
        {asking === 'void' && <VoidDialog sale={sale} onClose={close} />}
      </Suspense>
    </div>
  );
}
