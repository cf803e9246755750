/** Charges at the provider without a payment here, or with one that was given up: after a restored backup, or by a mistake of ours. */
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { operatorSeller } from './access.service.ts';
import { tellOperator } from './operator-word.service.ts';
import { keyOf, take } from './pay.service.ts';
import { paymentById } from './payments.queries.ts';
import { givenUp } from './settle.service.ts';

/** Days that are looked back. */
const LOOK_DAYS = 3;

/** Tells the operator of one, once. `ref`: the provider's name of it. */
export async function tellStray(ctx: Ctx, ref: string): Promise<void> {
  const seller = await operatorSeller(ctx.system.read);
  if (seller === null) return;
  const isFirst = await ctx.limits.use(`billing-stray:${ref}`, { max: 1, windowSeconds: 30 * 86_400 }).then(
    () => true,
    () => false,
  );
  const { accountId: sellerId } = seller;
  if (isFirst)
    await ctx.system.write((tx) =>
      tellOperator(ctx, tx, { sellerId, kind: 'strayCharge', data: { ref }, link: '/all-invoices' }),
    );
}

/** Checks the open payments at the provider: cancels those we gave up, and reports those unknown here to the operator. */
export async function lookForStrays(ctx: Ctx): Promise<void> {
  const provider = cardProvider(ctx);
  if (provider === null) return;
  for (const { paymentId, ref } of await provider.listOpen(ctx.now() - LOOK_DAYS * 86_400_000)) {
    // without our name it is another program's
    if (paymentId === null || !isId(paymentId)) continue;
    const payment = await paymentById(ctx.system.read, paymentId);
    if (payment === null) await tellStray(ctx, ref);
    else if (givenUp.includes(payment.state)) {
      const result = await provider.cancel({ ...(await keyOf(ctx, payment)), ref });
      if (result.state === 'succeeded') await ctx.system.write((tx) => take(ctx, tx, { id: payment.id, result }));
    }
  }
}
