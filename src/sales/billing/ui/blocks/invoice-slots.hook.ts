import { queryOptions } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext } from 'react';
import { useApis } from '#kit/ui/query/api.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { InvoiceView } from '../../invoices.contract.ts';

export type AccountFound = { id: string; name: string };
/** Finds accounts to write an invoice to. */
export type AccountSource = {
  /** Customers and vendors whose names match; the first twenty. */
  find: (search: string) => Promise<AccountFound[]>;
};
/** What the screens of invoices ask of accounts, whose screens they do not know. The route table fills it. */
export type InvoiceSlots = { accounts: (api: LoadContext['api']) => AccountSource };
/** Under the amounts of one invoice, for the seller: what later domains say of its tax. */
export type InvoiceTaxSlot = ComponentType<{ invoice: InvoiceView }>;
/** At the end of the page for the buyer: the way to support with the invoice. */
export type InvoiceHelpSlot = ComponentType<{ invoiceId: string }>;

export const accountsFoundQuery = (source: AccountSource, search: string) =>
  queryOptions({ queryKey: ['admin', 'invoices.accounts', search], queryFn: () => source.find(search) });

const nothing: AccountSource = { find: async () => [] };
export const InvoiceSlotsContext = createContext<InvoiceSlots>({ accounts: () => nothing });
export const useAccountSource = (): AccountSource => {
  const { accounts } = useContext(InvoiceSlotsContext);
  return accounts(useApis());
};
