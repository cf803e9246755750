/** Accounts whose plan ended because nobody paid, on the real way there, for tests. */
import { sql } from 'drizzle-orm';
import { testWorld } from '#app/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, type Shop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { endData } from './data-ends.service.ts';
import { day } from './ownership.factory.ts';

export type EndedWorld = { world: Awaited<ReturnType<typeof testWorld>>; shop: Shop; planId: string };

/** With a mail server that takes nothing: mails are written, and wait. */
export async function endedWorld(): Promise<EndedWorld> {
  const world = await testWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  const shop = await buildShop(world);
  return { world, shop, planId: await buildPlan(world, shop) };
}

/** Buyers who paid for the first month and never again; all of them have ended when this returns. */
export async function buildEnded({ world, shop, planId }: EndedWorld, count: number): Promise<UserActor[]> {
  const buyers: UserActor[] = [];
  for (let at = 0; at < count; at += 1) {
    const buyer = await buildBuyer(world);
    await subscribe(world, shop, { buyer, planId });
    buyers.push(buyer);
  }
  for (let at = 0; at < 75; at += 1) {
    world.clock.advance(day);
    await runEngine(world.ctx());
    const { rows } = await world
      .ctx()
      .system.read.execute(
        sql`select 1 from subscriptions where kind = 'base' and state not in ('canceled', 'incomplete_expired')`,
      );
    if (rows.length === 0) return buyers;
  }
  throw new Error('a plan that nobody pays for did not end');
}

/** Days go by, each with a look at the accounts. */
export async function lookDaily({ world }: Pick<EndedWorld, 'world'>, days: number): Promise<void> {
  for (let at = 0; at < days; at += 1) {
    world.clock.advance(day);
    await endData(world.ctx());
  }
}

/** `state why` of what was begun for an account, oldest first. */
export async function ends({ world }: Pick<EndedWorld, 'world'>, { accountId }: UserActor): Promise<string[]> {
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select state, why from data_ends where account_id = ${accountId} order by id`);
  return rows.map((row) => [row['state'], row['why']].filter(Boolean).join(' '));
}
