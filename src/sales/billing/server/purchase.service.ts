/** Buying a plan: the subscription, its first claim and its payment come to be in one transaction; then the provider is asked. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { holdAccounts } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findPlanNames, useCoupon } from '#sales/plans/server/sold.service.ts';
import { daysLater } from '../days.rules.ts';
import type { billingCalls } from '../billing.contract.ts';
import { buyerOf, note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { addonHeld } from './addons.service.ts';
import { dropBegun, letGoOfBegun } from './begun.service.ts';
import { wayBy } from './card-tries.service.ts';
import { claimOrWait, rateMissingFor, waitsForTax } from './claim.service.ts';
import { mustAgree } from './gives-up.service.ts';
import { invoiceById, newestOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { nextLook } from './looks.service.ts';
import { beginPayment, letGoOf, reconcile } from './pay.service.ts';
import { paymentsOf } from './payments.queries.ts';
import { type BuyerRow, profileOf } from './parties.queries.ts';
import { type Chosen, chosenFor, mustTake, readQuote, reckon } from './quote.service.ts';
import { moveSubscription } from './standing.service.ts';
import { pendingOf } from './tax-waiting.queries.ts';
import { settleTax } from './tax-waiting.service.ts';
import { takeTrial } from './trial.service.ts';
import { beginOnTrust, trustedDays, trustIn, trustOnce } from './trust.service.ts';
import { endBegun } from './unbought.service.ts';
import {
  findQuote,
  holdLive,
  insertSubscription,
  lastBaseOf,
  liveBaseOf,
  lockQuote,
  lockSubscription,
  subscriptionById,
  useQuote,
} from './subscriptions.queries.ts';

type Body = Parsed<typeof billingCalls.purchase>['body'];
type PurchaseResult = ResultIn<typeof billingCalls.purchase>;
type Quoted = NonNullable<ReturnType<typeof readQuote>>;
type Buy = Pick<Body, 'givesUp'> & {
  actor: Pick<UserActor, 'accountId' | 'email' | 'locale'>;
  by: 'card' | 'transfer';
  manual?: string | null;
};

/** What was begun before and never paid in full makes room; what came for it is on the balance then. Throws `already_subscribed` for anything else that is not over. */
async function makeRoom(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const found = await liveBaseOf(tx, accountId);
  if (found === null) return;
  const live = await lockSubscription(tx, found.id);
  if (live === null || live.state !== 'incomplete') throw new Failure('already_subscribed');
  await endBegun(ctx, tx, { row: live, reason: 'bought again' });
}

type Begun = { subscription: SubscriptionRow; invoice: InvoiceRow | null };

async function newSubscription(
  ctx: Ctx,
  tx: Db,
  of: { buy: Buy; chosen: Chosen & { zone: string }; state: 'scheduled' | 'incomplete' | 'trialing' | 'active' },
): Promise<SubscriptionRow> {
  const { buy, chosen, state } = of;
  const { sold, wish, coupon } = chosen;
  const at = new Date(ctx.now());
  const trialEnd = state === 'trialing' ? new Date(daysLater(ctx.now(), sold.version.trialDays, chosen.zone)) : null;
  const previous = await lastBaseOf(tx, buy.actor.accountId);
  const row = await insertSubscription(tx, {
    id: newId(ctx.now()),
    accountId: buy.actor.accountId,
    sellerId: chosen.seller.accountId,
    kind: 'base',
    state,
    planId: sold.plan.id,
    version: sold.version.version,
    currency: wish.currency,
    period: wish.period,
    seats: wish.seats,
    addons: chosen.addons.map(addonHeld),
    anchorAt: trialEnd ?? (chosen.start === null ? at : new Date(chosen.start)),
    anchorZone: chosen.seller.zone,
    periodNumber: 0,
    trialEnd,
    cancelAtEnd: false,
    payBy: buy.by,
    manualId: buy.by === 'transfer' ? (buy.manual ?? null) : null,
    couponId: coupon?.id ?? null,
    // the first period uses it once; after a trial the claim of that period does
    couponLeft: coupon?.periods == null ? null : coupon.periods - (state === 'trialing' || state === 'scheduled' ? 0 : 1),
    stateSince: at,
    previousId: previous?.id ?? null,
    revision: 1,
    createdAt: at,
  }).catch((error: unknown) => {
    // another purchase came first, at the same moment
    throw isDuplicate(error, 'subscriptions_one_base') ? new Failure('already_subscribed') : error;
  });
  await note(ctx, tx, {
    accountId: row.accountId,
    sellerId: row.sellerId,
    subscriptionId: row.id,
    kind: `subscription.${state}`,
    toState: state,
    data: { plan: sold.plan.id, version: row.version },
  });
  return moveSubscription(ctx, tx, { row, to: state, change: { nextAt: nextLook(row) } });
}

async function book(
  ctx: Ctx,
  tx: Db,
  { buy, ...quote }: { buy: Buy; chosen: Chosen & { zone: string }; profile: BuyerRow; balance: bigint; total: number },
): Promise<Begun> {
  const { chosen, profile, balance } = quote;
  await makeRoom(ctx, tx, buy.actor.accountId);
  await dropBegun(ctx, tx, { accountId: buy.actor.accountId, currency: chosen.wish.currency });
  const { coupon, mayTrial, sold } = chosen;
  // before the coupon, which others wait for: giving one back locks the account first, too
  await holdAccounts(tx, [buy.actor.accountId]);
  if (coupon !== null && !(await useCoupon(tx, coupon.id, new Date(ctx.now())))) throw new Failure('coupon_refused');
  const { first, price } = await reckon(ctx, chosen, { place: profile, locale: buy.actor.locale, balance, zone: chosen.zone });
  // what was shown is what is charged, or nothing is
  if (price.total !== quote.total) throw new Failure('quote_expired');
  const trial = mayTrial && sold.version.trialDays > 0;
  const { accountId, email } = buy.actor;
  if (trial) await takeTrial(ctx, tx, { accountId, email, sellerId: chosen.seller.accountId, sold, by: buy.by });
  if (chosen.start !== null)
    return { subscription: await newSubscription(ctx, tx, { buy, chosen, state: 'scheduled' }), invoice: null };
  const trust = await trustIn(tx, { seller: chosen.seller, accountId });
  const { seller, wish } = chosen;
  const asksIn = { priced: first, currency: wish.currency, seller };
  const waits = waitsForTax(first) || (!trial && (await rateMissingFor(ctx, tx, asksIn)) !== null);
  const asking = { accountId, email, sellerId: chosen.seller.accountId, by: buy.by, toPay: price.toPay, trust };
  const trusted = !trial && !waits && (await trustOnce(ctx, tx, asking));
  const state = trial ? 'trialing' : trusted ? 'active' : 'incomplete';
  const subscription = await newSubscription(ctx, tx, { buy, chosen, state });
  if (trial) return { subscription, invoice: null };
  // what waits for its tax begins when the money is here, as with a transfer
  const span =
    !waits && (trusted || buy.by === 'card' || price.toPay === 0) ? { start: ctx.now(), end: price.next?.at ?? ctx.now() } : null;
  const lines = span === null ? first.lines.map((line) => ({ ...line, periodStart: null, periodEnd: null })) : first.lines;
  const asked = await claimOrWait(ctx, tx, {
    seller: chosen.seller,
    buyer: profile,
    cause: 'start',
    currency: subscription.currency,
    inclusive: price.inclusive,
    locale: buy.actor.locale,
    priced: { ...first, lines },
    subscriptionId: subscription.id,
    span,
    ...(trusted && span !== null ? { dueDays: trustedDays(span, trust.days) } : {}),
  });
  // its time may be over already
  const invoice = waits ? await settleTax(ctx, tx, { invoice: asked, decision: 'wait' }) : asked;
  if (trusted && span !== null) await beginOnTrust(ctx, tx, { row: subscription, invoice });
  return { subscription, invoice };
}

/** The same quote again: what it led to. */
async function ledTo(ctx: Ctx, accountId: string): Promise<Begun> {
  const subscription = await liveBaseOf(ctx.system.read, accountId);
  if (subscription === null) throw new Failure('quote_expired');
  const [waiting] = await pendingOf(ctx.system.read, subscription.id);
  return { subscription, invoice: waiting ?? (await newestOf(ctx.system.read, subscription.id)) };
}

/** What was quoted, booked with what counts now. Throws `quote_expired` where that comes to something else, and what `mustAgree` does. `tx` makes it happen once. */
export async function buyQuoted(ctx: Ctx, tx: Db, { read, ...buy }: Buy & { read: Quoted }): Promise<Begun> {
  const { accountId, email } = buy.actor;
  // before the account: booking money of a subscription locks it first, then the account
  await holdLive(tx, accountId);
  const chosen = await chosenFor(ctx, { all: tx, own: tx }, { accountId, email, wish: read.wish });
  const profile = await profileOf(tx, accountId);
  if (profile === null) throw new Failure('profile_missing');
  if (chosen.sold.version.version !== read.version) throw new Failure('quote_expired');
  await mustTake(ctx, tx, { seller: chosen.seller, ...buy });
  await mustAgree(tx, { accountId, currency: read.wish.currency, givesUp: buy.givesUp });
  const begun = await book(ctx, tx, { buy, chosen, profile, balance: chosen.balance, total: read.total });
  await record(ctx, tx, {
    action: 'billing.bought',
    subjectKind: 'subscription',
    subjectId: begun.subscription.id,
    accountId,
    data: { plan: chosen.sold.plan.code, version: read.version, total: read.total, currency: begun.subscription.currency },
  });
  return begun;
}

function buyOnce(ctx: Ctx, { quoteId, ...buy }: Buy & { quoteId: string }): Promise<Begun | 'again'> {
  const { accountId } = buy.actor;
  return ctx.system.write(async (tx) => {
    const row = await lockQuote(tx, { id: quoteId, accountId });
    if (row === null) throw notFound();
    if (row.usedAt !== null) return 'again';
    const read = readQuote(row);
    if (read === null || row.expiresAt.getTime() <= ctx.now()) throw new Failure('quote_expired');
    const begun = await buyQuoted(ctx, tx, { ...buy, read });
    await useQuote(tx, row.id, new Date(ctx.now()));
    return begun;
  });
}

type Before = { accountId: string; quote: Awaited<ReturnType<typeof findQuote>> };
/** Cancels an earlier unpaid card purchase first: two of them must not both be paid. */
async function letGoBefore(ctx: Ctx, { accountId, quote }: Before): Promise<void> {
  if (quote === null || quote.usedAt !== null) return;
  const before = await liveBaseOf(ctx.system.read, accountId);
  if (before?.state === 'incomplete') await letGoOf(ctx, before.id);
  const read = readQuote(quote);
  if (read !== null) await letGoOfBegun(ctx, { accountId, currency: read.wish.currency });
}

/**
 * `givesUp`: orders in another currency of which the buyer said so. Throws `order_waiting`, `order_reported`, `quote_expired`, `method_needed`, `already_subscribed`, `coupon_refused`, `provider_off`, `provider_down`, what `wayBy` does; `tax_pending` where no rate is
 * known. While a VAT number is not checked nothing is paid yet: the claim waits.
 */
export async function purchase(ctx: Ctx, { quoteId, by, manual, givesUp, challenge }: Body): Promise<PurchaseResult> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ctx.limits.use(`billing-purchase:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  const { accountId } = actor;
  const quote = await findQuote(ctx.system.read, { id: quoteId, accountId });
  const read = quote === null || quote.usedAt !== null ? null : readQuote(quote);
  // before a card page is canceled, and before the bot check
  if (read !== null) await mustAgree(ctx.system.read, { accountId, currency: read.wish.currency, givesUp });
  const way = await wayBy(ctx, { accountId, by, manual: manual ?? null, challenge });
  await letGoBefore(ctx, { accountId, quote });
  const begun = await buyOnce(ctx, { actor, by, manual: manual ?? null, givesUp, quoteId });
  const { subscription, invoice } = begun === 'again' ? await ledTo(ctx, accountId) : begun;
  if (invoice === null || invoice.state !== 'open')
    return { subscriptionId: subscription.id, invoiceId: invoice?.id ?? null, next: { kind: 'done' } };
  return { subscriptionId: subscription.id, invoiceId: invoice.id, next: await beginPayment(ctx, invoice, way) };
}

/** For the page that one comes back to: right after a reload, in a second tab, and before the provider's event is here. */
export async function outcome(ctx: Ctx, id: string): Promise<ResultIn<typeof billingCalls.outcome>> {
  const actor = buyerOf(ctx, 'subscriptions.view');
  const seen = await invoiceById(ctx.db.read, id);
  if (seen === null || seen.accountId !== actor.accountId || seen.state === 'draft') throw notFound();
  await reconcile(ctx, id);
  const [invoice, [payment]] = await Promise.all([invoiceById(ctx.system.read, id), paymentsOf(ctx.system.read, id)]);
  if (invoice === null) throw notFound();
  const subscription = invoice.subscriptionId === null ? null : await subscriptionById(ctx.system.read, invoice.subscriptionId);
  const names = subscription === null ? null : await findPlanNames(ctx.system.read, [subscription.planId], ctx.locale);
  const failed = payment !== undefined && (payment.state === 'failed' || payment.state === 'canceled');
  const state =
    invoice.state === 'paid'
      ? 'paid'
      : invoice.state === 'pending_tax'
        ? 'tax'
        : invoice.state !== 'open'
          ? 'gone'
          : payment?.provider === 'transfer'
            ? 'transfer'
            : payment === undefined || failed
              ? 'failed'
              : 'waiting';
  return {
    state,
    invoiceId: invoice.id,
    number: invoice.number,
    planName: subscription === null ? null : (names?.get(subscription.planId) ?? null),
    failure: payment?.failure?.code ?? null,
    runs: subscription?.state === 'active' ? 'yes' : 'no',
    dueDate: invoice.dueDate,
    remaining: Number(invoice.remaining),
    currency: invoice.currency,
  };
}
