/** What somebody may still pay. */
import type { InvoiceState } from './invoices.contract.ts';

/** What was given up on is still owed: its owner may pay it, and nobody charges it. `remaining`: minor units. */
export const isDue = ({ state, remaining }: { state: InvoiceState; remaining: bigint | number }): boolean =>
  (state === 'open' || state === 'uncollectible') && remaining > 0;

export const isOverdue = (row: { state: InvoiceState; overdueAt: Date | null }, now: number): boolean =>
  row.state === 'open' && row.overdueAt !== null && row.overdueAt.getTime() <= now;
