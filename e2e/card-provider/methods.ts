/** Cards with a known fate, by the names that tests use and by the numbers that are typed into the pay page. */
import { CardError, invalid, type Store, textOf, type Thing } from './store.ts';

type Card = { name: string; number: string; brand: string; decline: string | null; country?: string };
const cards: readonly Card[] = [
  { name: 'visa', number: '4242424242424242', brand: 'visa', decline: null },
  { name: 'fr', number: '4000002500000003', brand: 'visa', decline: null, country: 'FR' },
  { name: 'mastercard', number: '5555555555554444', brand: 'mastercard', decline: null },
  { name: 'authenticationRequired', number: '4000002500003155', brand: 'visa', decline: null },
  { name: 'declined', number: '4000000000000002', brand: 'visa', decline: 'generic_decline' },
  { name: 'insufficient', number: '4000000000009995', brand: 'visa', decline: 'insufficient_funds' },
  { name: 'expired', number: '4000000000000069', brand: 'visa', decline: 'expired_card' },
  { name: 'stolen', number: '4000000000009979', brand: 'visa', decline: 'stolen_card' },
  { name: 'flaky500', number: '4000000000000119', brand: 'visa', decline: null },
  { name: 'timeout', number: '4000000000000127', brand: 'visa', decline: null },
  { name: 'processing', number: '4000000000000341', brand: 'visa', decline: null },
];

function minted(store: Store, { name, number, brand, country = 'DE' }: Card): Thing {
  const card = {
    brand,
    last4: number.slice(-4),
    exp_month: 8,
    exp_year: 2031,
    country,
    funding: 'credit',
    fingerprint: `print${number.slice(-6)}`,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    display_brand: brand,
    generated_from: null,
    networks: null,
    regulated_status: 'unregulated',
    three_d_secure_usage: null,
    wallet: null,
  };
  return store.make('pm', 'payment_method', { type: 'card', metadata: {}, card, _fate: name });
}

/** A stored one, or a new one of a name such as `pm_card_visa`. */
export function methodNamed(store: Store, id: string): Thing {
  const card = cards.find(({ name }) => id === `pm_card_${name}`);
  return card === undefined ? store.get(id, 'payment_method') : minted(store, card);
}
/** Null for a number that no card has. */
export function methodNumbered(store: Store, typed: string): Thing | null {
  const card = cards.find(({ number }) => number === typed.replace(/\s/g, ''));
  return card === undefined ? null : minted(store, card);
}
export const fateOf = (method: Thing): string => textOf(method, '_fate') ?? 'visa';
/** Why the bank says no; null when it does not. */
export const declineOf = (method: Thing): string | null => cards.find(({ name }) => name === fateOf(method))?.decline ?? null;

export function attach(store: Store, id: string, customer: string): Thing {
  store.get(customer, 'customer');
  const method = methodNamed(store, id);
  const owner = textOf(method, 'customer');
  if (owner !== null && owner !== customer) throw invalid('The payment method is attached to another customer.');
  if (method['_detached'] === true) throw invalid('This PaymentMethod was detached and cannot be used again.');
  store.change(method, { customer });
  store.emit('payment_method.attached', method);
  return method;
}
export function detach(store: Store, id: string): Thing {
  const method = store.get(id, 'payment_method');
  if (textOf(method, 'customer') === null)
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
  store.change(method, { customer: null, _detached: true });
  store.emit('payment_method.detached', method);
  return method;
}

/** The bank gave its holder a new card, and the networks pass on what is new of it. */
export function renewCard(store: Store, id: string, { year, last4 }: { year: number; last4: string }): Thing {
  const method = store.get(id, 'payment_method');
  const { card } = method;
  if (typeof card !== 'object' || card === null || Array.isArray(card)) throw invalid('This is no card.');
  store.change(method, { card: { ...card, exp_year: year, last4 } });
  store.emit('payment_method.automatically_updated', method);
  return method;
}

export const cardError = (code: string, more: Record<string, Thing | string>): CardError =>
  new CardError(402, { type: 'card_error', code, message: `Your card was declined: ${code}.`, ...more });
