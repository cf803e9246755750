/**
 * What never happens to a subscription, an invoice or a payment, each as a question with a name. Most are held by the database too, where two
 * requests at once cannot get past it.
 */
import type { SubscriptionState } from './billing.contract.ts';
import type { InvoiceState, PaymentState } from './invoices.contract.ts';
import type { Period } from './period.rules.ts';

const over: ReadonlySet<SubscriptionState> = new Set(['incomplete_expired', 'canceled']);
/** Whether it counts as the one base subscription that an account may have. */
export const isLive = (state: SubscriptionState): boolean => !over.has(state);

const counting: ReadonlySet<SubscriptionState> = new Set(['trialing', 'active', 'past_due', 'restricted']);
/** Whether the account may use what its plan allows; while `restricted`, nothing new may begin. */
export const givesPlan = (state: SubscriptionState): boolean => counting.has(state);

const openPayments: ReadonlySet<PaymentState> = new Set([
  'created',
  'requires_action',
  'processing',
  'unknown',
  'awaiting_transfer',
  'reported',
]);
/** Whether money may still come, or have come, by it: another attempt would charge twice. */
export const isOpenPayment = (state: PaymentState): boolean => openPayments.has(state);

/** Two live base subscriptions of one account. */
export const twoLiveBases = (states: readonly SubscriptionState[]): boolean => states.filter(isLive).length > 1;

/** Periods of one subscription that overlap; half-open, so that one may begin as another ends. */
export function overlappingPeriods(periods: readonly Period[]): boolean {
  const sorted = [...periods].sort((a, b) => a.start - b.start);
  return sorted.some((one, at) => one.start < (sorted[at - 1]?.end ?? Number.NEGATIVE_INFINITY));
}

/** One period claimed twice for the same cause, or as the first and as a later one; a void claim does not count. */
export function claimedTwice(claims: readonly { periodStart: number; cause: string; state: InvoiceState }[]): boolean {
  const whole = (cause: string) => (cause === 'start' ? 'period' : cause);
  const keys = claims.filter((one) => one.state !== 'void').map((one) => `${whole(one.cause)} ${one.periodStart}`);
  return new Set(keys).size < keys.length;
}

/** What an invoice was asked for, and what came or is on its way. */
export type Claim = {
  state: InvoiceState;
  number: string | null;
  total: bigint;
  paid: bigint;
  credited: bigint;
  balanceUsed: bigint;
};
export const remainingOf = ({ total, paid, credited, balanceUsed }: Claim): bigint => total - paid - credited - balanceUsed;

/** A number that was given out stays taken: what has one is never deleted. */
export const mayDelete = ({ state, number }: Pick<Claim, 'state' | 'number'>): boolean => state === 'draft' && number === null;
/** Only what nobody paid anything on, in money or balance, and nobody is paying now. Anything else gets a credit note. */
export const mayVoid = ({ paid, credited, balanceUsed }: Claim, payments: readonly PaymentState[]): boolean =>
  paid === 0n && credited === 0n && balanceUsed === 0n && !payments.some((one) => isOpenPayment(one) || one === 'succeeded');
/** Whether lines, parties, tax and number may change. */
export const mayEdit = (state: InvoiceState): boolean => state === 'draft';
/** Credit notes never come to more than the invoice. */
export const creditFits = ({ total }: Pick<Claim, 'total'>, credits: readonly bigint[]): boolean =>
  credits.every((one) => one > 0n) && credits.reduce((sum, one) => sum + one, 0n) <= total;
/** Whether money is asked for by it. */
export const isAsked = (state: InvoiceState): boolean => state === 'open' || state === 'uncollectible';

export type AttemptRefused = 'not_asked' | 'another_open' | 'undecided' | 'nothing_due' | 'too_much';
/**
 * Why an attempt to collect money is impossible; null when it is not. `undecided`: the outcome of an earlier one is not known, and a new one
 * could charge twice.
 */
export function attemptRefused(claim: Claim, amount: bigint, payments: readonly PaymentState[]): AttemptRefused | null {
  if (!isAsked(claim.state)) return 'not_asked';
  if (payments.includes('unknown')) return 'undecided';
  if (payments.some(isOpenPayment)) return 'another_open';
  if (remainingOf(claim) <= 0n || amount <= 0n) return 'nothing_due';
  return amount > remainingOf(claim) ? 'too_much' : null;
}

/** Money that came: as much as is due settles, what is more is the account's balance. */
export function settling(claim: Claim, amount: bigint): { settled: bigint; excess: bigint } {
  const due = isAsked(claim.state) ? remainingOf(claim) : 0n;
  const settled = amount < due ? amount : due;
  return { settled, excess: amount - settled };
}
