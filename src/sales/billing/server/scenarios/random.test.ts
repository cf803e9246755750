/**
 * Stories that nobody wrote: what people and the calendar do at random, from a seed that a failure prints. After every step the
 * books are in order, periods follow each other, and what was shown is what is charged (`stage.change` compares both).
 */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { closeMonths } from '#meet/usage/server/count.service.ts';
import { addStays, buildMeeting } from '#meet/usage/server/usage.factory.ts';
import { buildAddon, buildPass } from '../addons.factory.ts';
import { buildShop, pay } from '../billing.factory.ts';
import { runEngine } from '../engine.service.ts';
import { billMinutes } from '../minutes-claim.service.ts';
import { giveMinutesBack } from '../minutes-back.service.ts';
import { reckonMinutes } from '../minutes.service.ts';
import { reversePayment } from '../reverse.service.ts';
import { play, type PlanName, type Stage } from './scenario.factory.ts';

const place = await testWorld();
const shop = await buildShop(place);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return place.close();
});

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const broken = (accountId: string) => sql`
  select 'lines of ' || i.number as what from invoices i where i.account_id = ${accountId} and i.finalized_at is not null
    and (select coalesce(sum(l.net), 0) from invoice_lines l where l.invoice_id = i.id) <> case when i.inclusive then i.total else i.net end
  union all select 'taxes of ' || i.number from invoices i where i.account_id = ${accountId} and i.finalized_at is not null
    and ((select coalesce(sum(t.tax), 0) from invoice_taxes t where t.invoice_id = i.id) <> i.tax
      or (select coalesce(sum(t.base), 0) from invoice_taxes t where t.invoice_id = i.id) <> i.net or i.net + i.tax <> i.total)
  union all select 'money of ' || i.number from invoices i where i.account_id = ${accountId} and i.kind = 'invoice' and i.finalized_at is not null
    and i.paid <> (select coalesce(sum(p.amount - p.taken
      - coalesce((select sum(b.amount) from balance_entries b where b.payment_id = p.id and b.cause in ('overpaid', 'reversed')), 0)), 0)
      from payments p where p.invoice_id = i.id and p.state in ('succeeded', 'reversed'))
  union all select 'credits of ' || i.number from invoices i where i.account_id = ${accountId} and i.kind = 'invoice'
    and (select coalesce(sum(c.total), 0) from invoices c where c.refers_to = i.id) > i.total
  union all select 'receivable' where
    (select coalesce(sum(l.amount), 0) from journal_lines l join journal_entries e on e.id = l.entry_id where e.account_id = ${accountId} and l.ledger = 'receivable')
    <> (select coalesce(sum(i.remaining), 0) from invoices i where i.account_id = ${accountId} and i.kind = 'invoice' and i.state = 'open')
  union all select 'balance' where
    (select coalesce(sum(l.amount), 0) from journal_lines l join journal_entries e on e.id = l.entry_id where e.account_id = ${accountId} and l.ledger = 'balance')
    <> -(select coalesce(sum(b.amount), 0) from balance_entries b where b.account_id = ${accountId})
  union all select 'minutes of ' || i.number from invoices i where i.account_id = ${accountId} and i.kind = 'invoice' and i.state <> 'void'
    and (select coalesce(sum(l.amount), 0) from invoice_lines l where l.invoice_id = i.id and l.kind = 'minutes')
      <> (select coalesce(sum(m.amount), 0) from minute_charges m where m.invoice_id = i.id)
  union all select 'minutes used ' || m.month from minute_charges m where m.account_id = ${accountId}
    group by m.subscription_id, m.month, m.rate, m.included
    having sum(m.billed) <> greatest(0, sum(m.minutes) - m.included) or sum(m.amount) <> round(sum(m.billed) * m.rate / 1000.0)
  union all select 'periods' from subscription_periods p join subscription_periods q on q.subscription_id = p.subscription_id and q.starts_at > p.starts_at
    join subscriptions s on s.id = p.subscription_id where s.account_id = ${accountId} and q.starts_at < p.ends_at
  union all select 'order of ' || i.number from invoices i join invoices j on j.subscription_id = i.subscription_id and j.kind = 'invoice' and j.cause = 'period'
    where i.account_id = ${accountId} and i.kind = 'invoice' and i.cause = 'period' and i.state <> 'void' and j.state <> 'void'
      and i.period_start < j.period_start and i.year = j.year and i.serial > j.serial`;

type Deed = (stage: Stage, random: () => number, more: More) => Promise<unknown>;
const pick = <T>(list: readonly [T, ...T[]], random: () => number): T => list[Math.floor(random() * list.length)] ?? list[0];
const dayOf = (stage: Stage, random: () => number, most: number): string =>
  new Date(stage.now() + Math.ceil(random() * most) * 86_400_000).toISOString().slice(0, 10);
const plans: readonly [PlanName, ...PlanName[]] = ['small', 'middle', 'large'];
/** Besides the plans of every stage: one with a price of minutes, an add-on and a pass. Ids. */
type More = { metered: string; addon: string; pass: string };
const at = 3_600_000;
async function moreOf(stage: Stage): Promise<More> {
  const { currency } = stage;
  const price = (euros: number, yen: number, dinars: number) => BigInt(stage.amount({ EUR: euros, JPY: yen, KWD: dinars }));
  return {
    metered: await stage.plan({
      ...{ name: 'Metered', month: price(3333, 5001, 10_415), year: price(33_330, 50_010, 104_150), seat: price(150, 250, 465) },
      ...{ minutes: price(777, 1201, 2425), entitlements: { minutesPerMonth: 200, minutesBeyond: true } },
    }),
    addon: await buildAddon(place, shop, { currency, month: price(799, 1201, 2495), entitlements: { peopleAtOnce: 20 } }),
    pass: await buildPass(place, shop, { currency, once: price(4999, 7501, 15_335), entitlements: { peopleAtOnce: 300 } }),
  };
}
/** A change to any plan and add-ons; what was shown is what is charged, and it is paid at once. */
async function put(stage: Stage, body: Parameters<Stage['api']['subscriptions']['quoteChange']>[0]['body']): Promise<void> {
  const { subscriptions, invoices } = stage.api;
  const quote = await subscriptions.quoteChange({ body });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  if (invoiceId === null) return;
  const claim = await invoices.get({ params: { id: invoiceId } });
  expect(claim.total).toBe(quote.total);
  if (claim.state === 'open') await pay(place, shop, invoiceId);
}
/** Somebody meets for some hours of yesterday; months that are over are closed. */
async function meet(stage: Stage, people: number): Promise<void> {
  const { accountId } = stage.buyer;
  const from = stage.now() - 24 * at;
  const meetingId = await buildMeeting(place, accountId);
  const span = [new Date(from).toISOString(), new Date(from + 2 * at).toISOString()] as const;
  const stays = Array.from({ length: people }, (_, n): [string, string, string] => [`p${n}`, ...span]);
  await addStays(place, { accountId, meetingId }, stays);
  await stage.sql(
    sql`update meetings set state = 'ended', created_at = ${span[0]}, ended_at = ${span[1]} where id = ${meetingId}`,
  );
}
/** What the hours of a day do: past months are priced once, then what became known of them since. */
async function hours(accountId: string, closed: Set<string>): Promise<void> {
  const ctx = place.ctx();
  await closeMonths(ctx);
  const { rows } = await ctx.system.read.execute<{ month: string }>(
    sql`select month::text as month from usage_periods where account_id = ${accountId} order by month`,
  );
  for (const { month } of rows) await reckonMinutes(ctx, { accountId, month, by: closed.has(month) ? 'adjusted' : 'closed' });
  for (const { month } of rows) closed.add(month);
  await billMinutes(ctx);
  await giveMinutesBack(ctx);
}
/** What the account may have at once is what its plan, seats, add-ons and passes add up to; null: it owes, or no plan counts. */
async function peopleWanted({ api }: Stage): Promise<number | null> {
  const { subscription, passes } = await api.billing.subscription();
  if (subscription === null || !['active', 'past_due', 'trialing'].includes(subscription.state)) return null;
  const on = passes.filter((one) => one.state === 'on').length;
  return 60 + subscription.seats + subscription.addons.reduce((sum, one) => sum + one.quantity * 20, 0) + on * 300;
}
const newest = async (stage: Stage) => (await stage.invoices()).filter((one) => one.kind === 'invoice').at(-1);
const body = async (stage: Stage) => ({ revision: await stage.revision() });

const deeds: readonly [string, Deed][] = [
  ['days', (stage, random) => stage.to(dayOf(stage, random, 25))],
  ['days without paying', (stage, random) => stage.to(dayOf(stage, random, 25), 'not paying')],
  ['forty days off', (stage) => stage.jump(dayOf(stage, () => 1, 40))],
  ['pays', (stage) => stage.payAll()],
  [
    'changes',
    (stage, random) =>
      stage.change(pick(plans, random), { period: pick(['month', 'month', 'year'], random), seats: Math.floor(random() * 4) }),
  ],
  [
    'changes all',
    (stage, random, more) =>
      put(stage, {
        planId: pick([more.metered, stage.plans.small, stage.plans.large], random),
        period: pick(['month', 'month', 'month', 'year'], random),
        seats: Math.floor(random() * 4),
        addons: random() < 0.3 ? [] : [{ planId: more.addon, quantity: 1 + Math.floor(random() * 3) }],
      }),
  ],
  [
    'adds',
    async (stage, random, more) => {
      const { subscription } = await stage.api.billing.subscription();
      if (subscription === null || subscription.period === 'once') return;
      const { planId, period, seats } = subscription;
      await put(stage, { planId, period, seats, addons: [{ planId: more.addon, quantity: 1 + Math.floor(random() * 5) }] });
    },
  ],
  [
    'buys a pass',
    async (stage, random, more) => {
      const { passes } = stage.api;
      const startsAt = random() < 0.5 ? null : stage.now() + Math.ceil(random() * 9) * 24 * at;
      const quote = await passes.quote({ body: { planId: more.pass, currency: stage.currency, startsAt } });
      const { invoiceId } = await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
      const claim = await stage.api.invoices.get({ params: { id: invoiceId ?? '' } });
      expect(claim.total).toBe(quote.total);
      if (claim.state === 'open' && random() < 0.7) await pay(place, shop, invoiceId);
    },
  ],
  ['meets', (stage, random) => meet(stage, 1 + Math.floor(random() * 6))],
  ['meets for long', (stage) => meet(stage, 9)],
  [
    'withdraws from a pass',
    async (stage) => {
      const { passes } = await stage.api.billing.subscription();
      const one = passes.find((each) => each.withdrawUntil !== null);
      if (one === undefined) return;
      const { revision, back, paid } = await stage.api.passes.withdrawal({ params: { id: one.id } });
      expect(back).toBeLessThanOrEqual(paid);
      await stage.api.passes.withdraw({ params: { id: one.id }, body: { revision } });
    },
  ],
  ['buys', (stage, random, more) => stage.buy({ id: more.metered }, { seats: Math.floor(random() * 3) })],
  ['ends', async (stage) => stage.api.billing.cancel({ body: { atEnd: true, ...(await body(stage)) } })],
  ['stays', async (stage) => stage.api.billing.cancel({ body: { atEnd: false, ...(await body(stage)) } })],
  [
    'pauses',
    async (stage, random) =>
      stage.api.subscriptions.pause({
        body: { until: stage.now() + Math.ceil(30 + random() * 40) * 86_400_000, ...(await body(stage)) },
      }),
  ],
  ['goes on', async (stage) => stage.api.subscriptions.resume({ body: { by: 'transfer', ...(await body(stage)) } })],
  [
    'is credited',
    async (stage, random) => {
      const one = await newest(stage);
      const amount = Math.max(1, Math.floor((one?.total ?? 0) * random()));
      await stage.keeper.allInvoices.credit({
        params: { id: one?.id ?? '' },
        body: { amount, to: 'balance', reason: 'at random' },
      });
    },
  ],
  [
    'is refunded',
    async (stage, random) => {
      const one = await newest(stage);
      const amount = Math.max(1, Math.floor((one?.total ?? 0) * random()));
      await stage.keeper.allInvoices.refund({
        params: { id: one?.id ?? '' },
        body: { amount, by: 'transfer', reason: 'at random' },
      });
    },
  ],
  [
    'is taken back',
    async (stage, random) => {
      const came = (await stage.invoices()).flatMap((one) => one.payments).filter((one) => one.state === 'succeeded');
      const paymentId = came[Math.floor(random() * came.length)]?.id;
      const ctx = place.ctx();
      if (paymentId !== undefined) await ctx.system.write((tx) => reversePayment(ctx, tx, { paymentId, reason: 'returned' }));
    },
  ],
  [
    'pays too much',
    async (stage) => stage.record((await newest(stage))?.id ?? '', ((await newest(stage))?.remaining ?? 0) + 777),
  ],
];

/** What changes what is had comes more often than what ends it. */
const often = deeds.flatMap((one) => (/^(adds|changes all|buys|meets for long|days)$/.test(one[0]) ? [one, one, one] : [one]));

/** What is refused in a state is refused; anything else that is thrown is a mistake of ours. */
const tried = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure && error.code !== 'internal') return error.code;
      throw error;
    },
  );

test.each([11, 23, 58, 164])(
  'whatever happens, the books are in order: seed %i',
  async (seed) => {
    await play(
      { place, shop },
      {
        start: '2027-01-31',
        async play(stage) {
          const random = randomOf(seed + stage.currency.charCodeAt(0));
          const more = await moreOf(stage);
          // somebody of the account is a consumer in every other story
          await stage.profile({ buyer: seed % 2 === 0 ? 'consumer' : 'business' });
          await stage.buy({ id: more.metered });
          const did: string[] = [];
          const closed = new Set<string>();
          for (let step = 0; step < 24; step++) {
            const [name, deed] = often[Math.floor(random() * often.length)] ?? ['days', () => stage.payAll()];
            did.push(`${name}: ${await tried(deed(stage, random, more))}`);
            if (/^(days|forty|meets)/.test(name)) await hours(stage.buyer.accountId, closed);
            await runEngine(place.ctx());
            const wanted = await peopleWanted(stage);
            const held = await entitlementsFor(place.ctx().system.read, stage.buyer.accountId);
            if (wanted !== null) expect(held.peopleAtOnce, `seed ${seed}, after ${did.join('; ')}`).toBe(wanted);
            const { rows } = await place.ctx().system.read.execute<{ what: string }>(broken(stage.buyer.accountId));
            expect(rows, `${stage.currency}, seed ${seed}, after ${did.join('; ')}`).toEqual([]);
          }
        },
      },
    );
  },
  180_000,
);
