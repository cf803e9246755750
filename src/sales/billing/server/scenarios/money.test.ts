/** Stories of money and tax, as pages that a person can read: `golden/*.txt`. */
import { afterAll, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildShop } from '../billing.factory.ts';
import { expectGolden } from './currencies.factory.ts';
import { play, type Story } from './scenario.factory.ts';

const place = await testWorld();
const shop = await buildShop(place);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return place.close();
});

const refusal = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'something else');
const checked = (check: 'valid' | 'invalid', at: number) => ({ check, at, requestId: 'WAPIAAAA', name: null, address: null });

const stories: Record<string, Story> = {
  '11 a coupon for all of one month': {
    start: '2027-01-12',
    async play(stage) {
      await stage.coupon(`FREE${stage.currency}`, { thousandths: 100_000, periods: 1 });
      await stage.buy('small', { coupon: `FREE${stage.currency}` });
      await stage.to('2027-03-13');
    },
  },
  '12 a coupon of more than the invoice': {
    start: '2027-01-12',
    async play(stage) {
      await stage.coupon(`BIG${stage.currency}`, { amount: 1_000_000 });
      await stage.buy('small', { coupon: `BIG${stage.currency}` });
      await stage.to('2027-02-13');
    },
  },
  '13 given back in two parts, and not a third time': {
    start: '2027-01-12',
    async play(stage) {
      const id = await stage.buy('small');
      const [invoice] = await stage.invoices();
      const total = invoice?.total ?? 0;
      const back = (amount: number) =>
        stage.keeper.allInvoices.credit({ params: { id }, body: { amount, to: 'balance', reason: 'as agreed' } });
      const third = Math.floor(total / 3);
      await back(third);
      await stage.to('2027-01-13');
      await back(total - third);
      await stage.to('2027-01-14');
      await back(1).catch((error: unknown) => stage.says(`the third is refused: ${refusal(error)}`));
    },
  },
  '13 given back by line': {
    start: '2027-01-12',
    async play(stage) {
      const id = await stage.buy('small', { seats: 3 });
      const back = (lines: { position: number; quantity?: number; amount?: number }[]) =>
        stage.keeper.allInvoices.credit({ params: { id }, body: { lines, to: 'balance', reason: 'as agreed' } });
      await back([{ position: 1, quantity: 1 }]);
      await stage.to('2027-01-13');
      await back([
        { position: 0, amount: stage.amount({ EUR: 1001, JPY: 777, KWD: 1003 }) },
        { position: 1, quantity: 1 },
      ]);
      await back([{ position: 1, quantity: 2 }]).catch((error: unknown) => stage.says(`two more are refused: ${refusal(error)}`));
      await stage.to('2027-01-14');
      const left = (await stage.keeper.allInvoices.get({ params: { id } })).creditable?.groups ?? [];
      const amount = left.reduce((all, one) => all + one.base + one.tax, 0);
      await stage.keeper.allInvoices.credit({ params: { id }, body: { amount, to: 'balance', reason: 'the rest' } });
    },
  },
  '15 too much by transfer pays the next month': {
    start: '2027-01-12',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-02-01', 'not paying');
      const open = (await stage.invoices()).find((one) => one.state === 'open');
      await stage.record(open?.id ?? '', (open?.remaining ?? 0) + stage.amount({ EUR: 4000, JPY: 6000, KWD: 12_000 }));
      await stage.to('2027-03-13');
    },
  },
  '16 one unit too little': {
    start: '2027-01-12',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-02-01', 'not paying');
      const open = (await stage.invoices()).find((one) => one.state === 'open');
      await stage.record(open?.id ?? '', (open?.remaining ?? 0) - 1);
      stage.says(`still due: ${(await stage.invoices()).find((one) => one.state === 'open')?.remaining}`);
      await stage.to('2027-02-14', 'not paying');
      await stage.record(open?.id ?? '', 1);
    },
  },
  '17 a VAT number that is not valid any more at the renewal': {
    start: '2027-01-12',
    async play(stage) {
      const buyer = { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' };
      await stage.profile({ ...buyer, vatCheck: checked('valid', Date.parse('2027-01-12')) });
      await stage.buy('small');
      await stage.to('2027-01-20');
      await stage.profile({ vatCheck: checked('invalid', Date.parse('2027-01-20')) });
      await stage.to('2027-02-13');
    },
  },
  '19 a small business sells': {
    start: '2027-01-12',
    async play(stage) {
      await stage.seller({ regime: 'small-business', vatId: 'DE136695976' });
      await stage.buy('small');
      await stage.to('2027-02-13');
    },
  },
  '20 a move to another country waits until all is paid': {
    start: '2027-01-12',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-02-01', 'not paying');
      const move = async () => {
        const { profile } = await stage.api.billing.profile();
        if (profile === null) throw new Error('no profile');
        const { organisation, street, email, orderNumber, buyerReference, revision } = profile;
        const there = { postcode: '1010', city: 'Wien', country: 'AT', buyer: 'consumer' as const, vatId: null };
        await stage.api.billing.saveProfile({
          body: { organisation, street, email, orderNumber, buyerReference, revision, ...there },
        });
      };
      await move().catch((error: unknown) => stage.says(`refused: ${refusal(error)}`));
      await stage.payAll();
      await move();
      await stage.to('2027-03-13');
    },
  },
  '24 a consumer withdraws on day 13': {
    start: '2027-01-12',
    async play(stage) {
      await stage.profile({ buyer: 'consumer' });
      await stage.buy('small');
      await stage.to('2027-01-15');
      await stage.change('large');
      await stage.to('2027-01-25');
      const { back } = await stage.api.subscriptions.withdraw({ body: { revision: await stage.revision() } });
      stage.says(`withdrawn, ${back} back`);
      await stage.to('2027-01-26');
    },
  },
  '29 a plan that costs nothing': {
    start: '2027-01-12',
    async play(stage) {
      await stage.buy({ id: await stage.plan({ name: 'Free', month: 0n, year: 0n }) });
      await stage.to('2027-03-13');
    },
  },
  '34 to a year that costs less than what is left of the month, with a coupon, then more seats': {
    start: '2027-04-01',
    async play(stage) {
      const deal = { id: await stage.plan({ name: 'Deal', month: 9000n, year: 3600n, seat: 3100n }) };
      await stage.coupon(`TENTH${stage.currency}`, { thousandths: 10_000 });
      await stage.buy(deal, { coupon: `TENTH${stage.currency}` });
      await stage.to('2027-04-11');
      await stage.change(deal, { period: 'year' });
      await stage.change(deal, { period: 'year', seats: 1 });
      await stage.to('2027-04-12');
    },
  },
  // the last one: it goes back in time, and no session is made for what comes after that
  '18 another VAT rate inside of a month': {
    start: '2025-05-20',
    async play(stage) {
      await stage.profile({ country: 'EE', postcode: '10111', city: 'Tallinn', buyer: 'consumer' });
      await stage.buy('small');
      await stage.to('2025-07-10');
      await stage.change('large');
      await stage.to('2025-07-21');
    },
  },
};

test.each(Object.entries(stories))(
  '%s',
  async (name, story) => {
    const page = await play({ place, shop }, story);
    await expectGolden(page, name);
  },
  120_000,
);
