/** Money that we send back. */
import { type Form, numberAt, textAt, textsAt } from './form.ts';
import { invalid, type Store, textOf, type Thing } from './store.ts';

const count = (thing: Thing, name: string): number => {
  const value = thing[name];
  return typeof value === 'number' ? value : 0;
};
export function chargeOf(store: Store, intentId: string): Thing {
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
    customer: textOf(charge, 'customer'),
    payment_method: textOf(charge, 'payment_method'),
    reason: textAt(form, 'reason'),
    metadata: textsAt(form, 'metadata'),
  });
  const refunded = count(charge, 'amount_refunded') + amount;
  store.change(charge, { amount_refunded: refunded, refunded: refunded === count(charge, 'amount') });
  store.emit('refund.created', refund);
  store.emit('charge.refunded', charge);
  return fate === 'failed' ? failRefund(store, refund.id) : refund;
}

/** The bank of the payer does not take it, at once or days after it was called done. */
export function failRefund(store: Store, id: string): Thing {
  const refund = store.get(id, 'refund');
  if (textOf(refund, 'status') === 'failed') throw invalid('This refund has failed already.');
  const charge = store.get(textOf(refund, 'charge') ?? '', 'charge');
  store.change(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  store.change(charge, { amount_refunded: count(charge, 'amount_refunded') - count(refund, 'amount'), refunded: false });
  store.emit('refund.updated', refund);
  store.emit('refund.failed', refund);
  return refund;
}
/** What was on its way has arrived. */
export function settleRefund(store: Store, id: string): Thing {
  const refund = store.get(id, 'refund');
  if (textOf(refund, 'status') !== 'pending') throw invalid('This refund is not pending.');
  store.emit('refund.updated', store.change(refund, { status: 'succeeded' }));
  return refund;
}
