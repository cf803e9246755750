import type { ReactNode } from 'react';
import type { InvoiceView } from '../../invoices.contract.ts';
import { InvoiceAmounts } from '../invoice-amounts.part.tsx';
import type { ObjectionCalls } from '../invoice-objection.hook.ts';
import { Objection } from '../invoice-objection.part.tsx';
import { InvoicePayments } from '../invoice-payments.part.tsx';
import { InvoiceDocument } from '../invoice-side.part.tsx';
import { InvoiceTimeline } from '../invoice-timeline.part.tsx';
import s from '../invoice.module.css';

type Props = {
  invoice: InvoiceView;
  objection: ObjectionCalls;
  /** The address of the seller's list of payments, with a question of its own in it. */
  payments: string;
  children?: ReactNode;
};
/** An invoice as its seller reads it, for pages of other sellers than the operator: what its customer says, amounts, money, what happened, papers. */
export function SellerInvoice({ invoice, objection, payments, children }: Props) {
  return (
    <>
      {invoice.kind === 'invoice' && invoice.number !== null && <Objection invoice={invoice} side="seller" calls={objection} />}
      <div className={s.two}>
        <div className={s.col}>
          <InvoiceAmounts invoice={invoice} />
          <InvoicePayments invoice={invoice} side="seller" list={payments} />
          <InvoiceTimeline invoice={invoice} side="seller" />
        </div>
        <div className={s.col}>
          {children}
          <InvoiceDocument invoice={invoice} />
        </div>
      </div>
    </>
  );
}
