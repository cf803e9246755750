import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { readConfig } from '#kit/server/config/config.ts';
import type { PaymentProvider } from '../providers.rules.ts';
import { paymentAsked, type CardBench, cardBench } from './card.factory.ts';
import { noneDriver } from './none.service.ts';
import { cardProvider } from './providers.service.ts';
import { manualDriver, transferDriver } from './transfer.service.ts';

let bench: CardBench;
beforeAll(async () => {
  bench = await cardBench();
});
afterAll(() => bench.fake.close());

const drivers: [string, () => PaymentProvider][] = [
  ['card', () => bench.driver],
  ['transfer', transferDriver],
  ['manual', manualDriver],
  ['none', noneDriver],
];
const returnUrl = 'http://localhost/back';

describe.each(drivers)('every provider keeps its word: %s', (name, driverOf) => {
  const known = (driver: PaymentProvider) =>
    driver.ensureCustomer({ accountId: `account-${name}`, name: 'Ana', email: 'ana@example.org' });

  test('it has a name, and an account is the same customer each time', async () => {
    const driver = driverOf();
    expect(driver.name).toBe(name);
    expect(await known(driver)).toBe(await known(driver));
  });

  test('what costs something begins once, however often it is asked', async () => {
    const driver = driverOf();
    if (!driver.capabilities().pays)
      return expect(
        known(driver).then((customer) => driver.beginPayment({ payment: paymentAsked('c1'), customer, returnUrl })),
      ).rejects.toThrow(RangeError);
    const begin = async () => driver.beginPayment({ payment: paymentAsked('c1'), customer: await known(driver), returnUrl });
    const first = await begin();
    expect(['redirect', 'instructions']).toContain(first.kind);
    expect(await begin()).toEqual(first);
  });

  test('a charge without the holder is made once or refused, never half', async () => {
    const driver = driverOf();
    const customer = await known(driver);
    const charge = () => driver.chargeOffSession({ payment: paymentAsked('c2'), customer, method: 'pm_card_visa' });
    const first = await charge();
    expect(first.state).toBe(driver.capabilities().charges ? 'succeeded' : 'failed');
    expect(await charge()).toEqual(first);
    if (driver.capabilities().charges) expect(await driver.fetch({ paymentId: 'c2', ref: first.ref })).toEqual(first);
    else expect(first.failure).toEqual({ code: 'not_offered', kind: 'hard' });
  });

  test('what is not decided can be let go of, and stays so', async () => {
    const driver = driverOf();
    const begun = driver.capabilities().pays
      ? await driver.beginPayment({ payment: paymentAsked('c3'), customer: await known(driver), returnUrl })
      : null;
    const key = { paymentId: 'c3', ref: begun?.kind === 'redirect' ? begun.ref : null };
    expect((await driver.cancel(key)).state).toBe('canceled');
    expect((await driver.cancel(key)).state).toBe('canceled');
  });

  test('money goes back where the provider can send it', async () => {
    const driver = driverOf();
    const paid = await driver.chargeOffSession({
      payment: paymentAsked('c4'),
      customer: await known(driver),
      method: 'pm_card_visa',
    });
    const refund = () => driver.refund({ id: 'back-4', payment: { paymentId: 'c4', ref: paid.ref }, amount: money(500n, 'EUR') });
    const first = await refund();
    expect(first.state).toBe(
      driver.capabilities().refunds ? 'succeeded' : driver.capabilities().pays ? 'requires_action' : 'failed',
    );
    expect(await refund()).toEqual(first);
  });

  test('news without a signature are refused, and forgetting is done twice without harm', async () => {
    const driver = driverOf();
    const news = await driver.parseWebhook({ body: '{}', signature: undefined, now: bench.now.ms });
    expect(news).toEqual({ kind: 'refused', why: driver.capabilities().news ? 'no_signature' : 'not_offered' });
    await driver.forgetMethod('pm_nothing');
    await driver.forgetMethod('pm_nothing');
    expect((await driver.listOpen(bench.now.ms)).every(({ state }) => state !== 'succeeded')).toBe(true);
  });
});

test('a claim of nothing is settled without a way to pay', async () => {
  const driver = noneDriver();
  const payment = paymentAsked('zero', 0n);
  expect(await driver.beginPayment({ payment, customer: 'x', returnUrl })).toEqual({ kind: 'done' });
  expect((await driver.chargeOffSession({ payment, customer: 'x', method: '' })).state).toBe('succeeded');
});

test('without a key there are no cards', () => {
  const ctx = (env: Record<string, string>) => ({ config: readConfig(env), now: () => 0 });
  expect(cardProvider(ctx({}))).toBe(null);
  expect(cardProvider(ctx({ STRIPE_SECRET_KEY: 'sk_test_x' }))?.capabilities().news).toBe(false);
});
