/**
 * Credit notes: what is given back of an invoice, in a series of their own, as positive amounts. First set off against what is still due, the
 * rest goes to the balance of the account, or back to the payer (business rules §2, §4.10).
 */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { note } from './access.service.ts';
import { afterGivenBack, afterPaid, afterTakenBack } from './after.service.ts';
import { finalize } from './finalize.service.ts';
import { type CreditParts, creditPartsOf, type CreditWish } from './credit-parts.service.ts';
import { changeInvoice, creditNotesOf, insertInvoice, putParts } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { post, postBalance, postRefund } from './journal.service.ts';
import { insertBalance, undecidedOf } from './payments.queries.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { dropUndecided } from './settle.service.ts';

/** How much may still be given back. */
export async function creditable(db: Db, invoice: InvoiceRow): Promise<bigint> {
  if (invoice.kind !== 'invoice' || !['open', 'paid', 'uncollectible'].includes(invoice.state)) return 0n;
  return (await creditNotesOf(db, invoice.id)).reduce((left, one) => left - one.total, invoice.total);
}

type Known = { invoice: InvoiceRow; amount: bigint; reason: string };
async function drafted(ctx: Ctx, tx: Db, { invoice, parts, reason }: Known & { parts: CreditParts }): Promise<InvoiceRow> {
  const id = newId(ctx.now());
  const net = parts.taxes.reduce((sum, one) => sum + one.base, 0n);
  const sum = (of: 'amount' | 'discount') => parts.lines.reduce((all, line) => all + line[of], 0n);
  const { sellerId, accountId, subscriptionId, currency, inclusive, taxFacts, locale, periodStart, periodEnd } = invoice;
  const row = await insertInvoice(tx, {
    ...{ id, sellerId, accountId, subscriptionId, currency, inclusive, taxFacts, locale, periodStart, periodEnd },
    kind: 'credit_note',
    state: 'draft',
    cause: 'credit',
    linesTotal: sum('amount'),
    discountTotal: sum('discount'),
    net,
    tax: parts.total - net,
    total: parts.total,
    note: '',
    refersTo: invoice.id,
    reason,
    dunned: [],
    revision: 1,
    createdAt: new Date(ctx.now()),
  });
  const lines = parts.lines.map((line) => ({ ...line, invoiceId: id }));
  await putParts(tx, id, { lines, taxes: parts.taxes.map((tax) => ({ ...tax, invoiceId: id })) });
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, sellerId);
  const buyer = await profileOf(tx, accountId);
  if (seller === null || (await findStanding(tx, accountId)) === null) throw new Failure('wrong_state');
  if (invoice.seller === null || invoice.buyer === null) throw new Failure('wrong_state');
  // it carries the tax of its invoice, which only fits the parties that the invoice names
  const onPaper = { seller: invoice.seller, buyer: invoice.buyer };
  return finalize(ctx, tx, { draft: row, seller, buyer, onPaper, dueDays: 0 });
}

/** Whether all of a claim was given back, and nothing of it is paid by anybody. */
export const isGivenBack = async (db: Db, invoice: InvoiceRow): Promise<boolean> =>
  invoice.state === 'paid' && invoice.total > 0n && (await creditable(db, invoice)) <= 0n;

/** Sets off what is still due; returns how much that was. */
async function setOff(ctx: Ctx, tx: Db, { invoice, amount, reason, most }: Known & { most: bigint }): Promise<bigint> {
  const due = invoice.state === 'paid' ? 0n : invoice.remaining;
  const off = amount < due ? amount : due;
  if (off === 0n) return 0n;
  const whole = off === due;
  if (whole) await dropUndecided(ctx, tx, invoice.id);
  // a page for the sum of before would take too much
  else if ((await undecidedOf(tx, invoice.id))?.provider === 'card') throw new Failure('payment_undecided');
  // what was given up on is a loss no more
  if (invoice.state === 'uncollectible')
    await post(ctx, tx, {
      cause: 'credit_note',
      sellerId: invoice.sellerId,
      accountId: invoice.accountId,
      currency: invoice.currency,
      invoiceId: invoice.id,
      moves: [
        { ledger: 'receivable', amount: off },
        { ledger: 'loss', amount: -off },
      ],
    });
  const after = await changeInvoice(tx, invoice.id, {
    credited: invoice.credited + off,
    ...(whole ? { state: 'paid' as const, closedAt: new Date(ctx.now()) } : {}),
  });
  // a purchase or a change that nobody paid for, or whose money goes back with it, does not begin because it was taken back
  const unpaid =
    ['start', 'change', 'pass'].includes(invoice.cause) && (after.paid + after.balanceUsed === 0n || amount === most);
  if (whole && unpaid) await afterTakenBack(ctx, tx, { invoice: after, reason });
  else if (whole) await afterPaid(ctx, tx, after);
  return off;
}

/** What of an amount that is given back is not set off against what is due. */
export function restOf({ state, remaining }: Pick<InvoiceRow, 'state' | 'remaining'>, amount: bigint): bigint {
  const due = state === 'paid' ? 0n : remaining;
  return amount > due ? amount - due : 0n;
}

/** `invoice`: locked, after its subscription. What is given back of it: an amount, or lines. `from`: whence the rest goes back; else it goes to the balance. */
export type Credit = { invoice: InvoiceRow; reason: string; from?: 'card' | 'bank' } & CreditWish;
/** Writes one. Throws `credit_too_much` beyond what is left of the invoice or of a line, `payment_undecided` while a card may still pay it. */
export async function creditNote(ctx: Ctx, tx: Db, credit: Credit): Promise<InvoiceRow> {
  const { invoice, reason } = credit;
  const most = await creditable(tx, invoice);
  if (most <= 0n) throw new Failure('credit_too_much', { data: { most: Number(most) } });
  const parts = await creditPartsOf(tx, invoice, credit);
  const amount = parts.total;
  const row = await drafted(ctx, tx, { invoice, amount, reason, parts });
  const off = await setOff(ctx, tx, { invoice, amount, reason, most });
  if (amount === most && (invoice.cause === 'pass' || invoice.cause === 'start'))
    await afterGivenBack(ctx, tx, { invoice, reason });
  const rest = amount - off;
  const { accountId, sellerId, currency } = row;
  const at = new Date(ctx.now());
  if (rest > 0n && credit.from !== undefined) await postRefund(ctx, tx, { note: row, amount: rest, from: credit.from });
  else if (rest > 0n) {
    const entry = { id: newId(ctx.now()), accountId, sellerId, currency, invoiceId: row.id, at };
    await insertBalance(tx, { ...entry, amount: rest, cause: 'credit_note', reason });
    await postBalance(ctx, tx, { invoice: row, amount: -rest });
  }
  const subscription = row.subscriptionId === null ? {} : { subscriptionId: row.subscriptionId };
  await note(ctx, tx, {
    ...{ accountId, sellerId, invoiceId: invoice.id, ...subscription },
    kind: 'invoice.credited',
    reason,
    data: { number: row.number, amount: Number(amount), currency, setOff: Number(off), rest: Number(rest) },
  });
  const [paid, balanceUsed] = credit.from === undefined ? [0n, rest] : [rest, 0n];
  return changeInvoice(tx, row.id, { state: 'paid', credited: off, paid, balanceUsed, closedAt: at });
}

/** Gives back an amount of what a subscription was charged, from its newest claims on. Returns what could not be given back. */
export async function creditAcross(
  ctx: Ctx,
  tx: Db,
  { claims, amount, reason }: { claims: readonly InvoiceRow[]; amount: bigint; reason: string },
): Promise<bigint> {
  let left = amount;
  for (const invoice of claims) {
    const most = await creditable(tx, invoice);
    const part = left < most ? left : most;
    if (part > 0n) await creditNote(ctx, tx, { invoice, amount: part, reason });
    left -= part > 0n ? part : 0n;
  }
  return left;
}
