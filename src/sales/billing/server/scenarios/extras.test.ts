/** Stories of add-ons and event passes, as pages that a person can read: `golden/*.txt`. */
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import type { AddonWish } from '../../addons.contract.ts';
import { buildAddon, buildPass } from '../addons.factory.ts';
import { buildShop, pay } from '../billing.factory.ts';
import { type Currency, expectGolden } from './currencies.factory.ts';
import { play, type Stage, type Story } from './scenario.factory.ts';

const place = await testWorld();
const shop = await buildShop(place);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return place.close();
});

const prices: Record<Currency, { pass: bigint; storage: bigint; look: bigint }> = {
  EUR: { pass: 4999n, storage: 333n, look: 799n },
  JPY: { pass: 7501n, storage: 501n, look: 1201n },
  KWD: { pass: 15_335n, storage: 1005n, look: 2495n },
};
/** Prints the account's limits. */
async function tellLimits(stage: Stage): Promise<void> {
  const { peopleAtOnce, recordingGb } = await entitlementsFor(place.ctx().system.read, stage.buyer.accountId);
  const { passes } = await stage.api.billing.subscription();
  const of = passes.map((one) => `, pass ${one.state}`).join('');
  stage.says(`${peopleAtOnce} people at once, ${recordingGb} GB${of}`);
}
/** Changes to these add-ons; what was shown is what is charged, and it is paid at once. */
async function put(stage: Stage, addons: AddonWish[]): Promise<void> {
  const body = { planId: stage.plans.small, period: 'month' as const, seats: 0, addons };
  const quote = await stage.api.subscriptions.quoteChange({ body });
  const { invoiceId } = await stage.api.subscriptions.change({ body: { quoteId: quote.id } });
  if (invoiceId === null) return;
  const claim = await stage.api.invoices.get({ params: { id: invoiceId } });
  if (claim.total !== quote.total) throw new Error(`shown ${quote.total}, charged ${claim.total}`);
  await pay(place, shop, invoiceId);
}

const stories: Record<string, Story> = {
  '25 an event pass over a soft limit': {
    start: '2027-03-01',
    async play(stage) {
      const { currency, api } = stage;
      const more = { name: 'Congress', currency, once: prices[currency].pass, entitlements: { peopleAtOnce: 300 } };
      const planId = await buildPass(place, shop, more);
      await stage.buy('small');
      await tellLimits(stage);
      await stage.to('2027-03-10');
      const startsAt = stage.now() + 24 * 3_600_000;
      const quote = await api.passes.quote({ body: { planId, currency, startsAt } });
      const { invoiceId } = await api.passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
      const claim = await api.invoices.get({ params: { id: invoiceId ?? '' } });
      expect(claim.total).toBe(quote.total);
      await tellLimits(stage);
      await pay(place, shop, invoiceId);
      await tellLimits(stage);
      await stage.to('2027-03-11');
      await tellLimits(stage);
      await stage.to('2027-03-13');
      await tellLimits(stage);
      // the plan goes on as if nothing had been
      await stage.to('2027-04-02');
      await tellLimits(stage);
    },
  },
  '25 an event pass without a plan, given back': {
    start: '2027-03-01',
    async play(stage) {
      const { currency, api, keeper } = stage;
      const planId = await buildPass(place, shop, { name: 'Congress', currency, once: prices[currency].pass });
      const quote = await api.passes.quote({ body: { planId, currency, startsAt: null } });
      const { invoiceId } = await api.passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
      await pay(place, shop, invoiceId);
      await tellLimits(stage);
      const { total } = await api.invoices.get({ params: { id: invoiceId ?? '' } });
      const body = { amount: total, by: 'transfer' as const, reason: 'called off' };
      await keeper.allInvoices.refund({ params: { id: invoiceId ?? '' }, body });
      await tellLimits(stage);
    },
  },
  '25 add-ons that come and go': {
    start: '2027-01-31',
    async play(stage) {
      const { currency } = stage;
      const { storage, look } = prices[currency];
      const [gb, own] = [
        await buildAddon(place, shop, { name: 'Storage', currency, month: storage, entitlements: { recordingGb: 50 } }),
        await buildAddon(place, shop, { name: 'Look', currency, month: look, setupFee: look, entitlements: { branding: true } }),
      ];
      await stage.buy('small');
      await stage.to('2027-02-10');
      await put(stage, [{ planId: gb, quantity: 3 }]);
      await tellLimits(stage);
      await stage.to('2027-02-20');
      await put(stage, [
        { planId: gb, quantity: 4 },
        { planId: own, quantity: 1 },
      ]);
      await tellLimits(stage);
      await stage.to('2027-03-01');
      await put(stage, [{ planId: own, quantity: 1 }]);
      await tellLimits(stage);
      await stage.to('2027-04-01');
      await tellLimits(stage);
    },
  },
};

test.each(Object.entries(stories))(
  '%s',
  async (name, story) => {
    await expectGolden(await play({ place, shop }, story), name);
  },
  90_000,
);
