/** The event passes of an account as they are shown. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import type { PassView } from '../held-pass.contract.ts';
import { passStateOf } from '../passes.rules.ts';
import { profileOf } from './parties.queries.ts';
import { isUsed, passWithdrawable } from './withdraw-pass.service.ts';
import { withdrawUntil } from './withdraw.service.ts';
import { claimsOfPasses, passesOf } from './passes.queries.ts';

/** How many are shown: those of years ago stand on their invoices. */
const SHOWN = 20;
/** Newest first. The account is looked at by its own eyes, or the system's. */
export async function passesOut(ctx: Ctx, accountId: string): Promise<PassView[]> {
  const rows = await passesOf(ctx.system.read, { accountId, limit: SHOWN });
  if (rows.length === 0) return [];
  const [names, claims] = await Promise.all([
    findPlanNames(
      ctx.system.read,
      rows.map((row) => row.planId),
      ctx.locale,
    ),
    claimsOfPasses(
      ctx.system.read,
      rows.map((row) => row.id),
    ),
  ]);
  const buyer = await profileOf(ctx.system.read, accountId);
  const open = rows.filter((row) => passWithdrawable(row, { buyer, now: ctx.now() }));
  const used = await Promise.all(open.map((row) => isUsed(ctx.system.read, row)));
  const free = new Map(open.flatMap((row, at) => (used[at] === false ? [[row.id, withdrawUntil(row)] as const] : [])));
  return rows.map((row) => {
    const [periodStart, periodEnd] = [row.periodStart?.getTime() ?? null, row.periodEnd?.getTime() ?? null];
    const { state } = row;
    return {
      id: row.id,
      name: names.get(row.planId) ?? '',
      state: passStateOf({ state, periodStart, periodEnd, endedAt: row.endedAt?.getTime() ?? null }, ctx.now()),
      startsAt: periodStart ?? row.anchorAt.getTime(),
      endsAt: periodEnd,
      invoiceId: claims.get(row.id)?.id ?? null,
      withdrawUntil: free.get(row.id) ?? null,
    };
  });
}
