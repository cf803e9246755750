/** Commissions: earned when a customer pays, taken back with what is given back, locked when the time for refunds is over. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { holdVendor } from '#sales/vendors/server/access.service.ts';
import { findTerms, termsOver } from '#sales/vendors/server/selling.service.ts';
import { type Claim, findClaimKept } from '#sales/billing/server/resold.service.ts';
import { due } from '../resale.rules.ts';
import { commissionsOf, dueCommissions, insertCommission, lockCommissions, moveCommissions } from './earned.queries.ts';
import type { CommissionRow } from './resale.table.ts';

export const RECOUNT_JOB = 'resale.recount';
const dayMs = 86_400_000;

type Share = { vendorId: string; rate: number; lockDays: number };
/** Whose commission it is: once there is one, theirs and at its rate; else what the terms say today. */
async function shareOf(db: Db, claim: Claim, standing: readonly CommissionRow[]): Promise<Share | null> {
  const [first] = standing;
  if (first !== undefined) {
    const lockDays = (await findTerms(db, first.accountId))?.lockDays ?? 0;
    return { vendorId: first.accountId, rate: first.rate, lockDays };
  }
  const terms = await termsOver(db, claim.accountId);
  // what a vendor sells itself, or buys, earns it nothing
  if (terms === null || terms.rate === null || terms.accountId === claim.sellerId || terms.accountId === claim.accountId)
    return null;
  return { vendorId: terms.accountId, rate: terms.rate, lockDays: terms.lockDays };
}

/** Takes back: what waits for the end of its time is reversed, what is on its way to the vendor is set off later. */
async function takeBack(ctx: Ctx, tx: Db, of: { claim: Claim; share: Share; standing: readonly CommissionRow[]; off: bigint }) {
  const { claim, share, standing, off } = of;
  const open = standing.filter((one) => one.state === 'accrued' || one.state === 'locked');
  const sum = open.reduce((all, one) => all + one.amount, 0n);
  if (sum === -off && open.length > 0) {
    await moveCommissions(
      tx,
      open.map((one) => one.id),
      { state: 'reversed' },
    );
    return;
  }
  const [first] = standing;
  await insertCommission(tx, {
    ...{ id: newId(ctx.now()), accountId: share.vendorId, customerId: claim.accountId, invoiceId: claim.id, rate: share.rate },
    ...{ state: 'accrued', base: claim.kept, amount: off, currency: claim.currency, statementId: null },
    // it is set off with what it belongs to, or at once when that is on its way
    locksAt: first?.state === 'accrued' ? first.locksAt : new Date(ctx.now()),
    createdAt: new Date(ctx.now()),
  });
}

/** Makes the commission of a claim what it has to be; asked as often as one likes. */
export const recount = (ctx: Ctx, invoiceId: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const seen = await findClaimKept(tx, invoiceId);
    if (seen === null) return;
    const early = await shareOf(tx, seen, await commissionsOf(tx, invoiceId));
    if (early === null) return;
    // one after the other, and by what is true then
    await holdVendor(tx, early.vendorId);
    const [claim, standing] = [await findClaimKept(tx, invoiceId), await commissionsOf(tx, invoiceId)];
    const share = claim === null ? null : await shareOf(tx, claim, standing);
    if (claim === null || share === null) return;
    const held = standing.reduce((all, one) => all + one.amount, 0n);
    const amount = due({ kept: claim.kept, rate: share.rate, held });
    if (amount === null) return;
    if (amount < 0n) return takeBack(ctx, tx, { claim, share, standing, off: amount });
    await insertCommission(tx, {
      ...{ id: newId(ctx.now()), accountId: share.vendorId, customerId: claim.accountId, invoiceId, rate: share.rate },
      ...{ state: 'accrued', base: claim.kept, amount, currency: claim.currency, statementId: null },
      locksAt: new Date((claim.paidAt?.getTime() ?? ctx.now()) + share.lockDays * dayMs),
      createdAt: new Date(ctx.now()),
    });
  });

/** Asks for a recount where there is something to count; within the transaction that moves the claim it only asks. */
export async function noticeClaim(ctx: Ctx, tx: Db, of: { accountId: string; invoiceId: string }): Promise<void> {
  if ((await termsOver(tx, of.accountId)) === null && (await commissionsOf(tx, of.invoiceId)).length === 0) return;
  await ctx.jobs.enqueue(tx, { job: RECOUNT_JOB, payload: { invoiceId: of.invoiceId } });
}

/** Locks what no refund reverses any more, after a last look at each claim. Returns how many. */
export async function lockDue(ctx: Ctx): Promise<number> {
  const rows = await dueCommissions(ctx.system.read, new Date(ctx.now()), 5000);
  const counted = new Set<string>();
  const failed: unknown[] = [];
  for (const invoiceId of new Set(rows.map((row) => row.invoiceId)))
    await recount(ctx, invoiceId).then(
      () => counted.add(invoiceId),
      (error: unknown) => failed.push(error),
    );
  const locked = await ctx.system.write(async (tx) => {
    const still = await dueCommissions(tx, new Date(ctx.now()), 10_000);
    return lockCommissions(
      tx,
      still.filter((row) => counted.has(row.invoiceId)).map((row) => row.id),
    );
  });
  if (failed.length > 0) throw new AggregateError(failed, 'commissions could not be counted again');
  return locked;
}
