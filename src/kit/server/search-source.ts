/** What the search over all domains asks of each: its own list, by its own rules of who may see what. */
import type { Ctx } from './ctx.ts';

/** A thing as the search shows it; what is left out it has not. */
export type FoundThing = {
  id: string;
  name: string;
  /** What tells it from others of its name: an account, an address, a number. */
  detail?: string | null;
  /** Epoch milliseconds. */
  at?: number | null;
  /** Of an invoice, in the smallest unit of its currency. */
  amount?: { minor: number; currency: string };
  /** `theirs`: of a customer of the operator, `sold`: issued by this reseller; both have other pages than one's own. */
  side?: 'own' | 'theirs' | 'sold';
};

/** `find` gives at most `limit`; its refusals mean that this person has nothing to find here. */
export type SearchSource = {
  kind: string;
  find: (ctx: Ctx, wish: { search: string; limit: number }) => Promise<readonly FoundThing[]>;
};
export type SearchModule = { searchSources: readonly SearchSource[] };
