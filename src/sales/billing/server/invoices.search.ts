/** What the search finds here. */
import type { FoundThing, SearchSource } from '#kit/server/search-source.ts';
import type { InvoiceItem } from '../invoices.contract.ts';
import { list as listSold } from './all-invoices.service.ts';
import { list } from './invoices.service.ts';

const found = ({ id, number, accountName, currency, total, issueDate }: InvoiceItem): FoundThing[] =>
  number === null
    ? []
    : [
        {
          ...{ id, name: number, detail: accountName, amount: { minor: total, currency } },
          at: issueDate === null ? null : Date.parse(issueDate),
        },
      ];

const bought: SearchSource = {
  kind: 'invoice',
  find: async (ctx, wish) => (await list(ctx, wish)).items.flatMap(found),
};

const sold: SearchSource = {
  kind: 'invoice',
  find: async (ctx, wish) => {
    const { items } = await listSold(ctx, wish);
    const side = ctx.actor.kind === 'user' && ctx.actor.accountKind === 'vendor' ? 'sold' : 'theirs';
    return items.flatMap(found).map((one) => ({ ...one, side }));
  },
};

export const searchSources: readonly SearchSource[] = [bought, sold];
