import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { InvoiceView, PaymentView } from '../invoices.contract.ts';
import type { Side } from './invoice-data.hook.ts';
import type { ReasonFor } from './invoice-reason.part.tsx';

/** What the page asks at this moment. */
export type Asking = 'nothing' | 'finalize' | 'tax' | 'record' | 'credit' | 'send' | ReasonFor;
type InvoiceAsking = { asking: Asking; setAsking: (what: Asking) => void; payment: PaymentView | null };

/** What an invoice's page asks. `?refund={payment}`: a payment's view leads to its refund, which is a credit note here. */
export function useAsking({ payments, rights }: InvoiceView, side: Side): InvoiceAsking {
  const [search, setSearch] = useSearchParams();
  const named = payments.find((one) => one.id === search.get('refund')) ?? null;
  const payment = side === 'seller' && rights.refund ? named : null;
  const [asking, setAsking] = useState<Asking>(payment === null ? 'nothing' : 'credit');
  const set = (what: Asking) => {
    setAsking(what);
    // asked once: a reload must not open the dialog again
    if (search.has('refund'))
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('refund');
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
  };
  return { asking, setAsking: set, payment };
}
