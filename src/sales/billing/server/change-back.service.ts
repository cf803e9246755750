/** What a change gives back by credit notes of its own: written once the change counts, each once. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { creditable, creditAcross, creditNote } from './credit-notes.service.ts';
import { lockInvoice, settledOf } from './invoices.queries.ts';
import { post } from './journal.service.ts';
import { insertBalance } from './payments.queries.ts';
import { changeSubscription, lockSubscription, withGivesBack } from './subscriptions.queries.ts';

/** What no claim is left for, in minor units: to the balance of the account. */
async function giveToBalance(
  ctx: Ctx,
  tx: Db,
  { row, amount }: { row: Pick<SubscriptionRow, 'accountId' | 'sellerId' | 'currency'>; amount: bigint },
): Promise<void> {
  if (amount <= 0n) return;
  const { accountId, sellerId, currency } = row;
  const at = new Date(ctx.now());
  await insertBalance(tx, { id: newId(ctx.now()), accountId, sellerId, currency, amount, cause: 'proration', at });
  // all of it is less revenue: tax that an invoice shows stays owed until a credit note corrects it, and here none is written
  const moves = [
    { ledger: 'revenue' as const, amount },
    { ledger: 'balance' as const, amount: -amount },
  ];
  await post(ctx, tx, { cause: 'balance', sellerId, accountId, currency, moves });
}

/** An amount goes to the balance by credit notes on what was paid, from the newest claim on. */
export async function giveBackPaid(ctx: Ctx, tx: Db, { row, amount }: { row: SubscriptionRow; amount: bigint }): Promise<void> {
  const claims = (await settledOf(tx, row.id)).filter((one) => one.state === 'paid');
  const left = await creditAcross(ctx, tx, { claims, amount, reason: 'change' });
  await giveToBalance(ctx, tx, { row, amount: left });
}

/** Writes what one subscription owes. Throws `payment_undecided` while a card may still pay a claim of it. */
export const giveBackOwed = (ctx: Ctx, id: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (row === null || row.givesBack.length === 0) return;
    for (const { invoiceId, amount } of row.givesBack) {
      const invoice = await lockInvoice(tx, invoiceId);
      const most = invoice === null ? 0n : await creditable(tx, invoice);
      const part = BigInt(amount) < most ? BigInt(amount) : most;
      if (invoice !== null && part > 0n) await creditNote(ctx, tx, { invoice, amount: part, reason: 'change' });
      await giveToBalance(ctx, tx, { row, amount: BigInt(amount) - part });
    }
    await changeSubscription(tx, id, { givesBack: [] });
    await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'billing' });
  });

/** Those whose writing failed. */
export async function giveBackAll(ctx: Ctx): Promise<void> {
  for (const id of await withGivesBack(ctx.system.read, 100))
    await giveBackOwed(ctx, id).catch((error: unknown) =>
      ctx.log.error({ error, subscription: id }, 'what a change gives back could not be written'),
    );
}
