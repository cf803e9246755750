/** Minutes that no claim can give back, or none comes for: by a credit note on the invoice that asked for them. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { CreditChoice } from '../credit.rules.ts';
import { creditNote } from './credit-notes.service.ts';
import { creditableOf } from './credit-parts.service.ts';
import { creditNotesOf, linesOf, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { OLD_DAYS } from './minutes-claim.service.ts';
import { leftToGive } from './minutes-over.service.ts';
import { fitsTax } from './minutes-tax.service.ts';
import { putOnInvoice, taxOfMonth, waitingCharges, withBack } from './minutes.queries.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { taxFor } from './price.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';

const BATCH = 1000;

type MinutesCredit = { invoiceId: string; month: string; amount: bigint };
/** Credits the lines that asked for the minutes of a month, never more than is left of them. Returns the note; null where nothing is left. */
async function creditMonth(ctx: Ctx, tx: Db, { invoiceId, month, amount }: MinutesCredit): Promise<InvoiceRow | null> {
  const invoice = await lockInvoice(tx, invoiceId);
  const left = invoice === null ? null : await creditableOf(tx, invoice);
  if (invoice === null || left === null) return null;
  const ours = (await linesOf(tx, invoice.id)).filter((one) => one.kind === 'minutes' && one.explained?.['month'] === month);
  const lines: CreditChoice[] = [];
  let rest = amount;
  for (const { position } of ours) {
    const most = left.lines.find((one) => one.position === position)?.left ?? 0n;
    const part = rest < most ? rest : most;
    if (part > 0n) lines.push({ position, amount: part });
    rest -= part;
  }
  return lines.length === 0 ? null : creditNote(ctx, tx, { invoice, lines, reason: 'minutes' });
}

async function giveBackOf(ctx: Ctx, tx: Db, id: string): Promise<void> {
  const row = await lockSubscription(tx, id);
  const seller = row === null ? null : await sellerById(tx, row.sellerId);
  const place = row === null ? null : await profileOf(tx, row.accountId);
  if (seller === null || place === null) return;
  const today = taxFor({ seller, place, at: ctx.now() }, 'charge');
  const old = ctx.now() - OLD_DAYS * 86_400_000;
  const waiting = await waitingCharges(tx, id);
  // what was given back of that invoice in another way is not given back twice
  const left = await leftToGive(tx, waiting);
  for (const one of waiting) {
    const amount = left.get(one.id);
    const asked = amount === undefined ? null : await taxOfMonth(tx, one);
    if (asked === null || amount === undefined) continue;
    const waits = row?.endedAt === null && one.reckonedAt.getTime() > old;
    // with the same tax it is a line of the next claim
    if (waits && amount === -one.amount && fitsTax(asked, today)) continue;
    const { invoiceId } = asked;
    const written = amount === 0n ? null : await creditMonth(ctx, tx, { invoiceId, month: one.month, amount });
    const note = written ?? (await creditNotesOf(tx, invoiceId)).at(-1);
    // it was given back by that one, and waits for nothing more
    if (note !== undefined) await putOnInvoice(tx, [one.id], note.id);
  }
}

/**
 * Looks at all that waits to be given back, `limit` at a time; one that fails is logged and tried again with the next look. What waits for
 * long holds up nobody: each has its turn.
 */
export async function giveMinutesBack(ctx: Ctx, { limit = BATCH }: { limit?: number } = {}): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('subscriptions.manage');
  for (let after: string | null = null, left = true; left; ) {
    const ids: string[] = await withBack(ctx.system.read, { after, limit });
    for (const id of ids)
      await ctx.system
        .write((tx) => giveBackOf(ctx, tx, id))
        .catch((error: unknown) => ctx.log.error({ error, subscription: id }, 'minutes could not be given back'));
    after = ids.at(-1) ?? null;
    left = ids.length === limit;
  }
}
