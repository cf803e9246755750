/**
 * A process that the system kills while the provider's answer is on its way to it: afterwards it is done once, and the next process knows
 * (scenario 27). The named steps of everything else that concerns money are `scenarios/dying-*.test.ts`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { masterKey } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, intentOf } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { recover } from './kill.factory.ts';

let card: CardWorld;
let planId = '';
beforeAll(async () => {
  card = await cardWorld();
  planId = await buildPlan(card.world, card.shop);
  card.fake.switches.drop = true;
});
afterAll(() => card.close());

const view = (id: string) => card.world.api(card.shop.operator).allInvoices.get({ params: { id } });
const things = (object: string) => [...card.fake.things.values()].filter((one) => one.object === object);
const taken = (id: string): number =>
  things('payment_intent').filter((one) => one['status'] === 'succeeded' && JSON.stringify(one['metadata']).includes(id)).length;
const back = (id: string): number => things('refund').filter((one) => one['payment_intent'] === intentOf(card, id)).length;

async function bought(): Promise<{ buyer: UserActor; id: string }> {
  const buyer = await buildBuyer(card.world);
  return { buyer, id: await buyByCard(card.world, buyer, { planId }) };
}
/** A renewal whose charge is asked for and not made yet. */
async function renewed(): Promise<string> {
  const { buyer } = await bought();
  card.world.clock.advance(31 * 86_400_000);
  await runEngine(card.world.ctx());
  return (await card.world.api(buyer).invoices.list()).items[0]?.id ?? '';
}

/** Lets another process do it, and kills that once the provider has done its part. */
async function killedDoing(verb: 'charge' | 'refund', id: string, done: () => number): Promise<void> {
  card.fake.switches.stall = 'done';
  const env = {
    ...card.env,
    DATABASE_ROLES: 'atrium_test',
    DATABASE_CONNECTIONS: '2',
    ENGINE: 'off',
    PUBLIC_URL: 'http://localhost:3000',
  };
  const program = path.join(import.meta.dirname, '../../../app/proof/charging.factory.ts');
  const asked = [card.world.ownerUrl, masterKey, JSON.stringify(env), verb, id, String(card.world.clock.now())];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...asked], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // the provider has done its work, or the process ended by itself
  await vi.waitFor(() => expect([done(), child.exitCode]).not.toEqual([0, null]), { timeout: 60_000, interval: 50 });
  expect(done()).toBe(1);
  const gone = new Promise((end) => child.once('exit', (_code, signal) => end(signal)));
  child.kill('SIGKILL');
  expect(await gone).toBe('SIGKILL');
}

test('charging', async () => {
  const id = await renewed();
  await killedDoing('charge', id, () => taken(id));
  expect((await view(id)).payments.map((one) => one.state)).toEqual(['created']);
  await recover(card, {});
  const { state, payments } = await view(id);
  expect([state, payments.map((one) => [one.state, one.amount]), taken(id)]).toEqual(['paid', [['succeeded', 3451]], 1]);
}, 90_000);

test('sending a refund', async () => {
  const { id } = await bought();
  const body = { amount: 1000, by: 'card' as const, reason: 'as agreed' };
  const { refunds } = await card.world.api(card.shop.operator).allInvoices.refund({ params: { id }, body });
  await killedDoing('refund', refunds[0]?.id ?? '', () => back(id));
  expect((await view(id)).refunds.map((one) => one.state)).toEqual(['created']);
  await recover(card, {});
  const { refunds: sent, creditNotes } = await view(id);
  expect([back(id), creditNotes.length, sent.map((one) => one.state)]).toEqual([1, 1, ['succeeded']]);
}, 90_000);
