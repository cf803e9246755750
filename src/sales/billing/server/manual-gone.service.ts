/** Plans that are paid by a seller's own way: as long as it is there, and the mail to those who pay by one that is archived. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import type { Chosen } from './card-tries.service.ts';
import { mailOn } from './mail.service.ts';
import { manualMethodById, plansPaidBy } from './manual-methods.queries.ts';
import { manualOfSubscription } from './manual-methods.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { mustTake, waysOf } from './quote.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';

type Taking = { row: Pick<SubscriptionRow, 'id'>; seller: SellerRow; how: Chosen };
/** Throws `provider_off` as `mustTake` does. Without a word about `manual` a plan is paid as before, also by a way that is not offered to others any more. */
export async function mustTakeAs(ctx: Ctx, db: Db, { row, seller, how }: Taking): Promise<void> {
  const asBefore = how.by === 'transfer' && how.manual === undefined;
  if (asBefore && (await manualOfSubscription(db, row.id)) !== null) return;
  await mustTake(ctx, db, { seller, ...how });
}

/** Name of the archived way that a plan was paid by; null where it is paid otherwise. `db` sees the seller's. */
export async function goneManual(db: Db, { manualId }: Pick<SubscriptionRow, 'manualId'>): Promise<string | null> {
  const method = manualId === null ? null : await manualMethodById(db, manualId);
  return method === null || method.archivedAt === null ? null : method.name;
}

async function tellOne(ctx: Ctx, tx: Db, { row, way }: { row: SubscriptionRow; way: string }): Promise<void> {
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, row.sellerId);
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  if (seller === null || buyer === null || account === null) return;
  const { locale } = account;
  const plan = (await findPlanNames(tx, [row.planId], locale)).get(row.planId) ?? '';
  const bank = waysOf(ctx, seller).includes('transfer') ? 'yes' : 'no';
  await mailOn(ctx, tx, { to: buyer, locale, about: 'wayGone', once: `${row.manualId}:${row.id}`, data: { plan, way, bank } });
}

const BATCH = 100;
/** Tells everybody whose running plan is paid by an archived way, once; after a failure only those who have no mail yet. */
export async function tellGone(ctx: Ctx, manualId: string): Promise<void> {
  const { read } = ctx.system;
  const method = await manualMethodById(read, manualId);
  if (method === null || method.archivedAt === null) return;
  const failed: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const ids: string[] = await plansPaidBy(read, { manualId, after, limit: BATCH });
    for (const id of ids)
      await ctx.system
        .write(async (tx) => {
          const row = await lockSubscription(tx, id);
          if (row?.manualId === manualId) await tellOne(ctx, tx, { row, way: method.name });
        })
        .catch((error: unknown) => failed.push(error));
    after = ids.at(-1) ?? null;
    if (ids.length < BATCH) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, 'not everybody could be told that a way to pay is gone');
}
