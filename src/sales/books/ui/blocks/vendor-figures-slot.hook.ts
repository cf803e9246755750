import { loadable } from '#kit/ui/loadable.tsx';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import { booksApi, vendorSumsQuery } from '../books-data.hook.ts';

const Figures = loadable(async () => (await import('../vendor-figures.part.tsx')).VendorFigures);

/** What the books bring to the operator's list of vendors. */
export const vendorFigures: Pick<VendorSlots, 'Figures' | 'loadFigures'> = {
  Figures,
  loadFigures: async ({ api, queries }) =>
    Promise.all([Figures.preload(), queries.ensureQueryData(vendorSumsQuery(api(booksApi)))]),
};
