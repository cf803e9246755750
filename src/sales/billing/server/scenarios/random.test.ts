/**
 * Stories that nobody wrote: what people and the calendar do at random, from a seed that is told when something breaks. After every step the
 * books are in order, periods follow each other, and what was shown is what is charged (`stage.change` compares both).
 */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/testing.ts';
import { Failure } from '#kit/errors.ts';
import { buildShop } from '../billing.factory.ts';
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
    and i.paid <> (select coalesce(sum(case when p.state = 'succeeded' then p.amount
        else (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.state <> 'failed') end
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
  union all select 'periods' from subscription_periods p join subscription_periods q on q.subscription_id = p.subscription_id and q.starts_at > p.starts_at
    join subscriptions s on s.id = p.subscription_id where s.account_id = ${accountId} and q.starts_at < p.ends_at
  union all select 'order of ' || i.number from invoices i join invoices j on j.subscription_id = i.subscription_id and j.kind = 'invoice' and j.cause = 'period'
    where i.account_id = ${accountId} and i.kind = 'invoice' and i.cause = 'period' and i.state <> 'void' and j.state <> 'void'
      and i.period_start < j.period_start and i.year = j.year and i.serial > j.serial`;

type Deed = (stage: Stage, random: () => number) => Promise<unknown>;
const pick = <T>(list: readonly [T, ...T[]], random: () => number): T => list[Math.floor(random() * list.length)] ?? list[0];
const dayOf = (stage: Stage, random: () => number, most: number): string =>
  new Date(stage.now() + Math.ceil(random() * most) * 86_400_000).toISOString().slice(0, 10);
const plans: readonly [PlanName, ...PlanName[]] = ['small', 'middle', 'large'];
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
  ['buys', (stage, random) => stage.buy(pick(plans, random), { seats: Math.floor(random() * 3) })],
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
          await stage.buy(pick(plans, random));
          const did: string[] = [];
          for (let step = 0; step < 24; step++) {
            const [name, deed] = deeds[Math.floor(random() * deeds.length)] ?? ['days', () => stage.payAll()];
            did.push(`${name}: ${await tried(deed(stage, random))}`);
            const { rows } = await place.ctx().system.read.execute<{ what: string }>(broken(stage.buyer.accountId));
            expect(rows, `${stage.currency}, seed ${seed}, after ${did.join('; ')}`).toEqual([]);
          }
        },
      },
    );
  },
  180_000,
);
