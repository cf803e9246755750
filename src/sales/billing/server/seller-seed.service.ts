/** A seller that nobody typed in: sample data has no session in which somebody could prove who they are. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SellerRow } from './billing.table.ts';
import { type Extra, putSeller } from './parties.queries.ts';

/** Says who issues the invoices, as the installation itself does for sample data. Throws `not_allowed` for everybody else. */
export async function seedSeller(
  ctx: Ctx,
  row: Omit<SellerRow, 'revision' | 'changedAt' | Extra> & Partial<Pick<SellerRow, Extra>>,
): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('invoices.manage');
  await ctx.system.write((tx) => putSeller(tx, { ...row, changedAt: new Date(ctx.now()) }, null));
}
