/** The whole life of a customer who pays by transfer, on a machine without keys of a card provider and without a network. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { readAccessToken } from '#core/identity/server/sessions/tokens.service.ts';
import { mailsTo, templatesTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { AnyJob } from '#kit/server/jobs/jobs.ts';
import { type Outgoing, watchOutgoing } from '#kit/server/http/outgoing.factory.ts';
import { buildPlan, buildShop, pay } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { findPaper } from '#sales/billing/server/papers.service.ts';
import { allJobs } from '#app/context.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

let watch: Outgoing;
beforeEach(() => {
  watch = watchOutgoing();
});
afterEach(() => watch.restore());

const email = 'office@nordlicht.example';
/** Signs up by the link in the mail, as a person does. */
async function signUp(): Promise<UserActor> {
  const { identity } = world.api();
  await identity.signUp({ body: { email, locale: 'en-US', challenge: await buildAnswer(world.ctx()) } });
  await world.runJobs();
  const { registration } = await identity.confirmEmail({ body: { token: tokenIn((await mailsTo(world, email)).at(-1)) } });
  const who = { name: 'Ana Meier', locale: 'en-US', timeZone: 'Europe/Berlin' } as const;
  const form = { ...who, organisation: 'Nordlicht Schule', password: 'tall-giraffe-in-rain', terms: true };
  const payload = { ...form, token: registration };
  const done = await world.app.inject({ method: 'POST', url: '/api/complete-registration', payload });
  expect(done.statusCode).toBe(200);
  const { token } = done.json<{ token: string }>();
  const facts = await readAccessToken(world.ctx(), token);
  const { id, account } = (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).json<{
    id: string;
    account: { id: string };
  }>();
  return {
    ...{ kind: 'user', userId: id, accountId: account.id, accountKind: 'customer', role: 'owner', email, ...who },
    sessionId: typeof facts === 'string' ? '' : facts.sessionId,
    scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }),
  };
}

const sold = /^(billing|books|resale|bank|exchange|usage|overflow|outbox)\./;
/** Everything that runs by the clock and has to do with money. */
async function everyJob(jobs: readonly AnyJob[] = allJobs): Promise<void> {
  for (const one of jobs) if (one.schedule !== undefined && sold.test(one.name)) await one.start(world.ctx(), {});
  await world.runJobs();
}
async function walk(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
    await world.runJobs();
    if (day % 7 === 0) await everyJob();
  }
}

const state = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription?.state;
/** The papers of an invoice, by the first bytes of each. */
async function papersOf(buyer: UserActor, id: string): Promise<string[]> {
  const ctx = world.ctx(buyer);
  const kinds = ['pdf', 'cii', 'ubl'] as const;
  const found = await Promise.all(kinds.map((kind) => findPaper(ctx, { id, kind })));
  return found.map(({ bytes }) => bytes.subarray(0, 5).toString());
}
const papers = ['%PDF-', '<?xml', '<?xml'];

test('signed up, bought by transfer, booked, renewed, reminded, restricted, ended: and nothing left the machine', async () => {
  // a world is given its variables one by one, and none of the provider's
  expect((await world.api(shop.operator).billing.seller()).card).toBe('off');
  const buyer = await signUp();
  const { billing, invoices } = world.api(buyer);
  const address = { street: 'Lindenallee 14', postcode: '22087', city: 'Hamburg', country: 'DE' };
  await billing.saveProfile({
    body: {
      organisation: 'Nordlicht Schule',
      ...address,
      email,
      buyer: 'business',
      vatId: null,
      orderNumber: '',
      buyerReference: '',
      revision: null,
    },
  });
  expect((await billing.ways()).ways).toEqual(['transfer']);
  const quote = await billing.quote({ body: { planId: await buildPlan(world, shop), period: 'month', currency: 'EUR' } });
  const { invoiceId, next } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect([next.kind, await state(buyer)]).toEqual(['instructions', 'incomplete']);
  await world.runJobs();
  expect(await papersOf(buyer, invoiceId ?? '')).toEqual(papers);
  await pay(world, shop, invoiceId);
  await everyJob();
  expect(await state(buyer)).toBe('active');
  await walk(33);
  const { items: renewed } = await invoices.list({ query: { state: 'open' } });
  expect(renewed).toHaveLength(1);
  await pay(world, shop, renewed[0]?.id ?? '');
  expect([await state(buyer), await papersOf(buyer, renewed[0]?.id ?? '')]).toEqual(['active', papers]);
  await walk(30);
  const { items: owed } = await invoices.list({ query: { state: 'open' } });
  expect([owed.length, await state(buyer)]).toEqual([1, 'past_due']);
  await walk(9);
  expect(await state(buyer)).toBe('restricted');
  await walk(22);
  expect((await world.api(buyer).billing.subscription()).subscription?.state ?? 'canceled').toBe('canceled');
  expect((await invoices.get({ params: { id: owed[0]?.id ?? '' } })).state).toBe('uncollectible');
  const mails = await templatesTo(world, email);
  expect(mails).toEqual(
    expect.arrayContaining(['issued', 'receipt', 'reminder', 'final', 'ended'].map((one) => `billing.${one}`)),
  );
  expect(watch.attempts).toEqual([]);
}, 240_000);

test('an attempt that is planted among the jobs is heard of', async () => {
  const asks = () => fetch('https://api.stripe.com/v1/charges').then(() => undefined);
  const planted: AnyJob = { name: 'billing.planted', retries: 0, within: 10, schedule: '* * * * *', start: asks };
  await expect(everyJob([planted])).rejects.toThrow('fetch failed');
  expect(watch.attempts).toEqual(['api.stripe.com:443']);
});
