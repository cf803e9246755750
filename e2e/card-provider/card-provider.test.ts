import { once } from 'node:events';
import { createServer } from 'node:http';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardProviderFake, startCardProvider } from './card-provider.ts';

let fake: CardProviderFake;
let client: Stripe;
beforeEach(async () => {
  fake = await startCardProvider();
  client = new Stripe(fake.key, { host: '127.0.0.1', port: fake.port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
});
afterEach(() => fake.close());

const chargeBy = async (method: string, key: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
  const customer = (await client.customers.create({ name: 'Ana' }, { idempotencyKey: `of_${key}` })).id;
  return client.paymentIntents.create(
    {
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
      metadata: { payment: key },
      ...more,
    },
    { idempotencyKey: key },
  );
};

describe('the library is answered as by the provider', () => {
  test('a charge is made, expanded, listed in pages and found by metadata', async () => {
    const intent = await chargeBy('pm_card_visa', 'p1', { expand: ['payment_method', 'latest_charge'] });
    expect(intent.status).toBe('succeeded');
    expect(typeof intent.payment_method === 'object' && intent.payment_method?.card?.last4).toBe('4242');
    expect(typeof intent.latest_charge === 'object' && intent.latest_charge?.amount).toBe(1999);
    expect(JSON.stringify(intent)).not.toContain('_fate');
    for (const at of [2, 3, 4]) await chargeBy('pm_card_visa', `p${at}`);
    const seen: string[] = [];
    for await (const one of client.paymentIntents.list({ limit: 2 })) seen.push(one.metadata['payment'] ?? '');
    expect(seen).toEqual(['p4', 'p3', 'p2', 'p1']);
    const found = await client.paymentIntents.search({ query: "metadata['payment']:'p3'" });
    expect(found.data.map(({ metadata }) => metadata['payment'])).toEqual(['p3']);
  });

  test('the same key repeats the first answer, with other words it is refused', async () => {
    const first = await chargeBy('pm_card_visa', 'p1');
    const again = await chargeBy('pm_card_visa', 'p1');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(chargeBy('pm_card_visa', 'p1', { amount: 5 })).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  test('declines carry the payment, and so does a bank that wants to ask', async () => {
    await expect(chargeBy('pm_card_insufficient', 'p1')).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    });
    await expect(chargeBy('pm_card_authenticationRequired', 'p2')).rejects.toMatchObject({ code: 'authentication_required' });
    await expect(chargeBy('pm_card_visa', 'p3', { amount: 49 })).rejects.toMatchObject({ code: 'amount_too_small' });
    await expect(client.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });

  test('a wrong key, too many calls and lost answers', async () => {
    const stranger = new Stripe('sk_test_other', { host: '127.0.0.1', port: fake.port, protocol: 'http', maxNetworkRetries: 0 });
    await expect(stranger.customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    fake.switches.busy = 1;
    await expect(client.customers.list()).rejects.toMatchObject({ statusCode: 429 });
    await expect(chargeBy('pm_card_flaky500', 'p1')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    // the failure is remembered, though the money moved
    await expect(chargeBy('pm_card_flaky500', 'p1')).rejects.toMatchObject({ statusCode: 500 });
    expect((await client.paymentIntents.list()).data.map(({ status }) => status)).toEqual(['succeeded']);
    await expect(chargeBy('pm_card_timeout', 'p2')).rejects.toMatchObject({ type: 'StripeConnectionError' });
  });

  test('a part goes back, then the rest, then nothing more', async () => {
    const { id } = await chargeBy('pm_card_visa', 'p1');
    expect((await client.refunds.create({ payment_intent: id, amount: 999 })).status).toBe('succeeded');
    expect((await client.refunds.create({ payment_intent: id })).amount).toBe(1000);
    await expect(client.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });

  test('cards are kept, listed and let go of', async () => {
    const { id } = await client.customers.create({ name: 'Ana' });
    const card = await client.paymentMethods.attach('pm_card_visa', { customer: id });
    expect((await client.paymentMethods.list({ customer: id })).data.map((one) => one.id)).toEqual([card.id]);
    await client.paymentMethods.detach(card.id);
    await expect(client.paymentMethods.attach(card.id, { customer: id })).rejects.toThrow('detached');
    const setup = await client.setupIntents.create({ customer: id, payment_method: 'pm_card_visa', confirm: true });
    expect(setup.status).toBe('succeeded');
  });
});

describe('events', () => {
  const got: { id: string; type: string; isSigned: boolean }[] = [];
  let status = 200;
  const receiver = createServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    incoming.on('end', () => {
      const header = incoming.headers['stripe-signature'] ?? '';
      const event = client.webhooks.constructEvent(body, header, fake.secret);
      got.push({ id: event.id, type: event.type, isSigned: true });
      outgoing.writeHead(status).end();
    });
  });
  beforeEach(async () => {
    got.length = 0;
    status = 200;
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    fake.deliverTo(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  });
  afterEach(async () => {
    receiver.closeAllConnections();
    await new Promise((done) => receiver.close(done));
  });
  const types = () => got.map(({ type }) => type);

  test('wait to be pumped, are signed, and stay until they are taken', async () => {
    await chargeBy('pm_card_visa', 'p1');
    expect(got).toEqual([]);
    status = 500;
    expect((await fake.pumpWebhooks()).map((one) => one.status)).toEqual([500]);
    status = 200;
    await fake.pumpWebhooks();
    expect(types()).toEqual(['payment_intent.succeeded', 'payment_intent.succeeded']);
    expect(fake.queued()).toBe(0);
  });

  test('twice, the newest first, later, never, and before the answer', async () => {
    Object.assign(fake.switches, { duplicate: true, reorder: true });
    const { id } = await chargeBy('pm_card_visa', 'p1');
    await client.refunds.create({ payment_intent: id });
    await fake.pumpWebhooks();
    expect(types()).toEqual(['charge.refunded', 'refund.created', 'payment_intent.succeeded'].flatMap((one) => [one, one]));
    got.length = 0;
    Object.assign(fake.switches, { duplicate: false, reorder: false, delay: true });
    fake.dispute(id);
    await fake.pumpWebhooks();
    expect(got).toEqual([]);
    await fake.pumpWebhooks();
    expect(types()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    got.length = 0;
    Object.assign(fake.switches, { delay: false, drop: true });
    await chargeBy('pm_card_visa', 'p2');
    expect(fake.queued()).toBe(0);
    Object.assign(fake.switches, { drop: false, beforeAnswer: true });
    const asked = chargeBy('pm_card_visa', 'p3').then(() => got.length);
    expect(await asked).toBe(1);
  });
});

describe('the pay page', () => {
  const begin = async () => {
    const { id } = await client.customers.create({ name: 'Ana' });
    return client.checkout.sessions.create({
      mode: 'payment',
      customer: id,
      client_reference_id: 'p1',
      line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'R-1 <b>' } } }],
      payment_intent_data: { setup_future_usage: 'off_session', metadata: { payment: 'p1' } },
      success_url: 'http://localhost/done?s={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost/back',
    });
  };
  const press = (url: string | null, fields: Record<string, string>) =>
    fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  test('takes a card after another was declined', async () => {
    const session = await begin();
    const page = await (await fetch(session.url ?? '')).text();
    expect(page).toContain('R-1 &#60;b&#62;');
    expect(await (await press(session.url, { number: '4000 0000 0000 9995' })).text()).toContain('role="alert"');
    expect((await client.checkout.sessions.retrieve(session.id)).status).toBe('open');
    const paid = await press(session.url, { number: '4242 4242 4242 4242' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://localhost/done?s=${session.id}`]);
    const after = await client.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.payment_method'] });
    expect([after.status, after.payment_status]).toEqual(['complete', 'paid']);
    const intent = typeof after.payment_intent === 'object' ? after.payment_intent : null;
    expect(intent?.metadata['payment']).toBe('p1');
    expect(typeof intent?.payment_method === 'object' && intent.payment_method?.customer).toBe(session.customer);
  });

  test('has the bank ask, and goes back to the card when its holder refuses', async () => {
    const session = await begin();
    const asked = (await press(session.url, { quick: '4000 0025 0000 3155' })).headers.get('location');
    expect(asked).toContain('/confirm/pi_');
    expect((await press(asked, { outcome: 'failed' })).headers.get('location')).toBe(session.url);
    const again = (await press(session.url, { quick: '4000 0025 0000 3155' })).headers.get('location');
    expect((await press(again, { outcome: 'succeeded' })).headers.get('location')).toContain('/done');
    expect((await client.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  test('ends when it is told to, and by itself after a day', async () => {
    const session = await begin();
    expect((await client.checkout.sessions.expire(session.id)).status).toBe('expired');
    expect((await fetch(session.url ?? '')).status).toBe(404);
  });
});
