/** How many accounts people may make for themselves in a day. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { countNewCustomers, holdNewCustomers } from '#core/accounts/server/look.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';

const day = 86_400_000;

async function requireBelow(ctx: Ctx, db: Db, perDay: number): Promise<void> {
  if ((await countNewCustomers(db, ctx.now() - day)) >= perDay) throw new Failure('sign_ups_full');
}

/** Throws `sign_ups_full` when as many accounts were made in the last 24 hours as the operator allows: nobody is led on for nothing. */
export async function requireRoom(ctx: Ctx): Promise<void> {
  const { perDay } = (await platformNow(ctx)).signUp;
  if (perDay !== null) await requireBelow(ctx, ctx.system.read, perDay);
}

/** The same before an account is made in this transaction: of several who come for the last one, the others wait and are refused. */
export async function takeRoom(ctx: Ctx, tx: Db, perDay: number | null): Promise<void> {
  if (perDay === null) return;
  await holdNewCustomers(tx);
  await requireBelow(ctx, tx, perDay);
}
