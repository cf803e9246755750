/** Stories of subscriptions from day to day, as pages that a person can read: `golden/*.txt`. */
import { sql } from 'drizzle-orm';
import { afterAll, test, vi } from 'vitest';
import type { Ctx } from '#kit/server/ctx.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildShop } from '../billing.factory.ts';
import { movesOf } from '../migrate-version.queries.ts';
import { moveVersion, tellMove } from '../migrate-version.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { play, type Story } from './scenario.factory.ts';

const place = await testWorld();
const shop = await buildShop(place);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return place.close();
});

const tellMoves = async (ctx: Ctx, planId: string): Promise<void> => {
  for (const { id } of await movesOf(ctx.system.read, planId)) await tellMove(ctx, id);
};

const stories: Record<string, Story> = {
  '01 a month at a time from the 31st, through a leap year': {
    start: '2028-01-31',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2029-03-05');
    },
  },
  '02 a year, more from day 100, less at its end': {
    start: '2027-03-01',
    async play(stage) {
      await stage.buy('middle', { period: 'year' });
      await stage.to('2027-06-09');
      await stage.change('large', { period: 'year' });
      await stage.to('2027-12-01');
      await stage.change('small', { period: 'year' });
      await stage.to('2028-03-02');
    },
  },
  '03 two upgrades and a downgrade in an hour': {
    start: '2027-04-10',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-04-20');
      await stage.change('middle');
      await stage.change('large');
      await stage.change('small');
      await stage.to('2027-05-11');
    },
  },
  '04 from months to a year inside of a month': {
    start: '2027-05-15',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-07-01');
      await stage.change('small', { period: 'year' });
      await stage.to('2028-07-02');
    },
  },
  '05 three more seats and two less in a month': {
    start: '2027-06-01',
    async play(stage) {
      await stage.buy('small', { seats: 2 });
      await stage.to('2027-06-11');
      await stage.change('small', { seats: 5 });
      await stage.to('2027-06-16');
      await stage.change('small', { seats: 3 });
      await stage.to('2027-07-02');
    },
  },
  '06 a trial that is paid, and one that waits for a way to pay': {
    start: '2027-02-01',
    async play(stage) {
      const id = await stage.plan({ name: 'Trial', month: 3000n, trialDays: 14 });
      await stage.buy({ id }).catch(() => undefined);
      await stage.to('2027-02-02');
      await stage.sql(sql`update subscriptions set pay_by = 'card' where account_id = ${stage.buyer.accountId}`);
      await stage.to('2027-02-20');
      const body = { by: 'transfer' as const, revision: await stage.revision() };
      await stage.api.subscriptions.resume({ body });
      await stage.to('2027-02-25', 'not paying');
      await stage.payAll();
      await stage.to('2027-03-26');
    },
  },
  '10 nobody pays, and comes back': {
    start: '2027-01-05',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-03-20', 'not paying');
      await stage.buy('middle');
      await stage.to('2027-03-21');
    },
  },
  '21 a new price is for those who buy from then on': {
    start: '2027-01-10',
    async play(stage) {
      await stage.buy('small');
      const { small } = stage.plans;
      await stage.sql(
        sql`insert into plan_versions select plan_id, 2, entitlements, trial_days, trial_needs_method, hours, seat_key, seat_most, dunning, created_by, now() from plan_versions where plan_id = ${small}`,
      );
      await stage.sql(
        sql`insert into plan_prices select plan_id, 2, currency, period, amount * 2, setup_fee, seat_amount, inclusive from plan_prices where plan_id = ${small}`,
      );
      await stage.sql(sql`update plans set version = 2 where id = ${small}`);
      await stage.to('2027-02-11');
      const wish = { planId: small, period: 'month' as const, currency: stage.currency, seats: 0 };
      stage.says(`a new buyer pays ${(await stage.api.billing.preview({ body: { wish } })).net}`);
    },
  },
  '21 a new price with notice for those who have it': {
    start: '2027-01-10',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-02-20');
      const id = stage.plans.small;
      await stage.sql(
        sql`insert into plan_versions select plan_id, 2, entitlements, trial_days, trial_needs_method, hours, seat_key, seat_most, dunning, created_by, now() from plan_versions where plan_id = ${id}`,
      );
      await stage.sql(
        sql`insert into plan_prices select plan_id, 2, currency, period, amount * 2, setup_fee, seat_amount, inclusive from plan_prices where plan_id = ${id}`,
      );
      await stage.sql(sql`update plans set version = 2 where id = ${id}`);
      const at = Date.parse('2027-03-25T00:00:00Z');
      const { versions } = await moveVersion(place.ctx(shop.operator), { id, from: 1, at });
      await tellMoves(place.ctx(), id);
      stage.says(`told: ${versions.map((one) => `version ${one.version} of ${one.count} goes to ${one.move?.to}`).join()}`);
      await stage.to('2027-05-12');
    },
  },
  '23 ten days of pause': {
    start: '2027-09-01',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-09-12');
      const until = Date.parse('2027-10-11T10:00:00Z');
      await stage.api.subscriptions.pause({ body: { until, revision: await stage.revision() } });
      await stage.to('2027-10-05');
      await stage.to('2027-11-12');
    },
  },
  '26 forty days in which nothing ran': {
    start: '2027-01-31',
    async play(stage) {
      await stage.buy('small');
      await stage.to('2027-02-05');
      await stage.jump('2027-04-02');
      await stage.to('2027-05-02');
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
