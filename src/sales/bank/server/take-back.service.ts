/** What the bank sends back: a line that went out takes back what another one brought. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { moneyKeeperOf } from '#sales/billing/server/access.service.ts';
import { reversePayment } from '#sales/billing/server/reverse.service.ts';
import { lockClaims } from '#sales/billing/server/transfer-booking.service.ts';
import type { EntryView } from '../bank.contract.ts';
import { bookingsOf, changeEntry, entryById, lockEntry } from './bank.queries.ts';
import { proposalsFor } from './proposals.service.ts';
import { entryView } from './queue.service.ts';

/** Somebody confirms that a line takes back what it is proposed for: its invoices are open again. Throws `wrong_state` where nothing is proposed. */
export async function takeBack(ctx: Ctx, id: string): Promise<EntryView> {
  const { accountId: sellerId, userId } = moneyKeeperOf(ctx);
  const { read } = ctx.system;
  const seen = await entryById(read, id);
  if (seen === null || seen.sellerId !== sellerId) throw notFound();
  const returns = (await proposalsFor(read, { sellerId, entries: [seen] })).get(id)?.returns ?? null;
  if (returns === null || seen.state !== 'out') throw new Failure('wrong_state');
  await ctx.system.write(async (tx) => {
    // the older line first, so that two who take the same one back meet there
    const came = await lockEntry(tx, returns);
    const gone = await lockEntry(tx, id);
    if (came?.state !== 'booked' || gone?.state !== 'out') throw new Failure('wrong_state');
    const bookings = await bookingsOf(tx, [returns]);
    await lockClaims(tx, { sellerId, ids: bookings.map((one) => one.invoiceId) });
    const reason = gone.texts.join(' ').slice(0, 200) || 'returned by the bank';
    const valueDate = gone.valueOn ?? gone.bookedOn;
    for (const { paymentId } of bookings)
      await reversePayment(ctx, tx, { paymentId, reason, valueDate, bankRef: (gone.bankRef ?? '').slice(0, 140) });
    const decidedAt = new Date(ctx.now());
    await changeEntry(tx, id, { state: 'booked', how: 'hand', returns, decidedBy: userId, decidedAt });
    await record(ctx, tx, { action: 'bank.line-taken-back', subjectKind: 'bank-entry', subjectId: id });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
  });
  return entryView(ctx, id);
}
