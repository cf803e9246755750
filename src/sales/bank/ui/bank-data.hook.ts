import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { allInvoicesCalls } from '#sales/billing/all-invoices.contract.ts';
import { bankCalls } from '../bank.contract.ts';
import { periodsCalls } from '../periods.contract.ts';

/** The part of the contract that these views speak. */
export const bankApi = { bank: bankCalls, periods: periodsCalls, allInvoices: allInvoicesCalls };
export type BankClient = Client<typeof bankApi>;
/** `vendor`: a vendor that sells in its own name. */
export type Side = 'buyer' | 'seller' | 'vendor';
export type Decided = 'booked' | 'ignored' | 'out';

export const queueQuery = ({ bank }: BankClient, search = '') =>
  callQuery({ area: 'admin', name: 'bank.queue', call: bank.queue, input: { query: search === '' ? {} : { search } } });
export const bankSettingsQuery = ({ bank }: BankClient) =>
  callQuery({ area: 'admin', name: 'bank.settings', call: bank.settings, input: {} });
export const statementsQuery = ({ bank }: BankClient) =>
  callQuery({ area: 'admin', name: 'bank.statements', call: bank.statements, input: { query: { limit: 10 } } });
export const entriesQuery = ({ bank }: BankClient, state: Decided, cursor: string | null) =>
  callQuery({
    area: 'admin',
    name: 'bank.entries',
    call: bank.entries,
    input: { query: { state, ...(cursor !== null && { cursor }) } },
  });
export const claimsQuery = ({ bank }: BankClient, query: { search: string; currency: string }) =>
  callQuery({ area: 'admin', name: 'bank.claims', call: bank.claims, input: { query } });
export const reportedQuery = ({ bank }: BankClient, cursor: string | null) =>
  callQuery({
    area: 'admin',
    name: 'bank.reported',
    call: bank.reported,
    input: { query: { limit: 50, ...(cursor !== null && { cursor }) } },
  });
export const periodsQuery = ({ periods }: BankClient, side: Side) =>
  side === 'seller'
    ? callQuery({ area: 'admin', name: 'periods.list', call: periods.list, input: {} })
    : side === 'vendor'
      ? callQuery({ area: 'admin', name: 'periods.vendor', call: periods.vendor, input: {} })
      : callQuery({ area: 'user', name: 'periods.own', call: periods.own, input: {} });

/** Refetches everything about money on the seller's side. */
export function useBankRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
