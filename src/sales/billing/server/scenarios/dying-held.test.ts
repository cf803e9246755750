/** Scenario 27 for a plan that is held: renewals, changes, a pause, a trial that is over: `golden/27-*.txt`. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, test, vi } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildAddon } from '../addons.factory.ts';
import { subscribe } from '../billing.factory.ts';
import { payOn, visa } from '../card-world.factory.ts';
import { change } from '../change.service.ts';
import { giveBackOwed } from '../change-back.service.ts';
import { runBatch } from '../engine.service.ts';
import { type Flow, type KillStage, playDying } from '../kill.factory.ts';
import { charge } from '../pay.service.ts';
import { resume } from '../pause.service.ts';
import { outcome } from '../purchase.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { bought, heldOf, newestOf, payAndReturn, planIn } from './dying-flows.factory.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const renewing: Flow<unknown> = {
  steps: ['the claim of the period'],
  ready: bought,
  days: 31,
  act: ({ world }, process) => runBatch(process.ctx(world.ctx())),
};
const charging: Flow<unknown> = {
  steps: ['the claim of the period', 'its payment', { asked: 'what the provider says' }],
  ready: bought,
  days: 31,
  async act(stage, process, { buyer }) {
    await runBatch(process.ctx(stage.world.ctx()));
    await charge(process.ctx(stage.world.ctx()), await newestOf(stage, buyer));
  },
};

type Wish = { planId: string; period: 'month' | 'year'; seats: number; addons?: { planId: string; quantity: number }[] };
const quotedChange = async ({ world }: KillStage, buyer: UserActor, wish: Wish): Promise<string> =>
  (await world.api(buyer).subscriptions.quoteChange({ body: wish })).id;
type Changing = { wish: Wish; quoteId?: string };
/** Half a month later, so that half of it is charged. */
const changeTo = (wishOf: (stage: KillStage, planId: string) => Promise<Wish>): Flow<Changing> => ({
  steps: ['the change and its claim', 'its payment', { asked: 'the page to pay on' }],
  ready: async (stage, buyer) => ({ wish: await wishOf(stage, (await bought(stage, buyer)).planId) }),
  days: 15,
  async act(stage, process, { buyer, has }) {
    has.quoteId = await quotedChange(stage, buyer, has.wish);
    await change(process.ctx(stage.world.ctx(buyer)), { quoteId: has.quoteId });
  },
  async again(stage, { buyer, has: { quoteId = '' } }) {
    await payAndReturn(stage, buyer, await stage.world.api(buyer).subscriptions.change({ body: { quoteId } }));
  },
});
const largerPlan = async (stage: KillStage): Promise<Wish> => ({
  planId: await planIn(stage, { name: 'Large', month: 20_000n, entitlements: { peopleAtOnce: 200 } }),
  period: 'month',
  seats: 0,
});
const larger = changeTo(largerPlan);
const seats = changeTo(async ({ world, shop, currency }, planId) => ({
  planId,
  period: 'month',
  seats: 20,
  addons: [{ planId: await buildAddon(world, shop, { name: 'More', currency, month: 2000n }), quantity: 1 }],
}));
const backFromChange: Flow<{ wish: Wish }> = {
  steps: [{ asked: 'what the provider says' }],
  ready: async (stage, buyer) => {
    await bought(stage, buyer);
    return { wish: await largerPlan(stage) };
  },
  days: 15,
  async act(stage, process, { buyer, has }) {
    const quoteId = await quotedChange(stage, buyer, has.wish);
    const { invoiceId, next } = await stage.world.api(buyer).subscriptions.change({ body: { quoteId } });
    if (next.kind === 'redirect') await payOn(next.url, visa);
    await outcome(process.ctx(stage.world.ctx(buyer)), invoiceId ?? '');
  },
};
const givingBack: Flow<{ planId: string }> = {
  steps: ['the credit note'],
  ready: bought,
  days: 15,
  async act(stage, process, { buyer, has }) {
    const quoteId = await quotedChange(stage, buyer, { planId: has.planId, period: 'year', seats: 0 });
    await payAndReturn(stage, buyer, await stage.world.api(buyer).subscriptions.change({ body: { quoteId } }));
    await giveBackOwed(process.ctx(stage.world.ctx()), (await heldOf(stage, buyer)).id);
  },
};

/** A trial that is over: its first claim, charged to a card that nobody else has. */
const trialOver: Flow<unknown> = {
  steps: ['the end of the trial and its claim', 'its payment', { asked: 'what the provider says' }],
  async ready(stage, buyer) {
    const { world, fake, currency } = stage;
    const { methods } = world.api(buyer);
    const { id, url } = await methods.add({});
    await payOn(url, visa);
    const newest = [...fake.things.values()].findLast((thing) => thing.object === 'payment_method');
    if (newest !== undefined) newest['card'] = { ...Object(newest['card']), fingerprint: `print-${newId()}` };
    await methods.arrive({ body: { id } });
    const { billing } = world.api(buyer);
    const planId = await planIn(stage, { name: 'Trial', trialDays: 14 });
    const quote = await billing.quote({ body: { planId, period: 'month', currency } });
    await billing.purchase({ body: { quoteId: quote.id, by: 'card', terms: true } });
  },
  days: 14.5,
  async act(stage, process, { buyer }) {
    await runBatch(process.ctx(stage.world.ctx()));
    await charge(process.ctx(stage.world.ctx()), await newestOf(stage, buyer));
  },
};

/** A buyer who finds it resumed already pays the invoice that exists. */
async function payWhatIsThere(
  stage: KillStage,
  { buyer, has: { revision = 0 } }: { buyer: UserActor; has: { revision?: number } },
) {
  const { invoices, subscriptions } = stage.world.api(buyer);
  const found = await subscriptions.resume({ body: { by: 'card', revision } }).catch(async () => {
    const invoiceId = await newestOf(stage, buyer);
    return { invoiceId, next: await invoices.pay({ params: { id: invoiceId }, body: { by: 'card' } }) };
  });
  await payAndReturn(stage, buyer, found);
}
/** A trial that ended without a way to pay, gone on with by card. */
const resuming: Flow<{ revision?: number }> = {
  steps: [
    'a try that is taken back',
    'the first claim',
    'its payment',
    { asked: 'the customer' },
    { asked: 'the page to pay on' },
  ],
  async ready(stage, buyer) {
    const { world, shop, currency } = stage;
    const planId = await planIn(stage, { name: 'Trial', trialDays: 14 });
    await subscribe(world, shop, { buyer, planId, currency }).catch(() => undefined);
    await world
      .ctx()
      .system.write((tx) => tx.execute(sql`update subscriptions set pay_by = 'card' where account_id = ${buyer.accountId}`));
    return {};
  },
  days: 14.5,
  async act(stage, process, { buyer, has }) {
    await runBatch(stage.world.ctx());
    has.revision = (await heldOf(stage, buyer)).revision;
    await resume(process.ctx(stage.world.ctx(buyer)), { by: 'card', revision: has.revision });
  },
  again: payWhatIsThere,
};
/** A pause that somebody ends by themselves: a period of its own, charged to the card. */
const afterPause: Flow<{ revision?: number }> = {
  steps: ['a try that is taken back', 'the end of the pause and its claim', 'its payment', { asked: 'the page to pay on' }],
  async ready(stage, buyer) {
    await bought(stage, buyer);
    const until = stage.world.clock.now() + 60 * 86_400_000;
    const { revision } = await heldOf(stage, buyer);
    await stage.world.api(buyer).subscriptions.pause({ body: { until, revision } });
    return {};
  },
  days: 40,
  async act(stage, process, { buyer, has }) {
    await runBatch(stage.world.ctx());
    has.revision = (await heldOf(stage, buyer)).revision;
    await resume(process.ctx(stage.world.ctx(buyer)), { by: 'card', revision: has.revision });
  },
  again: payWhatIsThere,
};

test.each([
  ['a renewal', () => playDying(renewing)],
  ['a renewal and its charge', () => playDying(charging)],
  ['a larger plan', () => playDying(larger)],
  ['coming back from a larger plan', () => playDying(backFromChange)],
  ['seats and an add-on', () => playDying(seats)],
  ['what a change gives back', () => playDying(givingBack)],
  ['a trial that is over', () => playDying(trialOver)],
  ['a trial that waited for a way to pay', () => playDying(resuming)],
  ['the end of a pause', () => playDying(afterPause)],
])(
  '27 %s',
  async (name, play) => {
    await expectGolden(await play(), `27 dying ${name}`);
  },
  240_000,
);
