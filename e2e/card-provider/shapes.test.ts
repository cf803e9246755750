/** The stand-in is held to what the provider publishes: every call, every kind of event, every object of it, and what our driver asks of it. */
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ruleOf, rules } from './answering.ts';
import { type CardProviderFake, startCardProvider } from './card-provider.ts';
import { checkAnswer, checkObject, describedCalls } from './shapes/check.ts';
import { events, objects } from './shapes/wanted.ts';
import type { Json } from './store.ts';

let fake: CardProviderFake;
let client: Stripe;
beforeEach(async () => {
  fake = await startCardProvider();
  client = new Stripe(fake.key, { host: '127.0.0.1', port: fake.port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
});
afterEach(() => fake.close());

const press = (url: string | null, number: string) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ number }), redirect: 'manual' });
const refused = (asked: Promise<unknown>) => expect(asked).rejects.toMatchObject({ type: expect.stringMatching(/^Stripe/) });
const page = (more: Partial<Stripe.Checkout.SessionCreateParams>) =>
  client.checkout.sessions.create({
    mode: 'payment',
    ui_mode: 'hosted_page',
    line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'R-1' } } }],
    success_url: 'http://localhost/',
    ...more,
  });
const charge = (customer: string, payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  client.paymentIntents.create({ amount: 500, currency: 'eur', customer, payment_method, confirm: true, ...more });
const intentOf = async (session: string) => {
  const { payment_intent: intent } = await client.checkout.sessions.retrieve(session);
  return typeof intent === 'string' ? intent : '';
};

async function driveCards(customer: string): Promise<void> {
  const card = await client.paymentMethods.attach('pm_card_visa', { customer });
  fake.renewCard(card.id, { year: 2034, last4: '1881' });
  expect((await client.paymentMethods.retrieve(card.id)).card).toMatchObject({ exp_year: 2034, last4: '1881' });
  await client.paymentMethods.list({ customer });
  await client.setupIntents.create({ customer, payment_method: card.id, confirm: true, expand: ['payment_method'] });
  await refused(client.setupIntents.create({ customer, payment_method: 'pm_card_declined', confirm: true }));
  const asks = await client.setupIntents.create({ customer });
  await client.setupIntents.confirm(asks.id, { payment_method: 'pm_card_authenticationRequired', return_url: 'http://x/' });
  await client.setupIntents.cancel(asks.id);
  expect((await client.setupIntents.retrieve(asks.id)).status).toBe('canceled');
  await client.setupIntents.list({ customer });
  await client.paymentMethods.detach(card.id);
}

async function drivePayments(customer: string): Promise<string> {
  const { id } = await charge(customer, 'pm_card_visa', {
    expand: ['payment_method', 'latest_charge'],
    metadata: { payment: 'p1' },
  });
  await refused(charge(customer, 'pm_card_insufficient', { off_session: true }));
  await refused(charge(customer, 'pm_card_authenticationRequired', { off_session: true }));
  const asks = await client.paymentIntents.create({ amount: 500, currency: 'eur', customer });
  await client.paymentIntents.confirm(asks.id, { payment_method: 'pm_card_authenticationRequired', return_url: 'http://x/' });
  await client.paymentIntents.cancel(asks.id, { cancellation_reason: 'abandoned' });
  fake.decide((await charge(customer, 'pm_card_processing')).id, 'failed');
  await client.paymentIntents.retrieve(asks.id, { expand: ['payment_method'] });
  await client.paymentIntents.list({ customer, created: { gte: 1 }, limit: 3 });
  await client.paymentIntents.search({ query: "metadata['payment']:'p1'", limit: 1 });
  return id;
}

async function drivePages(customer: string): Promise<void> {
  const paid = await page({ customer, client_reference_id: 'p2', metadata: { payment: 'p2' }, cancel_url: 'http://localhost/' });
  await press(paid.url, '4000000000009995');
  await press(paid.url, '4242424242424242');
  await client.checkout.sessions.retrieve(paid.id, { expand: ['payment_intent.payment_method'] });
  await client.checkout.sessions.expire((await page({ customer })).id);
  await press((await page({ mode: 'setup', line_items: [], currency: 'eur', customer })).url, '5555555555554444');
  for (const end of ['succeeded', 'failed'] as const) {
    const slow = await page({ customer });
    await press(slow.url, '4000000000000341');
    expect((await client.checkout.sessions.retrieve(slow.id)).payment_status).toBe('unpaid');
    fake.decide(await intentOf(slow.id), end);
    expect((await client.checkout.sessions.retrieve(slow.id)).payment_status).toBe(end === 'failed' ? 'unpaid' : 'paid');
  }
  await client.checkout.sessions.list({ customer });
}

async function driveMoneyBack(customer: string, intent: string): Promise<void> {
  const done = await client.refunds.create({ payment_intent: intent, amount: 100, metadata: { refund: 'r1' } });
  fake.failRefund(done.id);
  expect(await client.refunds.retrieve(done.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  fake.switches.refunds = 'pending';
  const slow = await client.refunds.create({ payment_intent: intent, reason: 'requested_by_customer' });
  fake.settleRefund(slow.id);
  await client.refunds.list({ payment_intent: intent });
  const data = Buffer.from('%PDF-1.7 paper');
  const file = await client.files.create({
    purpose: 'dispute_evidence',
    file: { data, name: 'R-1.pdf', type: 'application/pdf' },
  });
  expect(await client.files.retrieve(file.id)).toMatchObject({ filename: 'R-1.pdf', size: data.length, type: 'pdf' });
  const sent = fake.dispute(intent);
  await client.disputes.update(sent, { evidence: { receipt: file.id, product_description: 'Seats' }, submit: true });
  fake.closeDispute(sent, 'won');
  expect(await client.disputes.retrieve(sent)).toMatchObject({ status: 'won', evidence: { receipt: file.id } });
  const other = fake.dispute((await charge(customer, 'pm_card_visa')).id);
  expect((await client.disputes.close(other)).status).toBe('lost');
  await client.disputes.list({ payment_intent: intent });
}

test('every call is answered and every kind of event is sent in the published shape', async () => {
  const { id: customer } = await client.customers.create({ name: 'Ana', email: 'ana@example.org', metadata: { account: 'a' } });
  await client.customers.update(customer, { name: 'Ana B' });
  await client.customers.list({ limit: 1 });
  await driveCards(customer);
  await driveMoneyBack(customer, await drivePayments(customer));
  await drivePages(customer);
  await client.customers.del(customer);
  await refused(client.customers.retrieve(customer));
  const [first] = (await client.events.list({ type: 'refund.failed' })).data;
  await client.events.retrieve(first?.id ?? '');
  const told = new Set([...fake.things.values()].flatMap((one) => (one.object === 'event' ? [String(one['type'])] : [])));
  expect([...told].sort()).toEqual([...events].sort());
  const called = new Set(
    fake.calls.map((call) => {
      const [method = '', path = ''] = call.split(' ');
      return ruleOf({ method, path });
    }),
  );
  expect([...called].sort()).toEqual([...rules].sort());
  expect([...describedCalls].sort()).toEqual([...rules].sort());
  expect(fake.wrong).toEqual([]);
});

test('what is missing, of another type, an unknown word or an unknown name is told', async () => {
  const { id: customer } = await client.customers.create({ name: 'Ana' });
  const intent = await charge(customer, 'pm_card_visa', { expand: ['latest_charge'] });
  const whole: { [name: string]: Json } = JSON.parse(JSON.stringify(intent));
  expect(checkObject(whole)).toEqual([]);
  const { capture_method: _method, ...missing } = whole;
  expect(checkObject(missing)).toEqual(expect.arrayContaining(['payment_intent.capture_method is missing']));
  const { amount_details: _details, ...fromExample } = whole;
  expect(checkObject(fromExample)).toEqual(['payment_intent.amount_details is missing, and the published example has it']);
  const wrong = (change: { [name: string]: Json }) => checkObject({ ...whole, ...change })[0] ?? 'nothing';
  expect(wrong({ amount: '500' })).toMatch(/^payment_intent\.amount is "500", not number/);
  expect(wrong({ status: 'paid' })).toMatch(/^payment_intent\.status is "paid", not 'canceled'/);
  expect(wrong({ paid: true })).toBe('payment_intent.paid is not known');
  expect(wrong({ livemode: null })).toMatch(/^payment_intent\.livemode is null, not boolean/);
  expect(wrong({ metadata: { a: 1 } })).toMatch(/^payment_intent\.metadata is/);
  expect(wrong({ latest_charge: { ...whole, object: 'charge' } })).toMatch(/^payment_intent\.latest_charge\./);
  expect(wrong({ shipping: { name: 'Ana' } })).toBe('payment_intent.shipping is not described');
  expect(checkAnswer({ error: { type: 'oh_no', message: '' } })[0]).toMatch(/^error\.type is "oh_no"/);
  expect(checkAnswer({ object: 'list', data: [] })).toEqual(['a list without data, has_more or url']);
  const event = [...fake.things.values()].find((one) => one.object === 'event');
  expect(checkObject({ ...event, type: 'charge.refunded' })).toContain('charge.refunded is not about a charge');
  expect(Object.keys(objects)).toContain('error');
});

test('what is asked for in a way that is not published is refused, and remembered', async () => {
  const by = { authorization: `Bearer ${fake.key}`, 'content-type': 'application/x-www-form-urlencoded' };
  const ask = async (path: string, fields: Record<string, string>): Promise<number> =>
    (await fetch(`${fake.url}/v1/${path}`, { method: 'POST', headers: by, body: new URLSearchParams(fields) })).status;
  const right = { amount: '500', currency: 'eur' };
  expect(await ask('payment_intents', right)).toBe(200);
  expect(fake.wrong).toEqual([]);
  expect(await ask('payment_intents', { ...right, 'payment_method_types[0]': 'card' })).toBe(400);
  expect(await ask('payment_intents', { ...right, confirm: 'yes' })).toBe(400);
  expect(await ask('payment_intents', { ...right, amount: '5.00' })).toBe(400);
  expect(await ask('payment_intents', { currency: 'eur' })).toBe(400);
  expect(await ask('checkout/sessions', { mode: 'payment', 'line_items[0][price_data][amount]': '5' })).toBe(400);
  expect(fake.wrong).toEqual([
    'POST payment_intents[payment_method_types] is not known',
    'POST payment_intents[confirm] is "yes", not boolean',
    'POST payment_intents[amount] is "5.00", not number',
    'POST payment_intents[amount] is missing',
    'POST checkout/sessions[line_items][0][price_data][amount] is not known',
    'POST checkout/sessions[line_items][0][price_data][currency] is missing',
  ]);
  fake.wrong.length = 0;
});
