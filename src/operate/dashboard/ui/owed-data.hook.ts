import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { type InvoiceItem, invoicesCalls } from '#sales/billing/invoices.contract.ts';

/** The part of the contract that this block speaks. */
export const owedApi = { invoices: invoicesCalls };

/** Of the newest open invoices, so many are looked at; so many of them are shown. */
const asked = 50;
const shown = 4;

export const owedQuery = (api: Client<typeof owedApi>) =>
  callQuery({
    area: 'user',
    name: 'dashboard.owed',
    call: api.invoices.list,
    input: { query: { state: 'open' as const, kind: 'invoice' as const, limit: asked } },
  });

/** What must be paid first stands first; one without a day comes last. */
export const firstDue = (items: readonly InvoiceItem[]): InvoiceItem[] =>
  items
    .filter((one) => one.remaining > 0)
    .toSorted((a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999'))
    .slice(0, shown);

/** What the block needs before it is shown, for the screen's `load`. Without it the page stands all the same. */
export const loadOwed = ({ api, queries }: Pick<LoadContext, 'api' | 'queries'>): Promise<void> =>
  queries.prefetchQuery(owedQuery(api(owedApi)));
