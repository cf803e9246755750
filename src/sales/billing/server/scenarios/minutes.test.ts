/** Stories of minutes above what a plan holds, as pages that a person can read: `golden/*.txt`. */
import { sql } from 'drizzle-orm';
import { afterAll, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { closeMonths } from '#meet/usage/server/count.service.ts';
import { addStays, buildMeeting } from '#meet/usage/server/usage.factory.ts';
import { buildShop } from '../billing.factory.ts';
import { billMinutes } from '../minutes-claim.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { play, type Stage, type Story } from './scenario.factory.ts';

const place = await testWorld();
const shop = await buildShop(place);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return place.close();
});

/** So many minutes of one person on a day, however long the day is. */
async function used(stage: Stage, day: string, minutes: number): Promise<void> {
  const { accountId } = stage.buyer;
  const meetingId = await buildMeeting(place, accountId);
  const from = Date.parse(`${day}T08:00:00Z`);
  const people = Math.ceil(minutes / 300);
  const stays = Array.from({ length: people }, (_, n): [string, string, string] => {
    const long = n + 1 < people ? 300 : minutes - 300 * (people - 1);
    return [`p${n}`, new Date(from).toISOString(), new Date(from + long * 60_000).toISOString()];
  });
  await addStays(place, { accountId, meetingId }, stays);
  await stage.sql(
    sql`update meetings set state = 'ended', ended_at = ${new Date(from + 18_000_000).toISOString()} where id = ${meetingId}`,
  );
}
/** What the hours of a day do: months that are over are closed, and what that means is heard. */
async function hours(): Promise<void> {
  await closeMonths(place.ctx());
  await place.runJobs();
  await billMinutes(place.ctx());
  await place.runJobs();
}
const planOf = (stage: Stage, name: string) =>
  stage.plan({
    name,
    month: BigInt(stage.amount({ EUR: 2999, JPY: 4500, KWD: 9375 })),
    year: BigInt(stage.amount({ EUR: 29_990, JPY: 45_000, KWD: 93_750 })),
    minutes: BigInt(stage.amount({ EUR: 1250, JPY: 1900, KWD: 4115 })),
    entitlements: { minutesPerMonth: 1000, minutesBeyond: true },
  });
async function running(stage: Stage): Promise<string> {
  const { subscription } = await stage.api.billing.subscription();
  const of = subscription?.minutes?.running;
  const waits = subscription?.minutes?.waiting.map((one) => one.amount).join(' ');
  return `${of?.used} used, ${of?.billed} above, ${of?.amount} so far; waits: ${waits || 'nothing'}; next ${subscription?.next?.total}`;
}

const stories: Record<string, Story> = {
  '31 minutes above the plan, and a meeting that was heard of late': {
    start: '2027-01-10',
    async play(stage) {
      await stage.buy({ id: await planOf(stage, 'Metered') });
      await stage.to('2027-01-25');
      await used(stage, '2027-01-05', 500);
      await used(stage, '2027-01-20', 1234);
      await hours();
      stage.says(await running(stage));
      await stage.to('2027-02-03');
      await hours();
      stage.says(await running(stage));
      await stage.to('2027-02-12');
      await used(stage, '2027-01-21', 15);
      await hours();
      await hours();
      stage.says(await running(stage));
      await stage.to('2027-03-03');
      await hours();
      await stage.to('2027-04-12');
    },
  },
  '32 minutes of a plan by the year, and of one that ends': {
    start: '2027-01-10',
    async play(stage) {
      await stage.buy({ id: await planOf(stage, 'Metered year') }, { period: 'year' });
      await stage.to('2027-01-25');
      await used(stage, '2027-01-20', 1999);
      await stage.to('2027-02-03');
      await hours();
      await hours();
      await stage.to('2027-02-20');
      await used(stage, '2027-02-19', 2400);
      await stage.sql(
        sql`update subscriptions set state = 'canceled', ended_at = '2027-02-20T12:00:00Z', next_at = null where account_id = ${stage.buyer.accountId}`,
      );
      await stage.jump('2027-03-03');
      await hours();
      await hours();
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
