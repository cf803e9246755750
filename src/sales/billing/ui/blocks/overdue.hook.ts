import type { Client, ResultIn } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { invoicesCalls } from '../../invoices.contract.ts';

/** The part of the contract for what an account has to pay late. */
export const overdueApi = { invoices: invoicesCalls };
export type OverdueList = ResultIn<typeof invoicesCalls.list>;
/** The newest of them; the list has the others. */
export const overdueFilter = { state: 'overdue', kind: 'invoice', limit: 3 } as const;
export const overdueQuery = ({ invoices }: Client<typeof overdueApi>) =>
  callQuery({ area: 'user', name: 'invoices.overdue', call: invoices.list, input: { query: overdueFilter } });
