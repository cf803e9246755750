import type { ReactNode } from 'react';
import type { InvoiceView } from '../../invoices.contract.ts';
import { InvoiceAmounts } from '../invoice-amounts.part.tsx';
import { InvoiceDocument } from '../invoice-side.part.tsx';
import { InvoiceTimeline } from '../invoice-timeline.part.tsx';
import s from '../invoice.module.css';

/** An invoice as whoever issued it reads it, for pages of other sellers than the operator: amounts, what happened, papers. */
export function SellerInvoice({ invoice, children }: { invoice: InvoiceView; children?: ReactNode }) {
  return (
    <div className={s.two}>
      <div className={s.col}>
        <InvoiceAmounts invoice={invoice} />
        <InvoiceTimeline invoice={invoice} />
      </div>
      <div className={s.col}>
        <InvoiceDocument invoice={invoice} />
        {children}
      </div>
    </div>
  );
}
