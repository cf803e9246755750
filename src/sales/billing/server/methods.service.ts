/** Cards that are stored for later, and which way a plan is paid: our row first, then the provider, then what it said. */
import * as z from 'zod/mini';
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import type { methodsCalls } from '../methods.contract.ts';
import { whyKept } from '../methods.rules.ts';
import { buyerOf, mustSell } from './access.service.ts';
import type { PayBy } from '../billing.contract.ts';
import { type CardTry, mayTryCard, tooManyDeclines } from './card-tries.service.ts';
import { dropNext } from './drop.service.ts';
import { mustAgree } from './gives-up.service.ts';
import { FORGET_JOB, keepCard } from './kept-card.service.ts';
import { lookBy } from './looks.service.ts';
import { manualSeen } from './manual-methods.service.ts';
import {
  changeSetup,
  findSetup,
  insertSetup,
  lockSetup,
  methodById,
  openSetups,
  setupById,
  setupByRef,
  setupsToBegin,
} from './methods.queries.ts';
import type { SetupRow } from './methods.table.ts';
import { customerFor } from './pay.service.ts';
import { makeFirst, methodsOf, removeMethod } from './parties.queries.ts';
import { buyQuoted } from './purchase.service.ts';
import { mustTake, readQuote } from './quote.service.ts';
import { changeSubscription, findQuote, liveBaseOf, lockSubscription } from './subscriptions.queries.ts';

/** Minutes after which the provider is asked what became of a page, and hours after which nobody waits for it any more. */
const ASK_MINUTES = 15;
const PAGE_HOURS = 48;

type Opening = CardTry & Partial<Pick<SetupRow, 'begins' | 'begun'>> & { path: string };
async function open(ctx: Ctx, { accountId, challenge, path, ...begins }: Opening): Promise<ResultIn<typeof methodsCalls.add>> {
  const provider = cardProvider(ctx);
  if (provider === null) throw new Failure('provider_off');
  // a page on which cards are tried out is a tool for thieves
  await ctx.limits.use(`billing-card:${accountId}`, { max: 10, windowSeconds: 3600 });
  await mayTryCard(ctx, { accountId, challenge });
  const { currency } = await mustSell(ctx.system.read, accountId);
  const id = newId(ctx.now());
  const at = new Date(ctx.now());
  await ctx.system.write((tx) => insertSetup(tx, { id, accountId, state: 'open', ...begins, createdAt: at, changedAt: at }));
  const customer = await customerFor(ctx, provider, accountId);
  const returnUrl = `${siteUrl(ctx)}${path}?card=${id}`;
  const begun = await provider.beginSetup({ id, accountId, customer, currency, returnUrl });
  if (begun.kind !== 'redirect') throw new Failure('provider_down');
  await ctx.system.write((tx) => changeSetup(tx, id, { ref: begun.ref }));
  return { id, url: begun.url };
}

/** Opens the provider's page. Throws `provider_off`, `provider_down`, and what `mayTryCard` does. */
export async function add(
  ctx: Ctx,
  { challenge }: Parsed<typeof methodsCalls.add>['body'],
): Promise<ResultIn<typeof methodsCalls.add>> {
  const { accountId } = buyerOf(ctx, 'subscriptions.purchase');
  return open(ctx, { accountId, challenge, path: '/my-subscriptions' });
}

/**
 * The same for a trial that begins with a card: what was quoted is kept beside the page, because a card takes longer than a quote may. Throws
 * `quote_expired`, `already_subscribed`, `provider_off`, `provider_down`, and what `mustAgree` and `mayTryCard` do.
 */
export async function trial(
  ctx: Ctx,
  { quoteId, givesUp, challenge }: Parsed<typeof methodsCalls.trial>['body'],
): Promise<ResultIn<typeof methodsCalls.trial>> {
  const { accountId, email, locale } = buyerOf(ctx, 'subscriptions.purchase');
  const quote = await findQuote(ctx.system.read, { id: quoteId, accountId });
  if (quote === null) throw notFound();
  const read = readQuote(quote);
  if (quote.usedAt !== null || quote.expiresAt.getTime() <= ctx.now() || read === null) throw new Failure('quote_expired');
  await mustAgree(ctx.system.read, { accountId, currency: read.wish.currency, givesUp });
  const live = await liveBaseOf(ctx.system.read, accountId);
  if (live !== null && live.state !== 'incomplete') throw new Failure('already_subscribed');
  const begins = { wish: quote.wish, result: quote.result, email, locale, givesUp };
  return open(ctx, { accountId, challenge, path: '/purchase-plan', begins, begun: 'waiting' });
}

const begunShape = z.object({
  ...{ wish: z.unknown(), result: z.unknown(), email: z.string(), locale: z.string() },
  givesUp: z.optional(z.array(z.string())),
});
/** Begins what the card was stored for: once, also when calls race or a process died in between. */
async function begin(ctx: Ctx, id: string): Promise<void> {
  try {
    await ctx.system.write(async (tx) => {
      const row = await lockSetup(tx, id);
      if (row === null || row.state !== 'stored' || row.begun !== 'waiting') return;
      const begins = z.safeParse(begunShape, row.begins);
      const read = begins.success ? readQuote(begins.data) : null;
      if (!begins.success || read === null) throw new Failure('quote_expired');
      const { email, locale, givesUp } = begins.data;
      const actor = { accountId: row.accountId, email, locale: localeOf(locale) };
      const { subscription } = await buyQuoted(ctx, tx, { actor, by: 'card', read, givesUp });
      // a card that had its trial elsewhere buys nothing by being stored
      if (subscription.state !== 'trialing') throw new Failure('quote_expired');
      await changeSetup(tx, id, { begun: 'begun', changedAt: new Date(ctx.now()) });
      await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'billing' });
    });
  } catch (error) {
    // the card is kept; the page says that the trial did not begin, and that nothing was charged
    if (!(error instanceof Failure)) throw error;
    await ctx.system.write((tx) => changeSetup(tx, id, { begun: 'refused', changedAt: new Date(ctx.now()) }));
  }
}

/** Writes down what the provider says of a page; the same word twice changes nothing. Returns how it stands then. */
async function settleSetup(ctx: Ctx, setup: SetupRow): Promise<SetupRow['state']> {
  const state = await storeCard(ctx, setup);
  if (state === 'stored' && setup.begins !== null) await begin(ctx, setup.id);
  return state;
}

async function storeCard(ctx: Ctx, setup: SetupRow): Promise<SetupRow['state']> {
  const provider = cardProvider(ctx);
  if (provider === null || setup.ref === null || setup.state !== 'open') return setup.state;
  const { state, method } = await provider.fetchSetup(setup.ref);
  const over = state === 'canceled' || state === 'failed';
  if (!over && (state !== 'succeeded' || method === null)) return 'open';
  return ctx.system.write(async (tx) => {
    const row = await lockSetup(tx, setup.id);
    if (row === null || row.state !== 'open') return row?.state ?? 'given_up';
    const at = new Date(ctx.now());
    if (over || method === null) {
      await changeSetup(tx, row.id, { state: 'given_up', changedAt: at });
      return 'given_up';
    }
    const { accountId } = row;
    const card = await keepCard(ctx, tx, { accountId, card: method });
    await changeSetup(tx, row.id, { state: 'stored', methodId: card?.id ?? null, changedAt: at });
    await record(ctx, tx, { action: 'billing.card-stored', subjectKind: 'method', subjectId: card?.id ?? row.id, accountId });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
    return 'stored';
  });
}

/** What became of a page of this account. */
export async function arrive(
  ctx: Ctx,
  { id }: Parsed<typeof methodsCalls.arrive>['body'],
): Promise<ResultIn<typeof methodsCalls.arrive>> {
  const { accountId } = buyerOf(ctx, 'subscriptions.purchase');
  const setup = await findSetup(ctx.system.read, { id, accountId });
  if (setup === null) throw notFound();
  const state = await settleSetup(ctx, setup);
  const after = await findSetup(ctx.system.read, { id, accountId });
  const card = after?.methodId == null ? null : await methodById(ctx.system.read, after.methodId);
  return { state: state === 'open' ? 'waiting' : state, last4: card?.last4 ?? null, begun: after?.begun ?? null };
}

/** News about a page of the provider; false when it is none of ours. */
export async function heardOfSetup(ctx: Ctx, ref: string): Promise<boolean> {
  const setup = await setupByRef(ctx.system.read, ref);
  if (setup === null) return false;
  await settleSetup(ctx, setup);
  return true;
}

/** A card was refused on such a page; false when it is none of ours. A page on which too many were is closed. */
export async function heardOfRefusal(ctx: Ctx, id: string): Promise<boolean> {
  const setup = await setupById(ctx.system.read, id);
  if (setup === null) return false;
  const { accountId, ref, createdAt } = setup;
  const seller = await mustSell(ctx.system.read, accountId);
  const refused = { accountId, sellerId: seller.accountId, invoiceId: null, offSession: false };
  const provider = cardProvider(ctx);
  if (!(await tooManyDeclines(ctx, refused)) || provider === null) return true;
  await provider.cancel({ paymentId: id, ref, customer: null, createdAt: createdAt.getTime() });
  await settleSetup(ctx, setup);
  return true;
}

/** The hourly look at pages from which nobody came back. */
export async function settleSetups(ctx: Ctx): Promise<void> {
  const rows = await openSetups(ctx.system.read, new Date(ctx.now() - ASK_MINUTES * 60_000));
  const failed: unknown[] = [];
  for (const row of rows) {
    const state = await settleSetup(ctx, row).catch((error: unknown) => {
      failed.push(error);
      return 'open' as const;
    });
    if (state !== 'open') continue;
    const at = new Date(ctx.now());
    const late = row.createdAt.getTime() < ctx.now() - PAGE_HOURS * 3_600_000;
    // those behind it have their turn next time
    await ctx.system.write((tx) => changeSetup(tx, row.id, { changedAt: at, ...(late ? { state: 'given_up' as const } : {}) }));
  }
  for (const row of await setupsToBegin(ctx.system.read)) await begin(ctx, row.id).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw new AggregateError(failed, 'pages of the card provider could not be asked about');
}

/** How the running plan is paid. A claim for the next period is dropped and written again in its time. */
type RunBy = { id: string | undefined; by: Extract<PayBy, 'card' | 'transfer'>; manualId?: string };
async function payRunningBy(ctx: Ctx, tx: Db, of: RunBy) {
  const { manualId = null } = of;
  const row = of.id === undefined ? null : await lockSubscription(tx, of.id);
  if (row === null || (row.payBy === of.by && row.manualId === manualId) || row.payBy === 'none') return null;
  const calm = row.state === 'active' && row.pausedUntil === null && !row.cancelAtEnd;
  const { row: now } = calm ? await dropNext(ctx, tx, row) : { row };
  const after = { ...now, payBy: of.by };
  return changeSubscription(tx, row.id, { payBy: of.by, manualId, ...(calm ? { nextAt: lookBy(row, after) } : {}) });
}

/** Throws `payment_undecided` while money for the next period may be under way. */
export async function first(ctx: Ctx, id: string): Promise<{ done: true }> {
  const { accountId } = buyerOf(ctx, 'subscriptions.purchase');
  const live = await liveBaseOf(ctx.db.read, accountId);
  await ctx.system.write(async (tx) => {
    if (live !== null) await lockSubscription(tx, live.id);
    const card = (await methodsOf(tx, accountId)).find((one) => one.id === id);
    if (card === undefined) throw notFound();
    await makeFirst(tx, { accountId, id });
    await payRunningBy(ctx, tx, { id: live?.id, by: 'card' });
    await record(ctx, tx, { action: 'billing.method-first', subjectKind: 'method', subjectId: id });
  });
  return { done: true };
}

/** `manual`: the seller's own way, null for a transfer to the bank. */
async function withoutCard(ctx: Ctx, manual: string | null): Promise<{ done: true }> {
  const { accountId } = buyerOf(ctx, 'subscriptions.purchase');
  const live = await liveBaseOf(ctx.db.read, accountId);
  if (live === null || live.payBy === 'none') throw new Failure('wrong_state');
  const seller = await mustSell(ctx.system.read, accountId);
  // of another seller's way nobody learns more than that it is not here
  if (manual !== null) await manualSeen(ctx.system.read, { sellerId: seller.accountId, id: manual });
  await ctx.system.write(async (tx) => {
    await mustTake(ctx, tx, { seller, by: 'transfer', manual });
    const row = await payRunningBy(ctx, tx, { id: live.id, by: 'transfer', ...(manual !== null && { manualId: manual }) });
    if (row !== null) await record(ctx, tx, { action: 'billing.by-transfer', subjectKind: 'subscription', subjectId: row.id });
  });
  return { done: true };
}
/** Throws `wrong_state` without a plan that is paid for, `provider_off` where nobody takes transfers. */
export const byTransfer = (ctx: Ctx): Promise<{ done: true }> => withoutCard(ctx, null);
/** The same by a way of the seller's own. Throws `not_found` for one that the seller does not have. */
export const byManual = (ctx: Ctx, id: string): Promise<{ done: true }> => withoutCard(ctx, id);

/** Forgets a card here and at the provider. Throws `method_first` for the one that is used first while others are there, or while it pays. */
export async function forgetMethod(ctx: Ctx, id: string): Promise<{ done: true }> {
  const { accountId } = buyerOf(ctx, 'subscriptions.purchase');
  const live = await liveBaseOf(ctx.db.read, accountId);
  await ctx.system.write(async (tx) => {
    if (live !== null) await lockSubscription(tx, live.id);
    const cards = await methodsOf(tx, accountId);
    const card = cards.find((one) => one.id === id);
    if (card === undefined) throw notFound();
    if (whyKept(card, { cards, pays: live?.payBy === 'card' }) !== null) throw new Failure('method_first');
    await removeMethod(tx, id, new Date(ctx.now()));
    await ctx.jobs.enqueue(tx, { job: FORGET_JOB, payload: { id } });
    await record(ctx, tx, { action: 'billing.method-forgotten', subjectKind: 'method', subjectId: id });
  });
  return { done: true };
}

/** Has the provider forget it, too. */
export async function forgetAtProvider(ctx: Ctx, id: string): Promise<void> {
  const [card, provider] = [await methodById(ctx.system.read, id), cardProvider(ctx)];
  if (card === null || card.removedAt === null || provider === null) return;
  await provider.forgetMethod(card.ref);
}
