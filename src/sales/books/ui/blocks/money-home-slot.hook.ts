import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { booksApi, moneyQuery } from '../books-data.hook.ts';

/** The money block, loaded when somebody who may see it opens their home page. */
export const MoneyHome = loadable(async () => (await import('./money-home.part.tsx')).MoneyHome);
/** What the block needs before it is shown, for the screen's `load`. */
export const loadMoneyHome = async ({ api, queries }: Pick<LoadContext, 'api' | 'queries'>): Promise<void> => {
  await Promise.all([MoneyHome.preload(), queries.ensureQueryData(moneyQuery(api(booksApi)))]);
};
