import { expect, test } from 'vitest';
import type { PaymentView } from '../invoices.contract.ts';
import { shownPaymentStateOf } from './blocks/payment-state.hook.ts';
import { shownPayments } from './invoice-payments.hook.ts';

const payment: PaymentView = {
  id: 'a',
  provider: 'card',
  state: 'succeeded',
  amount: 3451,
  currency: 'EUR',
  refunded: 0,
  dispute: null,
  method: null,
  failure: null,
  valueDate: null,
  manual: null,
  note: '',
  proof: false,
  createdAt: 1,
  settledAt: 2,
};
const dispute = { amount: 3451, reason: 'fraudulent', openedAt: 3, dueAt: null, answered: false };

test('a payment says what asks most: a question of the bank, then money that went back', () => {
  expect(shownPaymentStateOf(payment)).toBe('succeeded');
  expect(shownPaymentStateOf({ ...payment, refunded: 1 })).toBe('partlyRefunded');
  expect(shownPaymentStateOf({ ...payment, refunded: 3451 })).toBe('refunded');
  expect(shownPaymentStateOf({ ...payment, refunded: 1, dispute: { ...dispute, state: 'open' } })).toBe('disputed');
  expect(shownPaymentStateOf({ ...payment, dispute: { ...dispute, state: 'won' } })).toBe('succeeded');
  expect(shownPaymentStateOf({ ...payment, state: 'reversed', dispute: { ...dispute, state: 'lost' } })).toBe('reversed');
});

test('the newest stands first, and those that nothing came of are left out', () => {
  const more = (id: string, createdAt: number, state: PaymentView['state']) => ({ ...payment, id, createdAt, state });
  const all = [
    payment,
    more('b', 5, 'failed'),
    more('c', 6, 'canceled'),
    more('d', 7, 'awaiting_transfer'),
    more('e', 5, 'unknown'),
  ];
  expect(shownPayments(all).map((one) => one.id)).toEqual(['e', 'b', 'a']);
});
