import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { dayIn } from '../days.rules.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import type { InvoiceHelpSlot, InvoiceTaxSlot } from './blocks/invoice-slots.hook.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { ReportedBanner } from './blocks/reported-banner.part.tsx';
import type { InvoiceActs, InvoiceAsk } from './invoice-acts.part.tsx';
import { InvoiceAmounts } from './invoice-amounts.part.tsx';
import { invoiceQuery, invoicesApi, type Side } from './invoice-data.hook.ts';
import { Objection, RaiseObjection } from './invoice-objection.part.tsx';
import { DisputeBanner, InvoicePayments } from './invoice-payments.part.tsx';
import type { PayButton, PayPanel } from './invoice-pay.part.tsx';
import { InvoiceDetails, InvoiceDocument } from './invoice-side.part.tsx';
import { InvoiceState } from './blocks/invoice-state.part.tsx';
import { InvoiceWaits } from './invoice-waits.part.tsx';
import { InvoiceTimeline } from './invoice-timeline.part.tsx';
import { useAsking } from './invoice-asking.hook.ts';
import { useMoney } from './blocks/money.hook.ts';

import s from './invoice.module.css';

export const RefundsToSend = loadable(async () => (await import('./credit-note-refund.part.tsx')).RefundsToSend);
const InvoicePlace = loadable(async () => (await import('./invoice-place.part.tsx')).InvoicePlace);
const DraftForm = loadable(async () => (await import('./invoice-draft.part.tsx')).DraftForm);

/** Whole days since it was due, in the reader's calendar. */
function useDaysLate(): (invoice: InvoiceView) => number {
  const { now, zone } = useReader();
  return ({ dueDate }) => (dueDate === null ? 0 : Math.max(0, (Date.parse(dayIn(now, zone)) - Date.parse(dueDate)) / 86_400_000));
}

/** What is still due, large, also where nobody hopes for it any more; where nothing is, the sum. */
function Title({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const amountText = useMoney();
  const late = useDaysLate()(invoice);
  const due = invoice.kind === 'invoice' && (invoice.state === 'open' || invoice.state === 'uncollectible');
  return (
    <span className={s.title}>
      <span>
        {due
          ? say.rich('invoices.dueTitle', {
              amount: amountText(invoice.remaining, invoice.currency),
              sum: (words) => <bdi className="num">{words}</bdi>,
              word: (words) => <span className={s.dueWord}>{words}</span>,
            })
          : amountText(invoice.total, invoice.currency)}
      </span>
      <InvoiceState of={invoice}>{invoice.overdue && late > 0 ? say('invoices.days', { count: late }) : null}</InvoiceState>
    </span>
  );
}

function Sub({ invoice, side }: { invoice: InvoiceView; side: Side }) {
  const say = invoiceText();
  const { can } = useAuth();
  const { number } = invoice;
  const name = side === 'seller' ? invoice.accountName : (invoice.seller?.name ?? '');
  const linked = side === 'seller' && can('users.manage');
  return (
    <>
      <span>
        {number === null ? say('invoices.noNumber') : say(`invoices.kinds.${invoice.kind}`)}{' '}
        {number !== null && (
          <b className="strong">
            <Ltr>{number}</Ltr>
          </b>
        )}
      </span>
      {number !== null && <CopyButton text={number} look="icon" size="xs" label={say('invoices.copyNumber')} />}
      {name !== '' && (
        <span>
          {say.rich(side === 'seller' ? 'invoices.forName' : 'invoices.fromName', {
            who: name,
            name: (words) =>
              linked ? (
                <Link className="link" to={`/users/edit-user/${invoice.accountId}`}>
                  <bdi>{words}</bdi>
                </Link>
              ) : (
                <bdi>{words}</bdi>
              ),
          })}
        </span>
      )}
    </>
  );
}

/** What one side alone does with it, which the other's page does not load. */
type Seller = { Acts: typeof InvoiceActs; Ask: typeof InvoiceAsk };
type Buyer = { Button: typeof PayButton; Panel: typeof PayPanel };
type Props = { side: Side; Tax?: InvoiceTaxSlot; acts?: Seller; pay?: Buyer; Help?: InvoiceHelpSlot };
/** One invoice, as one side sees it. `Tax`: what later domains say of its tax; `Help`: their way to support. */
export function InvoicePage({ side, Tax, acts, pay, Help }: Props) {
  const say = invoiceText();
  const { id = '' } = useParams();
  const { data: invoice } = useSuspenseQuery(invoiceQuery(useApi(invoicesApi), side, id));
  const { asking, setAsking, payment } = useAsking(invoice, side);
  const [editing, setEditing] = useState('no');
  useLiveRefresh({ area: side === 'buyer' ? 'user' : 'admin', kinds: ['billing'] });
  usePageTitle(invoice.number ?? say('invoices.noNumber'));
  const edits = editing === 'editing' && invoice.rights.edit;
  return (
    <div className={s.page}>
      <PageHead title={<Title invoice={invoice} />} sub={<Sub invoice={invoice} side={side} />}>
        {side === 'buyer' ? (
          <>
            <RaiseObjection invoice={invoice} />
            {pay !== undefined && <pay.Button invoice={invoice} />}
          </>
        ) : (
          !edits && acts !== undefined && <acts.Acts invoice={invoice} onAsk={setAsking} onEdit={() => setEditing('editing')} />
        )}
      </PageHead>
      {side === 'seller' && <ReportedBanner invoice={invoice} onAsk={setAsking} />}
      {side === 'seller' && <DisputeBanner invoice={invoice} />}
      <Suspense>{side === 'seller' && invoice.refunds.length > 0 && <RefundsToSend invoice={invoice} />}</Suspense>
      {invoice.kind === 'invoice' && invoice.number !== null && <Objection invoice={invoice} side={side} />}
      <InvoiceWaits invoice={invoice} side={side} />
      {(invoice.state === 'void' || invoice.state === 'uncollectible') && (
        <Banner hue="blue">{say(`invoices.ended.${invoice.state}`)}</Banner>
      )}
      <div className={s.two}>
        <div className={s.col}>
          {pay !== undefined && <pay.Panel invoice={invoice} />}
          {edits ? (
            <Suspense fallback={<Bone w="100%" h={240} />}>
              <DraftForm key={invoice.revision} invoice={invoice} onDone={() => setEditing('no')} />
            </Suspense>
          ) : (
            <InvoiceAmounts invoice={invoice} Tax={Tax} />
          )}
          <InvoicePayments invoice={invoice} side={side} />
          <InvoiceTimeline invoice={invoice} side={side} />
        </div>
        <div className={s.col}>
          <InvoiceDocument invoice={invoice} />
          <InvoiceDetails invoice={invoice} side={side} />
          <Suspense>{invoice.place !== null && <InvoicePlace invoice={invoice} />}</Suspense>
          {Help !== undefined && <Help invoiceId={invoice.id} />}
        </div>
      </div>
      {acts !== undefined && (
        <acts.Ask invoice={invoice} asking={asking} payment={payment} onClose={() => setAsking('nothing')} />
      )}
    </div>
  );
}
