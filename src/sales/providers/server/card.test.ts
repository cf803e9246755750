import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { paymentAsked, type CardBench, cardBench } from './card.factory.ts';
import { failureOf } from './card-answers.service.ts';
import { cardDriver } from './card.service.ts';

let bench: CardBench;
let customer: string;
beforeEach(async () => {
  bench = await cardBench();
  customer = await bench.driver.ensureCustomer({ accountId: 'account-1', name: 'Ana', email: null });
});
afterEach(() => bench.fake.close());

const charge = (id: string, card: string) =>
  bench.driver.chargeOffSession({ payment: paymentAsked(id), customer, method: `pm_card_${card}` });
const begin = (id: string, ref: string | null = null) =>
  bench.driver.beginPayment({ payment: paymentAsked(id), customer, returnUrl: 'http://localhost/back', ref });
const press = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const made = (object: string) => [...bench.fake.things.values()].filter((one) => one.object === object);
const urlOf = (begun: Awaited<ReturnType<typeof begin>>) => (begun.kind === 'redirect' ? begun.url : '');

describe('charges without the holder', () => {
  test.each([
    ['visa', 'succeeded', null],
    ['processing', 'processing', null],
    ['declined', 'failed', { code: 'generic_decline', kind: 'soft' }],
    ['insufficient', 'failed', { code: 'insufficient_funds', kind: 'soft' }],
    ['expired', 'failed', { code: 'expired_card', kind: 'hard' }],
    ['stolen', 'failed', { code: 'stolen_card', kind: 'hard' }],
    ['authenticationRequired', 'requires_action', { code: 'authentication_required', kind: 'authentication' }],
  ])('a card that is %s: %s', async (card, state, failure) => {
    const result = await charge('p1', card);
    expect(result).toMatchObject({ state, failure });
    expect(await bench.driver.fetch({ paymentId: 'p1', ref: result.ref })).toMatchObject({ state, failure });
    expect(made('payment_intent')).toHaveLength(1);
  });

  test('an amount below the minimum is not even asked for', async () => {
    const payment = paymentAsked('p1', 49n);
    const result = await bench.driver.chargeOffSession({ payment, customer, method: 'pm_card_visa' });
    expect(result.failure).toEqual({ code: 'amount_too_small', kind: 'soft' });
    expect(bench.fake.calls.filter((call) => call.includes('payment_intents'))).toEqual([]);
  });

  test('a saved 500 is not repeated for ever: the payment is found by listing', async () => {
    expect((await charge('p1', 'flaky500')).state).toBe('unknown');
    const found = await bench.driver.fetch({ paymentId: 'p1', ref: null, customer });
    expect(found).toMatchObject({ state: 'succeeded', ref: made('payment_intent')[0]?.id });
    expect(await bench.driver.fetch({ paymentId: 'p1', ref: null })).toMatchObject({ state: 'succeeded' });
  });

  test('after a broken connection the same key gives the one charge', async () => {
    expect((await charge('p1', 'timeout')).state).toBe('unknown');
    expect((await charge('p1', 'timeout')).state).toBe('succeeded');
    expect(made('payment_intent')).toHaveLength(1);
  });

  test('a payment that left no trace is over once no request can be under way', async () => {
    const key = { paymentId: 'p9', ref: null, customer, createdAt: bench.now.ms };
    expect((await bench.driver.fetch(key)).state).toBe('unknown');
    expect((await bench.driver.fetch({ paymentId: 'p9', ref: null })).state).toBe('unknown');
    bench.now.ms += 10 * 60_000 + 1;
    expect(await bench.driver.fetch(key)).toMatchObject({ state: 'canceled', failure: { code: 'never_begun' } });
  });

  test('a busy provider took nothing, and says so', async () => {
    bench.fake.switches.busy = 1;
    await expect(charge('p1', 'visa')).rejects.toMatchObject({ statusCode: 429 });
    expect(made('payment_intent')).toEqual([]);
    expect((await charge('p1', 'visa')).state).toBe('succeeded');
  });

  test('a wrong key of ours is nobody’s failed payment', async () => {
    const other = cardDriver({ secretKey: 'sk_test_wrong', webhookSecrets: [], address: bench.fake.url, now: () => 0 });
    await expect(other.chargeOffSession({ payment: paymentAsked('p1'), customer, method: 'pm_card_visa' })).rejects.toThrow(
      'Invalid API Key',
    );
    await expect(other.fetch({ paymentId: 'p1', ref: 'pi_1' })).rejects.toThrow('Invalid API Key');
  });

  test('its holder confirms that same charge later', async () => {
    const { ref } = await charge('p1', 'authenticationRequired');
    const begun = await begin('p1', ref);
    expect(begun).toMatchObject({ kind: 'redirect', ref });
    await press(urlOf(begun), { outcome: 'succeeded' });
    expect(await bench.driver.fetch({ paymentId: 'p1', ref })).toMatchObject({ state: 'succeeded', ref });
    expect(await begin('p1', ref)).toEqual({ kind: 'done' });
    expect(made('payment_intent')).toHaveLength(1);
  });
});

describe('the pay page', () => {
  test('a declined card leaves it open, a paid one tells the card', async () => {
    const begun = await begin('p1');
    const ref = begun.kind === 'redirect' ? begun.ref : null;
    await press(urlOf(begun), { quick: '4000 0000 0000 9995' });
    expect(await bench.driver.fetch({ paymentId: 'p1', ref })).toMatchObject({ state: 'requires_action', ref, failure: null });
    await press(urlOf(begun), { quick: '4242 4242 4242 4242' });
    const paid = await bench.driver.fetch({ paymentId: 'p1', ref });
    expect(paid).toMatchObject({ state: 'succeeded', method: { brand: 'visa', last4: '4242', expires: '2031-08' } });
    expect(paid.cardCountry).toBe('DE');
    expect(paid.ref).toMatch(/^pi_/);
    expect((await bench.driver.cancel({ paymentId: 'p1', ref })).state).toBe('succeeded');
    const card = paid.method?.ref ?? '';
    expect((await bench.driver.chargeOffSession({ payment: paymentAsked('p2'), customer, method: card })).state).toBe(
      'succeeded',
    );
  });

  test('a card of another country says so', async () => {
    const begun = await begin('p1');
    await press(urlOf(begun), { number: '4000 0025 0000 0003' });
    const ref = begun.kind === 'redirect' ? begun.ref : null;
    expect(await bench.driver.fetch({ paymentId: 'p1', ref })).toMatchObject({ state: 'succeeded', cardCountry: 'FR' });
  });

  test('the page of an answer that was lost is found again, also under other words', async () => {
    bench.fake.switches.cut = 'done';
    expect(await begin('p1')).toEqual({ kind: 'unknown' });
    const again = await begin('p1');
    expect(again.kind).toBe('redirect');
    const moved = await bench.driver.beginPayment({ payment: paymentAsked('p1'), customer, returnUrl: 'http://elsewhere/' });
    expect(moved).toEqual(again);
    expect(made('checkout.session')).toHaveLength(1);
  });

  test('a card is stored without a payment', async () => {
    const setup = { id: 's1', accountId: 'account-1', customer, currency: 'EUR', returnUrl: 'http://localhost/' };
    const begun = await bench.driver.beginSetup(setup);
    await press(urlOf(begun), { quick: '4242 4242 4242 4242' });
    const ref = begun.kind === 'redirect' ? begun.ref : '';
    const stored = await bench.driver.fetchSetup(ref);
    expect(stored).toMatchObject({ state: 'succeeded', method: { last4: '4242' } });
    await bench.driver.forgetMethod(stored.method?.ref ?? '');
    expect(
      (await bench.driver.chargeOffSession({ payment: paymentAsked('p1'), customer, method: stored.method?.ref ?? '' })).failure
        ?.kind,
    ).toBe('hard');
  });
});

test('money goes back once, of a page too, and never more than came', async () => {
  const begun = await begin('p1');
  const payment = { paymentId: 'p1', ref: begun.kind === 'redirect' ? begun.ref : null };
  const refund = (id: string, minor: bigint) => bench.driver.refund({ id, payment, amount: money(minor, 'EUR') });
  expect((await refund('r0', 100n)).failure?.code).toBe('nothing_paid');
  await press(urlOf(begun), { quick: '4242 4242 4242 4242' });
  expect((await refund('r1', 1000n)).state).toBe('succeeded');
  expect((await refund('r1', 1000n)).ref).toBe((await refund('r1', 1000n)).ref);
  expect((await refund('r2', 1000n)).state).toBe('failed');
  bench.fake.switches.refunds = 'pending';
  expect((await refund('r3', 999n)).state).toBe('processing');
  expect(made('refund')).toHaveLength(2);
});

test('what is open is listed with our names', async () => {
  await charge('p1', 'visa');
  await charge('p2', 'processing');
  await charge('p3', 'authenticationRequired');
  const open = await bench.driver.listOpen(bench.now.ms - 1000);
  expect(open.map(({ paymentId, state }) => [paymentId, state])).toEqual([
    ['p3', 'requires_action'],
    ['p2', 'processing'],
  ]);
  expect(await bench.driver.listOpen(bench.now.ms + 5000)).toEqual([]);
});

describe('news', () => {
  const { webhooks } = new Stripe('sk_test_none');
  const event = (more: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1_700_000_000,
      livemode: false,
      data: { object: { id: 'pi_1', object: 'payment_intent', metadata: { payment: 'p1' } } },
      ...more,
    });
  const read = (body: string, { secret = bench.fake.secret, at = 0, sent = body } = {}) => {
    const signature = webhooks.generateTestHeaderString({ payload: body, secret, timestamp: bench.now.ms / 1000 + at });
    return bench.driver.parseWebhook({ body: sent, signature, now: bench.now.ms });
  };

  test('are hints with our name, by either secret', async () => {
    const hint = {
      eventId: 'evt_1',
      type: 'payment_intent.succeeded',
      at: 1_700_000_000_000,
      kind: 'payment',
      objectId: 'pi_1',
      paymentId: 'p1',
      paymentRef: 'pi_1',
    };
    expect(await read(event())).toEqual({ kind: 'hint', hint });
    expect(await read(event(), { secret: 'whsec_new' })).toEqual({ kind: 'hint', hint });
    const dispute = { object: { id: 'dp_1', object: 'dispute', payment_intent: { id: 'pi_2' } } };
    expect(await read(event({ type: 'charge.dispute.created', data: dispute }))).toMatchObject({
      hint: { kind: 'dispute', paymentId: null, paymentRef: 'pi_2' },
    });
    const page = {
      object: { id: 'cs_1', object: 'checkout.session', mode: 'payment', client_reference_id: 'p7', payment_intent: null },
    };
    expect(await read(event({ data: page }))).toMatchObject({ hint: { kind: 'checkout', paymentId: 'p7', paymentRef: null } });
    const strange = { object: { id: 'x_1', object: 'not.known.yet' } };
    expect(await read(event({ type: 'of.tomorrow', data: strange }))).toMatchObject({ kind: 'hint', hint: { kind: 'other' } });
  });

  test('of others, of another day, changed, or of real money are refused', async () => {
    const refused = async (news: ReturnType<typeof read>) => {
      const got = await news;
      return got.kind === 'refused' ? got.why : null;
    };
    expect(await refused(read(event(), { secret: 'whsec_other' }))).toBe('wrong_signature');
    expect(await refused(read(event(), { sent: event({ id: 'evt_2' }) }))).toBe('wrong_signature');
    expect(await refused(read(event(), { at: -301 }))).toBe('too_old');
    expect(await refused(read(event(), { at: 86_400 }))).toBe('too_old');
    expect(await refused(read(event({ livemode: true })))).toBe('wrong_mode');
    expect(await refused(read('{"id":'))).toBe('not_readable');
    expect(await refused(read(event({ data: null })))).toBe('not_readable');
    expect(await refused(read('x'.repeat(1024 * 1024 + 1)))).toBe('not_readable');
    for (const signature of ['', 'nonsense', 't=,v1=', 't=1e9,v1=00'])
      expect(await bench.driver.parseWebhook({ body: event(), signature, now: bench.now.ms })).toEqual({
        kind: 'refused',
        why: 'wrong_signature',
      });
  });
});

test('a stand-in is on this machine and never told the key of real money', async () => {
  const driver = (address: string, secretKey = 'sk_test_x') =>
    cardDriver({ secretKey, webhookSecrets: [], address, now: () => 0 });
  await expect(driver('http://192.0.2.1:1').listOpen(0)).rejects.toThrow('on this machine');
  await expect(driver(bench.fake.url, 'sk_live_x').listOpen(0)).rejects.toThrow('real money');
});

test('words of banks that are new are soft, and their advice counts', () => {
  expect(failureOf({ code: 'card_declined', decline_code: 'of_tomorrow' })).toEqual({ code: 'of_tomorrow', kind: 'soft' });
  expect(failureOf({ code: 'card_declined', decline_code: 'do_not_honor', advice_code: 'do_not_try_again' }).kind).toBe('hard');
  expect(failureOf({})).toEqual({ code: 'declined', kind: 'soft' });
});
