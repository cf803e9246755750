/**
 * Scenario 27: a process that dies at every named step of something that concerns money. Somebody goes through it whose process lives, and one
 * more for each step at which it dies; the provider's news are lost as well, so that the next process has to find out by itself. What they all
 * have at the end is the same, and the nightly look at the books finds nothing.
 */
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { heldBy } from '#core/accounts/server/use.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { money, toDecimal } from '#kit/money.ts';
import { buildBuyer } from './billing.factory.ts';
import type { ProfileRow } from './billing.table.ts';
import { type CardWorld, cardWorld } from './card-world.factory.ts';
import { type Death, dieAt, type Process, processThat } from './dying.factory.ts';
import { type Currency, currenciesOfTest } from './scenarios/currencies.factory.ts';
import { readerOf, toldAll } from './scenarios/scenario.factory.ts';

/**
 * One transaction by its name. `asked`: the provider was asked before it, so that a process may die with the answer in its hands; `filed`: files
 * were kept before it.
 */
export type Step = string | { asked: string } | { filed: string };
export type Point = { name: string; death: Death };

function namesOf(step: Step): { name: string; came: string | null } {
  if (typeof step === 'string') return { name: step, came: null };
  return 'asked' in step ? { name: step.asked, came: 'the provider answered' } : { name: step.filed, came: 'the files are kept' };
}
/** Every place at which a process may die. */
export const pointsOf = (steps: readonly Step[]): Point[] =>
  steps.flatMap((step, at) => {
    const { name, came } = namesOf(step);
    const write = at + 1;
    const outside = { name: `once ${came}, before ${name} is written`, death: { write, when: 'before' as const } };
    return [
      ...(came === null ? [] : [outside]),
      { name: `before ${name} is committed`, death: { write, when: 'within' as const } },
      { name: `after ${name} is committed`, death: { write, when: 'after' as const } },
    ];
  });

export type KillStage = CardWorld & { currency: Currency };
/** Somebody who goes through it; `has`: what was made ready for them. */
export type Walker<T> = { buyer: UserActor; has: T };
export type Flow<T> = {
  steps: readonly Step[];
  /** Who buys; a business by default. */
  buyer?: Partial<ProfileRow>;
  ready(stage: KillStage, buyer: UserActor): Promise<T>;
  /** Jobs of others that run afterwards, besides those of billing. */
  jobs?: readonly string[];
  /** What the story prints at the end; that of the buyer by default. */
  page?(stage: KillStage, walker: Walker<T>): Promise<string>;
  /** Papers are made as well; else invoices count as papered, so that a story takes seconds. */
  papers?: 'made';
  /** Days that go by before it, for everybody at once. */
  days?: number;
  act(stage: KillStage, process: Process, walker: Walker<T>): Promise<unknown>;
  /** What a person does who never saw the response; it runs also when they did. */
  again?(stage: KillStage, walker: Walker<T>): Promise<unknown>;
};

/** What the next processes do by themselves within the hour, by the jobs that a worker runs. */
export async function recover(
  { world }: CardWorld,
  { papers, jobs: more = [] }: { papers?: 'made'; jobs?: readonly string[] },
): Promise<void> {
  const { system, jobs } = world.ctx();
  for (let turn = 0; turn < 2; turn++) {
    world.clock.advance(20 * 60_000);
    await system.write(async (tx) => {
      if (papers === undefined) {
        await tx.execute(sql`delete from pgboss.job where name = 'billing.papers' and state <> 'completed'`);
        await tx.execute(sql`update invoices set papers_at = finalized_at where papers_at is null and finalized_at is not null`);
      }
      // what a dead process had taken from the queue is taken again when its time is over
      await tx.execute(sql`update pgboss.job set state = 'retry' where state = 'active'`);
      for (const job of ['billing.engine', 'billing.upkeep', ...more]) await jobs.enqueue(tx, { job, payload: {}, key: job });
    });
    await world.runJobs();
  }
}

/** The rules of §4.12 that the nightly look finds broken. */
async function broken({ world, shop }: CardWorld, { papers }: { papers?: 'made' }): Promise<string[]> {
  const { system, jobs } = world.ctx();
  await system.write((tx) => jobs.enqueue(tx, { job: 'books.check', payload: {}, key: 'books.check' }));
  await world.runJobs();
  const { items } = await world.api(shop.operator).books.findings();
  const counted = items.filter(({ rule }) => papers !== undefined || rule !== 'papers');
  return counted.map((one) => `${one.rule} of ${one.subject}: ${one.found}, not ${one.expected}`);
}

/** What the provider took of an account and sent back, in minor units. */
function atProvider({ fake }: KillStage, invoiceIds: readonly string[]): { taken: bigint; back: bigint; charges: number } {
  const things = [...fake.things.values()];
  const taken = things.filter(
    (one) =>
      one.object === 'payment_intent' &&
      one['status'] === 'succeeded' &&
      invoiceIds.some((id) => JSON.stringify(one['metadata']).includes(id)),
  );
  const back = things.filter((one) => one.object === 'refund' && taken.some(({ id }) => id === one['payment_intent']));
  const sum = (of: typeof things) => of.reduce((all, one) => all + BigInt(Number(one['amount'])), 0n);
  return { taken: sum(taken), back: sum(back), charges: taken.length };
}

/** Everything that somebody has at the end, as one reads it. */
async function pageOf<T>(stage: KillStage, walker: Walker<T>, flow: Flow<T>): Promise<string> {
  if (flow.page !== undefined) return flow.page(stage, walker);
  const { buyer } = walker;
  const { world, shop, currency } = stage;
  const api = world.api(buyer);
  const all = await readerOf(api).invoices();
  const amount = (minor: bigint | number) => toDecimal(money(BigInt(minor), currency));
  const keeper = world.api(shop.operator).allInvoices;
  const moved: string[] = [];
  for (const { id } of all) {
    const { payments, refunds } = await keeper.get({ params: { id } });
    // an attempt that was begun twice and given up is no money
    for (const one of payments.toReversed().filter(({ state }) => state !== 'canceled' && state !== 'expired'))
      moved.push(`  ${one.provider} ${amount(one.amount)} ${one.state}`);
    for (const one of refunds) moved.push(`  back by ${one.provider} ${amount(one.amount)} ${one.state}`);
  }
  const { taken, back, charges } = atProvider(
    stage,
    all.map((one) => one.id),
  );
  const { read } = world.ctx().system;
  const { subscription, balances, passes } = await api.billing.subscription();
  const { service } = await heldBy(read, buyer.accountId);
  const mails = (await templatesTo(world, buyer.email)).map((one) => one.replace('billing.', '')).sort();
  // those that go out with the papers
  const said = flow.papers === 'made' ? mails : mails.filter((one) => !['issued', 'credited', 'refunding'].includes(one));
  return [
    ...toldAll(all),
    ...moved,
    `  the provider took ${amount(taken)} in ${charges}, and sent back ${amount(back)}`,
    `  ${subscription?.state ?? 'no plan'}${passes.map((one) => `, pass ${one.state}`).join('')}: ${(await entitlementsFor(read, buyer.accountId)).peopleAtOnce} people at once, ${service}`,
    `  balance ${balances.map((one) => amount(one.amount)).join(', ') || '0'}`,
    `  mails: ${said.join(', ')}`,
  ].join('\n');
}

/** Nobody else's day comes while a process works: a batch is one transaction for all who are in it. */
async function alone({ world }: KillStage, { accountId }: UserActor, work: () => Promise<unknown>): Promise<void> {
  const others = (days: number) =>
    world.ctx().system.write(async (tx) => {
      await tx.execute(sql`update subscriptions set next_at = next_at + make_interval(days => ${days})
        where account_id <> ${accountId} and next_at is not null`);
    });
  await others(90);
  await work().finally(() => others(-90));
}

const begin = Date.parse('2027-04-12T10:00:00Z');
/** Everybody goes through it at the same time in one installation: each currency, and in each of them one more for each step. */
async function playAll<T>(card: CardWorld, flow: Flow<T>): Promise<string[]> {
  const currencies = currenciesOfTest();
  const walks: { stage: KillStage; point: Point | null; walker: Walker<T> }[] = [];
  for (const currency of currencies)
    for (const point of [null, ...pointsOf(flow.steps)]) {
      const stage = { ...card, currency };
      const buyer = await buildBuyer(card.world, flow.buyer);
      walks.push({ stage, point, walker: { buyer, has: await flow.ready(stage, buyer) } });
    }
  card.world.clock.advance((flow.days ?? 0) * 86_400_000);
  for (const { stage, point, walker } of walks)
    await alone(stage, walker.buyer, async () => {
      const act = (process: Process) => flow.act(stage, process, walker);
      const lives = processThat(null);
      if (point !== null) await dieAt(point.death, act);
      else {
        await act(lives);
        // every step has its name, so that none is left out
        expect(lives.writes(), 'transactions').toBe(flow.steps.length);
      }
      await flow.again?.(stage, walker);
    });
  await recover(card, flow);
  const pages: string[] = [];
  for (const currency of currencies) {
    const [first, ...others] = walks.filter(({ stage }) => stage.currency === currency);
    const page = first === undefined ? '' : await pageOf(first.stage, first.walker, flow);
    for (const { stage, point, walker } of others)
      expect(await pageOf(stage, walker, flow), `${currency}: dies ${point?.name}`).toBe(page);
    pages.push(page);
  }
  expect(await broken(card, flow)).toEqual([]);
  return pages;
}

/** Plays it in the currencies of the test; the page names the steps, and tells what everybody has at the end. */
export async function playDying<T>(flow: Flow<T>): Promise<string> {
  vi.setSystemTime(begin);
  const card = await cardWorld();
  card.fake.switches.drop = true;
  const pages = await playAll(card, flow).finally(() => card.close());
  const names = pointsOf(flow.steps).map((one) => `dies ${one.name}`);
  return [...names, '', ...currenciesOfTest().flatMap((currency, at) => [currency, pages[at], ''])].join('\n');
}
