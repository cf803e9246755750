import type { ReactNode } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type InvoiceSlots, InvoiceSlotsContext } from '#sales/billing/ui/blocks/invoice-slots.hook.ts';
import { booksText } from '../books-text.hook.ts';
import { SubscriptionList } from '../subscription-list.part.tsx';

/** The list with what it asks of accounts, whose screens it does not know. */
export const subscriptionsView = (slots: InvoiceSlots) =>
  function SubscriptionsView({ head }: { head: (action?: ReactNode) => ReactNode }) {
    const say = booksText();
    const { can } = useAuth();
    if (!can('invoices.manage'))
      return (
        <>
          {head()}
          <p className="quiet">{say('list.noRight')}</p>
        </>
      );
    return (
      <InvoiceSlotsContext value={slots}>
        <SubscriptionList head={head} />
      </InvoiceSlotsContext>
    );
  };
