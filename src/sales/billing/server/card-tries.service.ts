/** Cards of others are tried out on pages that let them: how many may be, and what happens then (business rules §6, row 24). */
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { invoiceById } from './invoices.queries.ts';
import type { PaymentRow } from './invoices.table.ts';
import { tellOperator } from './operator-word.service.ts';
import { declinesOf } from './payments.queries.ts';

/** Pages asked for from one address; a school may stand behind it. */
const PAGES = { max: 60, windowSeconds: 3600 };
/** Pages without the check against robots: of one account, and from one address. */
const PAGES_UNCHECKED = { account: { max: 6, windowSeconds: 3600 }, address: { max: 20, windowSeconds: 3600 } };
/** Refused cards of one account within a day, after which each page needs the check. */
const DECLINES_UNCHECKED = 3;
/** From so many on each further page waits: seconds that double. */
const DELAY = { free: 4, firstSeconds: 10, mostSeconds: 600 };
/** Refused cards of one account within a day, after which it gets no page for that day. Somebody with four cards needs fewer. */
const DECLINES_MAX = 12;
const DAY = 86_400_000;

const declinesToday = (ctx: Ctx, accountId: string): Promise<number> =>
  declinesOf(ctx.system.read, { accountId, since: new Date(ctx.now() - DAY) });
const delayKey = (accountId: string) => `billing-card-delay:${accountId}`;

async function isOver(ctx: Ctx, key: string, rule: { max: number; windowSeconds: number }): Promise<boolean> {
  try {
    await ctx.limits.use(key, rule);
    return false;
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return true;
    throw error;
  }
}

/** `challenge`: the answer of the check against robots, made for paying with a card. */
export type CardTry = { accountId: string; challenge: string | undefined };
/**
 * Throws `too_many_requests` where cards were tried out or the last refusal is too fresh, and `challenge_required` or `challenge_failed` where
 * a person has to be behind it and none is proven: nothing is booked then, and the same may be asked again with an answer.
 */
export async function mayTryCard(ctx: Ctx, { accountId, challenge }: CardTry): Promise<void> {
  const declines = await declinesToday(ctx, accountId);
  if (declines >= DECLINES_MAX) throw new Failure('too_many_requests', { data: { seconds: DAY / 1000 } });
  await ctx.limits.mayTry(delayKey(accountId));
  const from = callerIn(ctx.caller.address);
  const often = await isOver(ctx, `billing-card-tries:${accountId}`, PAGES_UNCHECKED.account);
  const busy = from !== '' && (await isOver(ctx, `billing-card-unchecked:${from}`, PAGES_UNCHECKED.address));
  if (often || busy || declines >= DECLINES_UNCHECKED) await requireHuman(ctx, { answer: challenge, form: 'card' });
  if (from !== '') await ctx.limits.use(`billing-card-from:${from}`, PAGES);
}

const looked = Symbol('looked at');
/** A way to pay that was looked at: only `wayBy` and `byTransferWay` make one, so no page of the card provider opens unchecked. */
/** `manual`: id of the seller's own way to pay; null: by transfer to the bank; not there: as it was chosen before. */
export type PaymentWay = { by: 'card' | 'transfer'; manual?: string | null; [looked]: true };
export const byTransferWay: PaymentWay = { by: 'transfer', [looked]: true };

/** How somebody chose to pay; without `manual`, a transfer goes to the bank. */
export type Chosen = { by: 'card' | 'transfer'; manual?: string | null | undefined };
/** Throws as `mayTryCard` for a card. Where no cards are taken, starting the payment throws. */
export async function wayBy(ctx: Ctx, { by, manual, ...of }: CardTry & Chosen): Promise<PaymentWay> {
  if (by === 'card' && cardProvider(ctx) !== null) await mayTryCard(ctx, of);
  return { by, ...(by === 'transfer' && manual !== undefined && { manual }), [looked]: true };
}

/** A card was refused on a page: of an invoice, or (null) on one where it is kept for later. */
export type Refused = Pick<PaymentRow, 'accountId' | 'sellerId' | 'offSession'> & { invoiceId: string | null };
/** Counts a declined card. Returns whether there were too many; then the operator gets a notice, once a day. */
export async function tooManyDeclines(ctx: Ctx, { accountId, sellerId, invoiceId, offSession }: Refused): Promise<boolean> {
  if (offSession) return false;
  await ctx.limits.failed(delayKey(accountId), DELAY);
  const count = await declinesToday(ctx, accountId);
  if (count < DECLINES_MAX) return false;
  if (await isOver(ctx, `billing-declines:${accountId}`, { max: 1, windowSeconds: DAY / 1000 })) return true;
  const invoice = invoiceId === null ? null : await invoiceById(ctx.system.read, invoiceId);
  const name = invoice?.buyer?.name ?? (await findAccountNames(ctx.system.read, [accountId])).get(accountId) ?? '';
  const data = { number: invoice?.number ?? name, name, count };
  const link = invoiceId === null ? '/all-invoices' : `/all-invoices/${invoiceId}`;
  await ctx.system.write((tx) => tellOperator(ctx, tx, { sellerId, kind: 'cardsTried', data, link }));
  return true;
}
