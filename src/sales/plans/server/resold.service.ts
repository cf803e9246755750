/** The catalogue for resellers: what may be resold, and plans of their own that resell it. The caller checks the permission. */
import { newId } from '#kit/server/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { priceOf } from './plan-view.service.ts';
import { changePlan, currentPricesOf, insertPlan, insertVersion, lockPlan, nextPosition, plansPage } from './plans.queries.ts';
import { type PlanKind, type PlanPrice, planKinds } from '../plans.rules.ts';
import { planAt, pricesOf } from './sold.queries.ts';

export type Catalogued = {
  id: string;
  kind: PlanKind;
  version: number;
  name: string;
  visibility: string;
  prices: PlanPrice[];
};
const most = 300;

/** What a seller has on its shelf, but for what is archived, with the prices of the version on sale: plans, then add-ons, then passes. */
export async function catalogueOf(db: Db, sellerId: string): Promise<Catalogued[]> {
  const filter = { sellerId, search: null, kind: null, visibility: null };
  const rows = (await plansPage(db, filter, { after: null, limit: most }))
    .filter((row) => row.visibility !== 'archived')
    .sort((a, b) => planKinds.indexOf(a.kind) - planKinds.indexOf(b.kind));
  const prices = await currentPricesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, kind, version, name, visibility }) => ({
    id,
    kind,
    version,
    name,
    visibility,
    prices: prices.filter((price) => price.planId === id).map(priceOf),
  }));
}

/** Of one version of a plan, whatever its visibility is now. */
export const pricesAt = async (db: Db, of: { planId: string; version: number }): Promise<PlanPrice[]> =>
  (await pricesOf(db, of)).map(priceOf);

/** Days of the trial of one version; 0: there is none, or no such version. */
export const trialAt = async (db: Db, of: { planId: string; version: number }): Promise<number> =>
  (await planAt(db, of))?.version.trialDays ?? 0;

export type HandOn = {
  /** Whose plan it becomes. */
  sellerId: string;
  /** The plan that there is already; null: a new one. */
  planId: string | null;
  source: { planId: string; version: number };
  name: string;
  onSale: 'yes' | 'no';
  /** Of a new version; it needs no way to pay, because nobody but cards could be charged by it. */
  trialDays: number;
  /** Null: those it has. */
  prices: readonly Pick<PlanPrice, 'currency' | 'period' | 'amount' | 'seatAmount' | 'minuteAmount'>[] | null;
};
/**
 * Writes a plan that allows what another one does, under a seller's own name and prices; other prices, or another trial, are another
 * version. Null when there is no such source or plan.
 */
export async function handOn(ctx: Ctx, tx: Db, wish: HandOn): Promise<{ planId: string; version: number } | null> {
  const source = await planAt(tx, wish.source);
  const own = wish.planId === null ? null : await lockPlan(tx, { sellerId: wish.sellerId, id: wish.planId });
  if (source === null || (wish.planId !== null && own === null)) return null;
  const planId = own?.id ?? newId();
  const version = (own?.version ?? 0) + (wish.prices === null ? 0 : 1);
  const visibility = wish.onSale === 'yes' ? ('public' as const) : ('archived' as const);
  const { sellerId, name } = wish;
  const at = new Date(ctx.now());
  if (own === null) {
    const { code, summary } = source.plan;
    const position = await nextPosition(tx, sellerId);
    const row = { id: planId, sellerId, kind: source.plan.kind, code, name, summary, words: {}, visibility, position };
    await insertPlan(tx, { ...row, version, revision: 1, createdAt: at });
  } else await changePlan(tx, planId, { name, visibility, version });
  if (wish.prices === null) return { planId, version };
  const { entitlements, hours, seatKey, seatMost, dunning } = source.version;
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await insertVersion(
    tx,
    ...([
      {
        planId,
        version,
        entitlements,
        trialDays: wish.trialDays,
        trialNeedsMethod: false,
        hours,
        seatKey,
        seatMost,
        dunning,
        createdBy,
        createdAt: at,
      },
      wish.prices.map(({ currency, period, amount, seatAmount, minuteAmount = null }) => ({
        ...{ planId, version, currency, period, setupFee: 0n, inclusive: false },
        amount: BigInt(amount),
        seatAmount: seatAmount === null ? null : BigInt(seatAmount),
        minuteAmount: minuteAmount === null ? null : BigInt(minuteAmount),
      })),
    ] as const),
  );
  return { planId, version };
}
