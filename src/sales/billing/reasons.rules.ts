/**
 * Why the product itself did something, as it stands in the events of an invoice, a payment or a subscription. These are no words for people: the
 * sentence of the event says them already. What a person wrote is anything else.
 */
const own: ReadonlySet<string> = new Set([
  'account closed',
  'another change',
  'asked',
  'bank charges',
  'bought again',
  'bought in another currency',
  'canceled',
  'change',
  'changed',
  'claim taken back',
  'dispute lost',
  'dunning',
  'minutes',
  'no claim',
  'no method',
  'not bought',
  'not paid in time',
  'not paid',
  'nothing owed',
  'overdue',
  'pause over',
  'payment reversed',
  'rate',
  'refund came to nothing',
  'start reached',
  'taken back',
  'trial over',
  'window over',
  'withdrawn',
]);

/** What a person wrote; null where the product has its own reason, or none. */
export const writtenReason = (reason: string | null): string | null => (reason === null || own.has(reason) ? null : reason);
