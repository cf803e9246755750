/** Money that goes back: refunds by us, disputes by the bank of the payer. */
import { type Form, numberAt, textAt, textsAt } from './form.ts';
import { invalid, type Store, textOf, type Thing } from './store.ts';

const count = (thing: Thing, name: string): number => {
  const value = thing[name];
  return typeof value === 'number' ? value : 0;
};
function chargeOf(store: Store, intentId: string): Thing {
  const charge = textOf(store.get(intentId, 'payment_intent'), 'latest_charge');
  if (charge === null) throw invalid('This PaymentIntent does not have a successful charge to refund.');
  return store.get(charge, 'charge');
}

export function createRefund(store: Store, form: Form, fate: 'succeeded' | 'pending' | 'failed'): Thing {
  const charge = chargeOf(store, textAt(form, 'payment_intent') ?? '');
  const left = count(charge, 'amount') - count(charge, 'amount_refunded');
  const amount = numberAt(form, 'amount') ?? left;
  if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
  if (amount > left || amount === 0)
    throw invalid('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' });
  const refund = store.make('re', 'refund', {
    amount,
    currency: textOf(charge, 'currency') ?? '',
    charge: charge.id,
    payment_intent: textOf(charge, 'payment_intent'),
    status: fate === 'failed' ? 'pending' : fate,
    reason: textAt(form, 'reason'),
    failure_reason: null,
    metadata: textsAt(form, 'metadata'),
  });
  const refunded = count(charge, 'amount_refunded') + amount;
  store.change(charge, { amount_refunded: refunded, refunded: refunded === count(charge, 'amount') });
  store.emit('refund.created', refund);
  store.emit('charge.refunded', charge);
  if (fate === 'failed') {
    store.change(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    store.change(charge, { amount_refunded: refunded - amount, refunded: false });
    store.emit('refund.failed', refund);
  }
  return refund;
}

/** The payer's bank takes the money back until it is decided. */
export function openDispute(store: Store, intentId: string): Thing {
  const charge = chargeOf(store, intentId);
  const dispute = store.make('dp', 'dispute', {
    amount: count(charge, 'amount'),
    currency: textOf(charge, 'currency') ?? '',
    charge: charge.id,
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence_details: { due_by: Math.floor(store.clock() / 1000) + 7 * 86_400 },
    metadata: {},
  });
  store.change(charge, { disputed: true });
  store.emit('charge.dispute.created', dispute);
  return dispute;
}
export function closeDispute(store: Store, id: string, status: 'won' | 'lost'): Thing {
  const dispute = store.change(store.get(id, 'dispute'), { status });
  store.emit('charge.dispute.closed', dispute);
  return dispute;
}
