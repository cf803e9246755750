import { createContext, useContext } from 'react';
import { useApis } from '#kit/ui/api.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';

export type AccountFound = { id: string; name: string };
/** Finds accounts to write an invoice to. */
export type AccountSource = {
  /** Customers and vendors whose names match; the first twenty. */
  find: (search: string) => Promise<AccountFound[]>;
};
/** What the screens of invoices ask of accounts, whose screens they do not know. The route table fills it. */
export type InvoiceSlots = { accounts: (api: LoadContext['api']) => AccountSource };

const nothing: AccountSource = { find: async () => [] };
export const InvoiceSlotsContext = createContext<InvoiceSlots>({ accounts: () => nothing });
export const useAccountSource = (): AccountSource => {
  const { accounts } = useContext(InvoiceSlotsContext);
  return accounts(useApis());
};
