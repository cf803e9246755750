import { money as moneyOf, toDecimal } from '#kit/money.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import { booksApi, eachVendorQuery, vendorSumsQuery } from '../books-data.hook.ts';

const Figures = loadable(async () => (await import('../vendor-figures.part.tsx')).VendorFigures);
const Money = loadable(async () => (await import('../vendor-money.part.tsx')).VendorMoneyCell);

const textOf = (sums: readonly { currency: string; amount: number }[]): string =>
  sums.map(({ currency, amount }) => `${toDecimal(moneyOf(BigInt(amount), currency))} ${currency}`).join('; ');

/** What the books bring to the operator's list of vendors. */
export const vendorFigures: Pick<VendorSlots, 'Figures' | 'loadFigures' | 'Money' | 'loadMoney' | 'moneyTexts'> = {
  Figures,
  loadFigures: async ({ api, queries }) =>
    Promise.all([Figures.preload(), queries.ensureQueryData(vendorSumsQuery(api(booksApi)))]),
  Money,
  loadMoney: async ({ api, queries }, ids) =>
    ids.length === 0 ? null : Promise.all([Money.preload(), queries.ensureQueryData(eachVendorQuery(api(booksApi), ids))]),
  moneyTexts: async (api, ids) => {
    if (ids.length === 0) return new Map();
    const { items } = await api(booksApi).books.eachVendor({ query: { ids: ids.join(',') } });
    return new Map(items.map((one) => [one.id, { recurring: textOf(one.recurring), toPay: textOf(one.toPay) }]));
  },
};
