/** Accounts whose plan ended because nobody paid, on the real way there, for tests. */
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';
import { sendQueued } from '#core/outbox/server/outbox.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, type Shop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { endData } from './data-ends.service.ts';
import { day } from './ownership.factory.ts';

/** A mail server on loopback; `deaf`: it takes nothing. `taken`: to whom. */
export type Post = { url: string; mood: 'well' | 'deaf'; taken: string[] };
export type EndedWorld = { world: Awaited<ReturnType<typeof testWorld>>; shop: Shop; planId: string; post: Post };

async function buildPost(): Promise<Post> {
  const post: Post = { url: '', mood: 'well', taken: [] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: (_from, _session, done) =>
      done(post.mood === 'deaf' ? Object.assign(new Error('not today'), { responseCode: 451 }) : null),
    onRcptTo: ({ address }, _session, done) => {
      post.taken.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = listening.address();
  post.url = `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return post;
}

export async function endedWorld(): Promise<EndedWorld> {
  const post = await buildPost();
  const world = await testWorld({ env: { SMTP_URL: post.url } });
  const shop = await buildShop(world);
  return { world, shop, post, planId: await buildPlan(world, shop) };
}

/** A mail that is to be tried again. */
const refused = (error: unknown) => {
  if (!String(error).includes('was not taken')) throw error;
};
/** Mails about the end of data that wait go to the mail server, once each. */
export async function deliver({ world }: Pick<EndedWorld, 'world'>): Promise<void> {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ id: string }>(
      sql`select id from outbox_mails where state = 'queued' and template like 'ownership.%' order by id`,
    );
  for (const { id } of rows) await sendQueued(world.ctx(), { id }).catch(refused);
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

/** Three of them, by themselves in their world. */
export async function threeEnded(): Promise<EndedWorld & { three: [UserActor, UserActor, UserActor] }> {
  const place = await endedWorld();
  const [one, two, three] = await buildEnded(place, 3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('nobody');
  return { ...place, three: [one, two, three] };
}

/** Days go by, each with a look at the accounts and a try at their mails. */
export async function lookDaily({ world }: Pick<EndedWorld, 'world'>, days: number): Promise<void> {
  for (let at = 0; at < days; at += 1) {
    world.clock.advance(day);
    await endData(world.ctx());
    await deliver({ world });
  }
}

/** So many days go by, and only then is a look; for each of the gaps in turn. */
export async function lookAfter({ world }: Pick<EndedWorld, 'world'>, gaps: readonly number[]): Promise<void> {
  for (const days of gaps) {
    world.clock.advance((days - 1) * day);
    await lookDaily({ world }, 1);
  }
}

/** `state why` of what was begun for an account, oldest first. */
export async function ends({ world }: Pick<EndedWorld, 'world'>, { accountId }: UserActor): Promise<string[]> {
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select state, why from data_ends where account_id = ${accountId} order by id`);
  return rows.map((row) => [row['state'], row['why']].filter(Boolean).join(' '));
}
