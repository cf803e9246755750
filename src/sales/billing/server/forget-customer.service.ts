/** When an account is erased the provider of its cards forgets it, too, once nothing of its money moves there any more (business rules §5.2, F7). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { emptyAnswersOf } from './dispute-answers.queries.ts';
import { customersOf, isMoneyMoving } from './forget-customer.queries.ts';
import { tellOperator } from './operator-word.service.ts';

export const FORGET_CUSTOMER_JOB = 'billing.forget-customer';
/** Hours until it is looked again whether the money still moves, and whether the provider can be asked. */
const LOOK_HOURS = 24;
/** Days for which the provider is asked in vain: a person who wants to be erased must hear within a month that it was done (GDPR art. 12 (3)). */
const GIVE_UP_DAYS = 30;

/** `since`: from when on the provider could not be asked, in epoch milliseconds. */
type Forgetting = { accountId: string; ref: string; since?: number | undefined };
const later = (ctx: Ctx, tx: Db, { of, after }: { of: Forgetting; after?: number }): Promise<void> =>
  ctx.jobs.enqueue(tx, { job: FORGET_CUSTOMER_JOB, payload: of, key: of.ref, ...(after === undefined ? {} : { after }) });

/** Asks for it in the transaction that erases the account: the name by which it is known there is gone with its rows. `tx` must be the system's. */
export async function forgetCustomers(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  for (const { provider, ref } of await customersOf(tx, accountId))
    if (provider === 'card') await later(ctx, tx, { of: { accountId, ref } });
}

const again = (ctx: Ctx, of: Forgetting): Promise<void> =>
  ctx.system.write((tx) => later(ctx, tx, { of, after: ctx.now() + LOOK_HOURS * 3_600_000 }));

/** Tries again tomorrow; after a month people of the operator get a notice who has to be deleted there by hand. */
async function askedInVain(ctx: Ctx, { since = ctx.now(), ...of }: Forgetting): Promise<void> {
  if (ctx.now() - since < GIVE_UP_DAYS * 86_400_000) return again(ctx, { ...of, since });
  const operator = await findOperatorAccount(ctx.system.read);
  ctx.log.error({ account: of.accountId }, 'the provider of cards was asked in vain for a month to forget an erased account');
  await ctx.system.write(async (tx) => {
    await emptyAnswersOf(tx, of.accountId);
    if (operator === null) return;
    const told = { kind: 'customerKept' as const, data: { ref: of.ref }, link: '/all-invoices' };
    await tellOperator(ctx, tx, { sellerId: operator.id, ...told });
  });
}

/** Has the provider forget it. While money moves, no keys are set or the provider cannot be asked it waits a day; the last two for a month. */
export async function forgetCustomer(ctx: Ctx, of: Forgetting): Promise<void> {
  const { accountId, ref } = of;
  const provider = cardProvider(ctx);
  if (provider === null) return askedInVain(ctx, of);
  if (await isMoneyMoving(ctx.system.read, accountId)) return again(ctx, { accountId, ref });
  try {
    await provider.forgetCustomer(ref);
  } catch (error) {
    ctx.log.warn({ error, account: accountId }, 'the provider of cards could not be asked to forget an erased account');
    return askedInVain(ctx, of);
  }
  await ctx.system.write((tx) => emptyAnswersOf(tx, accountId));
}
