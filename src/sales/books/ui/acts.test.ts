import { expect, test } from 'vitest';
import { actsOf } from './acts.hook.ts';

const plain = { state: 'active', endedAt: null, cancelAtEnd: false, trialEnd: null, periodEnd: 1 } as const;

test('what runs can be made longer and ended, what is to end can be kept, what is over can begin again', () => {
  expect(actsOf(plain)).toEqual(['extend', 'credit', 'cancel']);
  expect(actsOf({ ...plain, cancelAtEnd: true })).toEqual(['extend', 'credit', 'restart', 'cancel']);
  expect(actsOf({ ...plain, state: 'past_due' })).toEqual(['credit', 'cancel']);
  expect(actsOf({ ...plain, state: 'trialing', trialEnd: 5 })).toEqual(['extend', 'credit', 'cancel']);
  expect(actsOf({ ...plain, state: 'canceled', endedAt: 3 })).toEqual(['credit', 'restart']);
  expect(actsOf({ ...plain, state: 'incomplete_expired', endedAt: 3 })).toEqual(['credit']);
});
