/** The lists as other pages offer them. Asked for with each of these pages, they would cost as much as the rest of it. */
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { newsletterCalls } from '../subscribing.contract.ts';
import { openLists } from './lists.queries.ts';
import type { ListRow } from './newsletter.table.ts';
import { wordsOfList } from './subscribing.service.ts';

/** Milliseconds. */
const keptFor = 5_000;

function recentLists(): (ctx: Ctx) => Promise<ListRow[]> {
  const kept = new WeakMap<Ctx['system'], { until: number; lists: Promise<ListRow[]> }>();
  return (ctx) => {
    const known = kept.get(ctx.system);
    if (known !== undefined && known.until > ctx.now()) return known.lists;
    const lists = openLists(ctx.system.read);
    kept.set(ctx.system, { until: ctx.now() + keptFor, lists });
    lists.catch(() => kept.delete(ctx.system));
    return lists;
  };
}
const listsOf = recentLists();

export async function offeredLists(ctx: Ctx): Promise<ResultIn<typeof newsletterCalls.offers>> {
  return { items: (await listsOf(ctx)).map((row) => wordsOfList(row, ctx.locale)) };
}
