/** The driver for bank transfers. Its money comes in by a statement or a person's word, so whatever it is asked, the answer is to wait. */
import { failedResult, type PaymentProvider, plainResult } from '../providers.rules.ts';

export const transferDriver = (): PaymentProvider => ({
  name: 'transfer',
  capabilities: () => ({ pays: true, charges: false, stores: false, refunds: false, news: false }),
  ensureCustomer: ({ accountId }) => Promise.resolve(accountId),
  beginSetup: () => Promise.resolve({ kind: 'instructions' }),
  fetchSetup: (ref) => Promise.resolve(failedResult({ code: 'not_offered', kind: 'hard' }, ref)),
  beginPayment: () => Promise.resolve({ kind: 'instructions' }),
  chargeOffSession: () => Promise.resolve(failedResult({ code: 'not_offered', kind: 'hard' })),
  fetch: ({ ref }) => Promise.resolve(plainResult('processing', ref)),
  cancel: ({ ref }) => Promise.resolve(plainResult('canceled', ref)),
  // somebody has to send it back from their bank
  refund: ({ id }) => Promise.resolve(plainResult('requires_action', id)),
  fetchRefund: ({ ref }) => Promise.resolve(plainResult('requires_action', ref)),
  fetchDispute: () => Promise.resolve(null),
  fetchMethod: () => Promise.resolve(null),
  hasCustomer: () => Promise.resolve(true),
  listOpen: () => Promise.resolve([]),
  parseWebhook: () => Promise.resolve({ kind: 'refused', why: 'not_offered' }),
  forgetMethod: () => Promise.resolve(),
  forgetCustomer: () => Promise.resolve(),
});
