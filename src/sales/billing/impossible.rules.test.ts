import { describe, expect, test } from 'vitest';
import { subscriptionStates } from './billing.contract.ts';
import {
  attemptRefused,
  type Claim,
  claimedTwice,
  creditFits,
  givesPlan,
  isAsked,
  isLive,
  isOpenPayment,
  mayDelete,
  mayEdit,
  mayVoid,
  overlappingPeriods,
  remainingOf,
  settling,
  twoLiveBases,
} from './impossible.rules.ts';
import { invoiceStates, paymentStates } from './invoices.contract.ts';

const claim = (more: Partial<Claim> = {}): Claim => ({
  ...{ state: 'open', number: '2027-0001', total: 1000n, paid: 0n, credited: 0n, balanceUsed: 0n },
  ...more,
});

describe('subscriptions', () => {
  test('one base at a time, counted from the checkout on', () => {
    expect(subscriptionStates.filter((state) => !isLive(state))).toEqual(['incomplete_expired', 'canceled']);
    expect(twoLiveBases(['active', 'canceled', 'incomplete_expired'])).toBe(false);
    expect(twoLiveBases(['active', 'incomplete'])).toBe(true);
  });

  test('a plan counts only when it was begun and is not over', () => {
    expect(subscriptionStates.filter(givesPlan)).toEqual(['trialing', 'active', 'past_due', 'restricted']);
  });

  test('periods follow each other', () => {
    expect(
      overlappingPeriods([
        { start: 10, end: 20 },
        { start: 0, end: 10 },
      ]),
    ).toBe(false);
    expect(
      overlappingPeriods([
        { start: 9, end: 20 },
        { start: 0, end: 10 },
      ]),
    ).toBe(true);
    expect(overlappingPeriods([])).toBe(false);
  });

  test('a period is claimed once for a cause', () => {
    const one = { periodStart: 5, cause: 'period', state: 'open' } as const;
    expect(claimedTwice([one, { ...one, cause: 'change' }, { ...one, periodStart: 6 }])).toBe(false);
    expect(claimedTwice([one, { ...one, state: 'void' }])).toBe(false);
    expect(claimedTwice([one, { ...one, state: 'draft' }])).toBe(true);
    expect(claimedTwice([one, { ...one, cause: 'start' }])).toBe(true);
  });
});

describe('invoices', () => {
  test('are edited and deleted while they have no number', () => {
    expect(invoiceStates.filter(mayEdit)).toEqual(['draft']);
    expect(invoiceStates.filter((state) => mayDelete({ state, number: null }))).toEqual(['draft']);
    expect(mayDelete({ state: 'draft', number: '1' })).toBe(false);
    expect(invoiceStates.filter(isAsked)).toEqual(['open', 'uncollectible']);
  });

  test('are voided only when nobody paid and nobody is paying', () => {
    expect(mayVoid(claim(), ['failed', 'canceled', 'expired', 'rejected', 'reversed'])).toBe(true);
    for (const more of [{ paid: 1n }, { credited: 1n }, { balanceUsed: 1n }]) expect(mayVoid(claim(more), [])).toBe(false);
    const barred = paymentStates.filter((state) => !mayVoid(claim(), [state]));
    expect(barred).toEqual(paymentStates.filter((state) => isOpenPayment(state) || state === 'succeeded'));
  });

  test('are credited up to what they came to', () => {
    expect([[1000n], [400n, 600n], []].map((credits) => creditFits(claim(), credits))).toEqual([true, true, true]);
    expect([[1001n], [400n, 601n], [0n], [-1n, 5n]].map((credits) => creditFits(claim(), credits))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('payments', () => {
  test('are attempted one at a time, and never while the last outcome is unknown', () => {
    expect(attemptRefused(claim(), 1000n, ['failed', 'canceled'])).toBeNull();
    expect(attemptRefused(claim(), 1000n, ['failed', 'unknown'])).toBe('undecided');
    for (const state of paymentStates.filter((one) => isOpenPayment(one) && one !== 'unknown'))
      expect(attemptRefused(claim(), 1000n, [state])).toBe('another_open');
    expect(paymentStates.filter((one) => !isOpenPayment(one))).toEqual([
      'succeeded',
      'failed',
      'canceled',
      'reversed',
      'rejected',
      'expired',
    ]);
  });

  test('are for what remains, and for what is asked', () => {
    const part = claim({ paid: 300n, credited: 200n, balanceUsed: 100n });
    expect(remainingOf(part)).toBe(400n);
    expect([400n, 401n, 0n, -1n].map((amount) => attemptRefused(part, amount, []))).toEqual([
      null,
      'too_much',
      'nothing_due',
      'nothing_due',
    ]);
    expect(attemptRefused(claim({ paid: 1000n }), 1n, [])).toBe('nothing_due');
    for (const state of ['draft', 'pending_tax', 'void', 'paid'] as const)
      expect(attemptRefused(claim({ state }), 1n, [])).toBe('not_asked');
  });

  test('that bring more than is due leave the rest to the account', () => {
    expect(settling(claim({ paid: 300n }), 800n)).toEqual({ settled: 700n, excess: 100n });
    expect(settling(claim(), 999n)).toEqual({ settled: 999n, excess: 0n });
    expect(settling(claim({ state: 'void' }), 50n)).toEqual({ settled: 0n, excess: 50n });
  });
});
