/** The newest posts as other pages show them. Asked for with each of these pages, they would cost as much as the rest of it. */
import type { ResultIn } from '#kit/contract.ts';
import type { Locale } from '#kit/facts.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { blogCalls } from '../reading.contract.ts';
import { readPosts } from './reading.service.ts';

type Newest = ResultIn<typeof blogCalls.newest>;
/** Milliseconds. */
const keptFor = 5_000;

function newestPosts(): (ctx: Ctx, locale: Locale) => Promise<Newest> {
  const kept = new WeakMap<Ctx['system'], Map<Locale, { until: number; newest: Promise<Newest> }>>();
  return (ctx, locale) => {
    const byLocale = kept.get(ctx.system) ?? new Map<Locale, { until: number; newest: Promise<Newest> }>();
    kept.set(ctx.system, byLocale);
    const known = byLocale.get(locale);
    if (known !== undefined && known.until > ctx.now()) return known.newest;
    // the names of categories follow the language of the posts, so that the answer is the same for every reader
    const newest = readPosts({ ...ctx, locale }, { locale, limit: 3 }).then(({ items }) => ({ items }));
    byLocale.set(locale, { until: ctx.now() + keptFor, newest });
    newest.catch(() => byLocale.delete(locale));
    return newest;
  };
}
const newestOf = newestPosts();

export const readNewest = (ctx: Ctx, locale: Locale): Promise<Newest> => newestOf(ctx, locale);
