/** The driver for what nobody pays: gifts, the operator's own use, claims of nothing. What costs something it does not take. */
import { failedResult, type PaymentProvider, plainResult, type ProviderResult } from '../providers.rules.ts';
import type { Money } from '#kit/money.ts';

const settled = (id: string, { minor }: Money): ProviderResult =>
  minor <= 0n ? plainResult('succeeded', id) : failedResult({ code: 'not_offered', kind: 'hard' });

export const noneDriver = (): PaymentProvider => ({
  name: 'none',
  capabilities: () => ({ pays: false, charges: false, stores: false, refunds: false, news: false }),
  ensureCustomer: ({ accountId }) => Promise.resolve(accountId),
  beginSetup: () => Promise.resolve({ kind: 'done' }),
  fetchSetup: (ref) => Promise.resolve(failedResult({ code: 'not_offered', kind: 'hard' }, ref)),
  beginPayment: ({ payment }) =>
    payment.amount.minor <= 0n
      ? Promise.resolve({ kind: 'done' })
      : Promise.reject(new RangeError('nobody pays an amount without a way to pay')),
  chargeOffSession: ({ payment }) => Promise.resolve(settled(payment.id, payment.amount)),
  fetch: ({ ref }) => Promise.resolve(plainResult('processing', ref)),
  cancel: ({ ref }) => Promise.resolve(plainResult('canceled', ref)),
  refund: ({ id, amount }) => Promise.resolve(settled(id, amount)),
  fetchRefund: ({ ref }) => Promise.resolve(plainResult('succeeded', ref)),
  fetchDispute: () => Promise.resolve(null),
  answerDispute: () => Promise.resolve({ kind: 'refused', code: 'not_offered', found: null }),
  acceptDispute: () => Promise.resolve({ kind: 'refused', code: 'not_offered', found: null }),
  fetchMethod: () => Promise.resolve(null),
  hasCustomer: () => Promise.resolve(true),
  listOpen: () => Promise.resolve([]),
  parseWebhook: () => Promise.resolve({ kind: 'refused', why: 'not_offered' }),
  forgetMethod: () => Promise.resolve(),
  forgetCustomer: () => Promise.resolve(),
});
