import { Button } from '@mantine/core';
import { IconCreditCard, IconMessageCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Qr } from '#kit/ui/qr.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { billingApi, waysQuery } from './blocks/billing-queries.hook.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { useChecked } from './card-check.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { decimalOf } from './invoice-words.hook.ts';
import s from './invoice.module.css';

const OtherWay = loadable(async () => (await import('./other-way.part.tsx')).OtherWay);
const ReportDialog = loadable(async () => (await import('./invoice-report.part.tsx')).ReportDialog);

type Transfer = NonNullable<InvoiceView['transfer']>;

function Copied({ word, text, copy }: { word: string; text: string; copy: string }) {
  const say = invoiceText();
  return (
    <div>
      <dt>{word}</dt>
      <dd className={s.copied}>
        <Ltr>{text}</Ltr>
        <CopyButton text={copy} look="icon" label={say('invoices.copyOf', { what: word })} />
      </dd>
    </div>
  );
}

type OnInvoice = Pick<InvoiceView, 'remaining' | 'currency'>;
/** What a transfer needs, each to be copied, and as a code for the bank's app. */
export function TransferFacts({ invoice, transfer }: { invoice: OnInvoice; transfer: Transfer }) {
  const say = invoiceText();
  const amountText = useMoney();
  const { iban, bic, reference, holder, instructions, epc } = transfer;
  return (
    <div className={s.transfer}>
      <dl className={s.facts}>
        <Copied word={say('invoices.holder')} text={holder} copy={holder} />
        {iban !== null && <Copied word="IBAN" text={iban.replace(/(.{4})(?=.)/g, '$1 ')} copy={iban} />}
        {bic !== null && bic !== '' && <Copied word="BIC" text={bic} copy={bic} />}
        {reference !== '' && <Copied word={say('invoices.reference')} text={reference} copy={reference} />}
        <Copied
          word={say('invoices.amount')}
          text={amountText(invoice.remaining, invoice.currency)}
          copy={decimalOf(invoice.remaining, invoice.currency)}
        />
      </dl>
      {epc !== null && (
        <figure className={s.code}>
          <Qr text={epc} size={148} label={say('invoices.qrLabel')} />
          <figcaption className="tiny quiet">{say('invoices.qrHint')}</figcaption>
        </figure>
      )}
      {reference !== '' && <p className={`small soft ${s.wholeRow}`}>{say('invoices.referenceHint')}</p>}
      {instructions !== '' && (
        <p className={`small soft ${s.noteText} ${s.wholeRow}`} dir="auto">
          {instructions}
        </p>
      )}
    </div>
  );
}

/** Leads to the card page of the provider. */
function useCard(id: string) {
  const { invoices } = useApi(invoicesApi);
  const checked = useChecked();
  const refresh = useInvoiceRefresh('buyer');
  const failureText = useFailureText(invoiceText());
  const [state, setState] = useState({ busy: false, failure: '' });
  const pay = async () => {
    setState({ busy: true, failure: '' });
    try {
      const next = await checked((answered) => invoices.pay({ params: { id }, body: { by: 'card', ...answered } }));
      // it stays busy: the page is being left
      if (next.kind === 'redirect') return window.location.assign(next.url);
      await refresh();
      setState({ busy: false, failure: '' });
    } catch (error) {
      setState({ busy: false, failure: failureText(error) });
    }
  };
  return { ...state, pay };
}

/** The one button that leads on: with a card, where cards are taken. */
export function PayButton({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const amountText = useMoney();
  const { can } = useAuth();
  const { data } = useQuery(waysQuery(useApi(billingApi)));
  const { busy, failure, pay } = useCard(invoice.id);
  if (!invoice.rights.pay || !can('subscriptions.purchase') || data?.ways.includes('card') !== true) return null;
  return (
    <>
      {failure !== '' && (
        <span className={s.trouble} role="alert">
          {failure}
        </span>
      )}
      <Button variant="filled" leftSection={<IconCreditCard size={16} stroke={1.75} />} loading={busy} onClick={() => void pay()}>
        {say('invoices.payCard', { amount: amountText(invoice.remaining, invoice.currency) })}
      </Button>
    </>
  );
}

/** How to pay by transfer, and the word that it is done. */
export function PayPanel({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const { can } = useAuth();
  const [asking, setAsking] = useState('no');
  const { transfer, rights, payments } = invoice;
  const reported = payments.find((one) => one.state === 'reported');
  const card = payments.find((one) => ['requires_action', 'processing', 'unknown'].includes(one.state));
  if (transfer === null) return null;
  if (reported !== undefined)
    return (
      <Banner hue="blue">
        {say('invoices.youReported')} <Time at={reported.createdAt} look="day" />
      </Banner>
    );
  const tells = (rights.report || rights.pay) && can('subscriptions.purchase');
  return (
    <>
      {card !== undefined && <Banner hue="amber">{say('invoices.cardUndecided')}</Banner>}
      {(transfer.iban !== null || transfer.instructions !== '' || invoice.manual.length > 0) && (
        <Panel
          id="invoice-transfer"
          title={transfer.method === null ? say('invoices.byTransfer') : <bdi>{transfer.method}</bdi>}
          aside={
            tells && (
              <Button leftSection={<IconMessageCheck size={16} stroke={1.75} />} onClick={() => setAsking('asking')}>
                {say('invoices.iPaid')}
              </Button>
            )
          }
        >
          <Suspense>{tells && invoice.manual.length > 0 && <OtherWay invoice={invoice} transfer={transfer} />}</Suspense>
          <TransferFacts invoice={invoice} transfer={transfer} />
        </Panel>
      )}
      <Suspense>{asking === 'asking' && <ReportDialog invoice={invoice} onClose={() => setAsking('no')} />}</Suspense>
    </>
  );
}
