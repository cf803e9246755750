/** Scenario 27 for what is bought and paid: `golden/27-*.txt`. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import { buildPass } from '../addons.factory.ts';
import { payOn, visa } from '../card-world.factory.ts';
import { type Flow, type KillStage, playDying } from '../kill.factory.ts';
import { pay } from '../invoices.service.ts';
import { buyPass } from '../passes.service.ts';
import { look, pay as payByLink } from '../pay-link.service.ts';
import { payToken } from '../pay-link-token.service.ts';
import { outcome, purchase } from '../purchase.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { payAndReturn, planIn } from './dying-flows.factory.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const quoted = async (stage: KillStage, buyer: Parameters<typeof stage.world.api>[0]) => {
  const wish = { planId: await planIn(stage), period: 'month' as const, currency: stage.currency };
  return { quoteId: (await stage.world.api(buyer).billing.quote({ body: wish })).id };
};
const buying: Flow<{ quoteId: string }> = {
  steps: ['the purchase', 'its payment', { asked: 'the customer' }, { asked: 'the page to pay on' }],
  ready: quoted,
  act: ({ world }, process, { buyer, has }) => purchase(process.ctx(world.ctx(buyer)), { ...has, by: 'card', terms: true }),
  async again(stage, { buyer, has }) {
    const bought = await stage.world.api(buyer).billing.purchase({ body: { ...has, by: 'card', terms: true } });
    await payAndReturn(stage, buyer, bought);
  },
};

const comingBack: Flow<{ invoiceId: string }> = {
  steps: [{ asked: 'what the provider says' }],
  async ready(stage, buyer) {
    const body = { ...(await quoted(stage, buyer)), by: 'card' as const, terms: true as const };
    const { next, invoiceId } = await stage.world.api(buyer).billing.purchase({ body });
    if (next.kind === 'redirect') await payOn(next.url, visa);
    return { invoiceId: invoiceId ?? '' };
  },
  act: ({ world }, process, { buyer, has }) => outcome(process.ctx(world.ctx(buyer)), has.invoiceId),
};

const pass: Flow<{ quoteId: string }> = {
  steps: ['the purchase', 'its payment', { asked: 'the customer' }, { asked: 'the page to pay on' }],
  async ready({ world, shop, currency }, buyer) {
    const planId = await buildPass(world, shop, { name: 'Congress', currency, once: 5000n });
    const quote = await world.api(buyer).passes.quote({ body: { planId, currency, startsAt: null } });
    return { quoteId: quote.id };
  },
  act: ({ world }, process, { buyer, has }) => buyPass(process.ctx(world.ctx(buyer)), { ...has, by: 'card', terms: true }),
  async again(stage, { buyer, has }) {
    await payAndReturn(stage, buyer, await stage.world.api(buyer).passes.buy({ body: { ...has, by: 'card', terms: true } }));
  },
};

/** An invoice that somebody of the seller wrote by hand. */
async function written({ world, shop, currency }: KillStage, accountId: string): Promise<{ id: string }> {
  const { allInvoices } = world.api(shop.operator);
  const lines = [{ title: 'Training', detail: '', quantity: 2, unit: 5000 }];
  const { id, revision } = await allInvoices.create({ body: { accountId, currency, lines, note: '' } });
  await allInvoices.finalize({ params: { id }, body: { revision } });
  return { id };
}
const atTheDesk: Flow<{ id: string }> = {
  steps: ['the payment', { asked: 'the customer' }, { asked: 'the page to pay on' }],
  ready: (stage, buyer) => written(stage, buyer.accountId),
  act: ({ world }, process, { buyer, has }) => pay(process.ctx(world.ctx(buyer)), { id: has.id, by: 'card' }),
  async again(stage, { buyer, has }) {
    const next = await stage.world.api(buyer).invoices.pay({ params: has, body: { by: 'card' } });
    await payAndReturn(stage, buyer, { next, invoiceId: has.id });
  },
};
const byLink: Flow<{ id: string }> = {
  steps: ['the payment', { asked: 'the customer' }, { asked: 'the page to pay on' }],
  ready: (stage, buyer) => written(stage, buyer.accountId),
  act({ world }, process, { has }) {
    const ctx = process.ctx(world.ctx({ kind: 'nobody' }));
    return payByLink(ctx, { token: payToken(ctx, has.id), by: 'card' });
  },
  async again({ world }, { has }) {
    const token = payToken(world.ctx(), has.id);
    const next = await world.api().payLink.pay({ body: { token, by: 'card' } });
    if (next.kind === 'redirect') await payOn(next.url, visa);
    await world.api().payLink.look({ body: { token } });
  },
};
const backFromLink: Flow<{ token: string }> = {
  steps: [{ asked: 'what the provider says' }],
  async ready(stage, buyer) {
    const token = payToken(stage.world.ctx(), (await written(stage, buyer.accountId)).id);
    const next = await stage.world.api().payLink.pay({ body: { token, by: 'card' } });
    if (next.kind === 'redirect') await payOn(next.url, visa);
    return { token };
  },
  act: ({ world }, process, { has }) => look(process.ctx(world.ctx({ kind: 'nobody' })), has),
};

test.each([
  ['buying by card', () => playDying(buying)],
  ['coming back from the page', () => playDying(comingBack)],
  ['an event pass', () => playDying(pass)],
  ['an invoice paid by hand', () => playDying(atTheDesk)],
  ['an invoice paid by its link', () => playDying(byLink)],
  ['coming back to the link', () => playDying(backFromLink)],
])(
  '27 %s',
  async (name, play) => {
    await expectGolden(await play(), `27 dying ${name}`);
  },
  240_000,
);
