/**
 * The driver for bank transfers, and for the ways to pay that a seller names itself, such as cash. Their money comes in by a statement or a person's
 * word, so whatever it is asked, the answer is to wait.
 */
import { failedResult, type PaymentProvider, plainResult } from '../providers.rules.ts';

const waitingDriver = (name: 'transfer' | 'manual'): PaymentProvider => ({
  name,
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
  answerDispute: () => Promise.resolve({ kind: 'refused', code: 'not_offered', found: null }),
  acceptDispute: () => Promise.resolve({ kind: 'refused', code: 'not_offered', found: null }),
  fetchMethod: () => Promise.resolve(null),
  hasCustomer: () => Promise.resolve(true),
  listOpen: () => Promise.resolve([]),
  parseWebhook: () => Promise.resolve({ kind: 'refused', why: 'not_offered' }),
  forgetMethod: () => Promise.resolve(),
  forgetCustomer: () => Promise.resolve(),
});

export const transferDriver = (): PaymentProvider => waitingDriver('transfer');
/** The same for cash, cheques and whatever else a seller takes. */
export const manualDriver = (): PaymentProvider => waitingDriver('manual');
