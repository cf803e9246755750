/**
 * Paying: our row first, committed; then the provider is asked, under a key that is made of the row; then the row follows what it said. What
 * happens between those steps is found again by `reconcile` and the hourly look (business rules §5.3, §5.4).
 */
import { Failure } from '#kit/errors.ts';
import { money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { whyNotByCard } from '#sales/providers/card-amounts.rules.ts';
import type { PaymentKey, PaymentProvider, ProviderResult } from '#sales/providers/providers.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { isDue } from '../due.rules.ts';
import type { NextStep } from '../invoices.contract.ts';
import { note } from './access.service.ts';
import type { PaymentWay } from './card-tries.service.ts';
import { invoiceById, lockInvoice, openOf } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { keepCard } from './kept-card.service.ts';
import { customerRef, keepCustomer, makeFirst, methodsOf, profileOf, sellerById } from './parties.queries.ts';
import { manualBy } from './manual-methods.service.ts';
import type { Manual } from './manual-methods.table.ts';
import { changePayment, insertPayment, lockPayment, staleAt, touchPayment, undecided, undecidedOf } from './payments.queries.ts';
import { keepPlace } from './places.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';
import { isForward, lockPaymentWithInvoice, settle } from './settle.service.ts';
import { transferOf } from './transfer.service.ts';

export const CHARGE_JOB = 'billing.charge';
export const LET_GO_JOB = 'billing.let-go';
/** Minutes after which a payment that is not decided is asked about. */
const STALE_MINUTES = 15;

export const mayCharge = (ctx: Ctx): boolean => cardProvider(ctx) !== null;

/** `manual`: the seller's own way to pay by which it is; null: by card, or by transfer to the bank. */
type Wanted = {
  provider: 'card' | 'transfer';
  manual: Manual | null;
  session: 'on' | 'off';
  methodId?: string;
  payer: PaymentRow['payer'];
};

/** Whether the provider may be taking this money at this moment: a page to pay on would take it a second time. */
const isUnderWay = ({ provider, state, offSession, ref }: PaymentRow): boolean =>
  provider === 'card' && (state === 'unknown' || state === 'processing' || (offSession && ref === null));
/** Whether what waits is still for the sum that is due; a page is gone on with by the one for whom it was opened, whose card it keeps or not. */
function goesOn(
  waiting: PaymentRow,
  { due, provider, manual, payer }: Pick<Wanted, 'provider' | 'manual' | 'payer'> & { due: bigint },
): boolean {
  if (isUnderWay(waiting) || waiting.state === 'reported') return provider === waiting.provider;
  if (waiting.provider !== provider || waiting.amount !== due) return false;
  if (provider === 'transfer') return waiting.manual?.id === manual?.id;
  return waiting.offSession || waiting.payer === payer;
}

/** The one payment of a claim that is not decided; a new one when there is none. Null: nothing is due. */
function reserve(
  ctx: Ctx,
  invoiceId: string,
  { provider, manual, session, methodId, payer }: Wanted,
): Promise<PaymentRow | null> {
  return ctx.system.write(async (tx) => {
    // subscription, invoice, payment: everybody locks in this order
    const seen = await invoiceById(tx, invoiceId);
    if (seen?.subscriptionId != null) await lockSubscription(tx, seen.subscriptionId);
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice === null || !isDue(invoice)) return null;
    const waiting = await undecidedOf(tx, invoiceId);
    if (waiting !== null) {
      if (goesOn(waiting, { due: invoice.remaining, provider, manual, payer })) return waiting;
      // a transfer that nobody reported makes room
      if (waiting.state !== 'awaiting_transfer') throw new Failure('payment_undecided');
      await settle(ctx, tx, { id: waiting.id, state: 'canceled' });
    }
    const at = new Date(ctx.now());
    const row = await insertPayment(tx, {
      id: newId(ctx.now()),
      accountId: invoice.accountId,
      sellerId: invoice.sellerId,
      invoiceId,
      provider,
      state: provider === 'card' ? 'created' : 'awaiting_transfer',
      amount: invoice.remaining,
      currency: invoice.currency,
      offSession: session === 'off',
      payer,
      methodId: methodId ?? null,
      manual,
      note: '',
      revision: 1,
      createdAt: at,
      changedAt: at,
    });
    await note(ctx, tx, {
      accountId: row.accountId,
      sellerId: row.sellerId,
      invoiceId,
      paymentId: row.id,
      kind: `payment.${row.state}`,
      toState: row.state,
      data: { provider, amount: Number(row.amount), currency: row.currency, ...(manual !== null && { manual: manual.name }) },
    });
    return row;
  });
}

/** Our account as the provider knows it. */
export async function customerFor(ctx: Ctx, provider: PaymentProvider, accountId: string): Promise<string> {
  const known = await customerRef(ctx.system.read, { accountId, provider: 'card' });
  if (known !== null) return known;
  const [profile, names] = await Promise.all([
    profileOf(ctx.system.read, accountId),
    findAccountNames(ctx.system.read, [accountId]),
  ]);
  const name = profile?.organisation ?? names.get(accountId) ?? '';
  const ref = await provider.ensureCustomer({ accountId, name, email: profile?.email ?? null });
  await ctx.system.write((tx) => keepCustomer(tx, { accountId, provider: 'card', ref }));
  return ref;
}

/** Writes what the provider said, with the card it was paid with. */
export async function take(ctx: Ctx, tx: Db, { id, result }: { id: string; result: ProviderResult }): Promise<PaymentRow | null> {
  const seen = await lockPaymentWithInvoice(tx, id);
  if (seen === null) return null;
  const { payment } = seen;
  const { method } = result;
  // late events do not store a card, and payers by link never do
  const isKept =
    result.state === 'succeeded' && isForward(payment.state, 'succeeded') && (payment.offSession || payment.payer === 'account');
  const card = method == null || !isKept ? null : await keepCard(ctx, tx, { accountId: payment.accountId, card: method });
  // a card that its holder used on the payment page becomes the first one to be charged
  if (card !== null && !payment.offSession) await makeFirst(tx, { accountId: payment.accountId, id: card.id });
  if (result.state === 'succeeded')
    await keepPlace(ctx, tx, { invoice: seen.invoice, paymentId: id, kind: 'card', country: result.cardCountry });
  return settle(ctx, tx, {
    id,
    state: result.state,
    ref: result.ref,
    failure: result.failure,
    methodId: card?.id ?? null,
  });
}

/** `bearer`: the link by which somebody pays who is not signed in; what they pay with is not kept. */
export type Due = Pick<InvoiceRow, 'id'> & { bearer?: string };
/** Where the payer comes back to. */
const returnTo = (ctx: Ctx, { id, bearer }: Due) =>
  `${siteUrl(ctx)}/purchase-plan?${bearer === undefined ? `invoice=${id}` : `token=${bearer}`}`;

/** Keeps the provider's name for a payment, as long as nothing else became of it. */
const keepRef = (ctx: Ctx, id: string, ref: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const row = await lockPayment(tx, id);
    if (row !== null && undecided.some((one) => one === row.state))
      await changePayment(tx, id, { ref, changedAt: new Date(ctx.now()) });
  });

/** Has the provider close a page that cannot be gone on with: for another sum, for another payer, or for who wants to transfer it. */
async function makeRoom(ctx: Ctx, invoiceId: string, wanted: Pick<Wanted, 'provider' | 'manual' | 'payer'>): Promise<void> {
  const waiting = await undecidedOf(ctx.system.read, invoiceId);
  const invoice = waiting === null ? null : await invoiceById(ctx.system.read, invoiceId);
  if (waiting === null || invoice === null || waiting.provider !== 'card' || isUnderWay(waiting)) return;
  if (!goesOn(waiting, { due: invoice.remaining, ...wanted })) await letGo(ctx, invoiceId);
}

/** Begins to pay a claim, or goes on with what was begun. Throws `nothing_due`, `payment_undecided`, `provider_off`, `provider_down`. */
export async function beginPayment(ctx: Ctx, invoice: Due, way: PaymentWay): Promise<NextStep> {
  const { by } = way;
  const provider = by === 'card' ? cardProvider(ctx) : null;
  if (by === 'card' && provider === null) throw new Failure('provider_off');
  const due = await invoiceById(ctx.system.read, invoice.id);
  if (due !== null && !isDue(due)) throw new Failure('nothing_due');
  if (due !== null && provider !== null && whyNotByCard(money(due.remaining, due.currency)) !== null)
    throw new Failure('provider_off');
  if (due !== null && provider !== null && (await sellerById(ctx.system.read, due.sellerId))?.cards === false)
    throw new Failure('provider_off');
  const payer = invoice.bearer === undefined ? 'account' : 'link';
  const manual = due === null ? null : await manualBy(ctx, due, way);
  await makeRoom(ctx, invoice.id, { provider: by, manual, payer });
  const payment = await reserve(ctx, invoice.id, { provider: by, manual, session: 'on', payer });
  const claim = await invoiceById(ctx.system.read, invoice.id);
  if (payment === null || claim === null) throw new Failure('nothing_due');
  if (isUnderWay(payment)) throw new Failure('payment_undecided');
  if (provider === null) return { kind: 'instructions', transfer: transferOf(claim, { manual: payment.manual }) };
  const customer = await customerFor(ctx, provider, payment.accountId);
  const begun = await provider.beginPayment({
    payment: {
      id: payment.id,
      invoiceId: claim.id,
      accountId: payment.accountId,
      amount: money(payment.amount, payment.currency),
      number: claim.number ?? '',
    },
    customer,
    returnUrl: returnTo(ctx, invoice),
    ...(invoice.bearer === undefined ? {} : { card: 'used once' as const }),
    ref: payment.ref,
  });
  if (begun.kind === 'unknown') {
    await ctx.system.write((tx) => settle(ctx, tx, { id: payment.id, state: 'unknown' }));
    throw new Failure('provider_down');
  }
  if (begun.kind === 'redirect') {
    if (begun.ref !== payment.ref) await keepRef(ctx, payment.id, begun.ref);
    return { kind: 'redirect', url: begun.url };
  }
  return { kind: 'done' };
}

/** Charges the card that is used first, without its holder. A claim that waits for an earlier answer is left alone. */
export async function charge(ctx: Ctx, invoiceId: string): Promise<void> {
  const provider = cardProvider(ctx);
  const claim = await invoiceById(ctx.system.read, invoiceId);
  if (provider === null || claim === null || claim.state !== 'open') return;
  const [method] = await methodsOf(ctx.system.read, claim.accountId);
  if (method === undefined) return;
  const waiting = await undecidedOf(ctx.system.read, invoiceId);
  // what its holder began to pay on a page is not charged beside it
  if (waiting !== null && !(waiting.state === 'created' && waiting.offSession && waiting.ref === null)) return;
  if (whyNotByCard(money(claim.remaining, claim.currency)) !== null) return;
  const payment = await reserve(ctx, invoiceId, {
    provider: 'card',
    manual: null,
    session: 'off',
    methodId: method.id,
    payer: 'account',
  });
  if (payment === null || payment.state !== 'created' || !payment.offSession) return;
  const customer = await customerFor(ctx, provider, payment.accountId);
  const result = await provider.chargeOffSession({
    payment: {
      id: payment.id,
      invoiceId,
      accountId: payment.accountId,
      amount: money(payment.amount, payment.currency),
      number: claim.number ?? '',
    },
    customer,
    method: method.ref,
  });
  await ctx.system.write((tx) => take(ctx, tx, { id: payment.id, result }));
}

/** Asks the provider how the undecided payment of a claim stands. An outage changes nothing. */
export async function reconcile(ctx: Ctx, invoiceId: string): Promise<void> {
  const waiting = await undecidedOf(ctx.system.read, invoiceId);
  if (waiting === null || waiting.provider !== 'card') return;
  await reconcilePayment(ctx, waiting);
}

/** How the provider finds it, also when its answer about the beginning never reached us. */
export async function keyOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentKey> {
  const customer = await customerRef(ctx.system.read, { accountId: payment.accountId, provider: 'card' });
  return { paymentId: payment.id, ref: payment.ref, customer, createdAt: payment.createdAt.getTime() };
}

/** Whether the provider gave an answer. */
export async function reconcilePayment(ctx: Ctx, payment: PaymentRow): Promise<boolean> {
  const provider = cardProvider(ctx);
  if (provider === null || payment.provider !== 'card') return true;
  const result = await provider.fetch(await keyOf(ctx, payment));
  if (result.state === 'unknown') return false;
  await ctx.system.write((tx) => take(ctx, tx, { id: payment.id, result }));
  return true;
}

/** The hourly look at payments without a known outcome. */
export async function reconcileStale(ctx: Ctx): Promise<number> {
  const rows = await staleAt(ctx.system.read, new Date(ctx.now() - STALE_MINUTES * 60_000));
  const failed: unknown[] = [];
  for (const row of rows) {
    await reconcilePayment(ctx, row).catch((error: unknown) => void failed.push(error));
    // those behind it have their turn next time
    await ctx.system.write((tx) => touchPayment(tx, row.id, new Date(ctx.now())));
  }
  if (failed.length > 0) throw new AggregateError(failed, 'payments could not be asked about');
  return rows.length;
}

/** The same for all that is open of a subscription. */
export async function letGoOf(ctx: Ctx, subscriptionId: string): Promise<void> {
  for (const one of await openOf(ctx.system.read, subscriptionId)) await letGo(ctx, one.id);
}

/** Cancels a payment at the provider that nobody needs any more; when the money came after all, it counts. */
export async function letGo(ctx: Ctx, invoiceId: string): Promise<void> {
  const waiting = await undecidedOf(ctx.system.read, invoiceId);
  const provider = cardProvider(ctx);
  if (waiting === null || waiting.provider !== 'card' || provider === null) return;
  const result = await provider.cancel(await keyOf(ctx, waiting));
  if (result.state !== 'unknown') await ctx.system.write((tx) => take(ctx, tx, { id: waiting.id, result }));
}
