/** When an account is erased the provider of its cards forgets it, too, once nothing of its money moves there any more (business rules §5.2, F7). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { customersOf, isMoneyMoving } from './forget-customer.queries.ts';

export const FORGET_CUSTOMER_JOB = 'billing.forget-customer';
/** Hours until it is looked again whether the money still moves. */
const LOOK_HOURS = 24;

type Forgetting = { accountId: string; ref: string };
const later = (ctx: Ctx, tx: Db, { of, after }: { of: Forgetting; after?: number }): Promise<void> =>
  ctx.jobs.enqueue(tx, { job: FORGET_CUSTOMER_JOB, payload: of, key: of.ref, ...(after === undefined ? {} : { after }) });

/** Asks for it in the transaction that erases the account: the name by which it is known there is gone with its rows. `tx` must be the system's. */
export async function forgetCustomers(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  for (const { provider, ref } of await customersOf(tx, accountId))
    if (provider === 'card') await later(ctx, tx, { of: { accountId, ref } });
}

/** Has the provider forget it; while money moves it waits a day. Rejects when the provider cannot be asked, and is tried again. */
export async function forgetCustomer(ctx: Ctx, of: Forgetting): Promise<void> {
  const provider = cardProvider(ctx);
  if (provider === null)
    return ctx.log.warn({ account: of.accountId }, 'no provider of cards is set up that could forget an erased account');
  if (await isMoneyMoving(ctx.system.read, of.accountId))
    return ctx.system.write((tx) => later(ctx, tx, { of, after: ctx.now() + LOOK_HOURS * 3_600_000 }));
  await provider.forgetCustomer(of.ref);
}
