/** Scenario 27 for money that goes back, and for what the provider tells of itself: `golden/27-*.txt`. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPass } from '../addons.factory.ts';
import { credit } from '../all-invoices.service.ts';
import { intentOf, payOn, visa } from '../card-world.factory.ts';
import { type Flow, type KillStage, playDying } from '../kill.factory.ts';
import { handleNews } from '../news.service.ts';
import { refund } from '../refund-acts.service.ts';
import { sendRefund } from '../refunds.service.ts';
import { withdraw } from '../withdraw.service.ts';
import { withdrawPass } from '../withdraw-pass.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { bought, heldOf, payAndReturn, planIn } from './dying-flows.factory.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const viewOf = ({ world, shop }: KillStage, id: string) => world.api(shop.operator).allInvoices.get({ params: { id } });
const refundOf = async (stage: KillStage, id: string): Promise<string> => (await viewOf(stage, id)).refunds[0]?.id ?? '';
/** What goes back to a card, sent by the job that follows. */
const sent = async (stage: KillStage, process: Parameters<Flow<unknown>['act']>[1], id: string): Promise<void> =>
  sendRefund(process.ctx(stage.world.ctx()), await refundOf(stage, id));

const part = { amount: 1000, reason: 'as agreed' };
const refunding: Flow<{ invoiceId: string }> = {
  steps: ['the credit note and what is to go back', { asked: 'what the provider says' }],
  ready: bought,
  async act(stage, process, { has: { invoiceId: id } }) {
    await refund(process.ctx(stage.world.ctx(stage.shop.operator)), { id, body: { ...part, by: 'card' } });
    await sent(stage, process, id);
  },
  // a person who sees no credit note writes it
  async again(stage, { has: { invoiceId: id } }) {
    const { allInvoices } = stage.world.api(stage.shop.operator);
    if ((await viewOf(stage, id)).creditNotes.length === 0)
      await allInvoices.refund({ params: { id }, body: { ...part, by: 'card' } });
  },
};
const crediting: Flow<{ invoiceId: string }> = {
  steps: ['the credit note'],
  ready: bought,
  act: ({ world, shop }, process, { has }) =>
    credit(process.ctx(world.ctx(shop.operator)), { id: has.invoiceId, body: { ...part, to: 'balance' } }),
  async again(stage, { has: { invoiceId: id } }) {
    const { allInvoices } = stage.world.api(stage.shop.operator);
    if ((await viewOf(stage, id)).creditNotes.length === 0)
      await allInvoices.credit({ params: { id }, body: { ...part, to: 'balance' } });
  },
};

const withdrawing: Flow<{ invoiceId: string }> = {
  steps: ['the withdrawal with its credit note', { asked: 'what the provider says' }],
  buyer: { buyer: 'consumer' },
  ready: bought,
  days: 3,
  async act(stage, process, { buyer, has }) {
    const { revision } = await heldOf(stage, buyer);
    await withdraw(process.ctx(stage.world.ctx(buyer)), { revision });
    await sent(stage, process, has.invoiceId);
  },
  async again(stage, { buyer }) {
    const { subscription } = await stage.world.api(buyer).billing.subscription();
    if (subscription === null || subscription.state === 'canceled') return;
    await stage.world.api(buyer).subscriptions.withdraw({ body: { revision: subscription.revision } });
  },
};
const passOf = async ({ world }: KillStage, buyer: UserActor) => (await world.api(buyer).billing.subscription()).passes[0];
const passBack: Flow<{ invoiceId: string }> = {
  steps: ['the withdrawal with its credit note', { asked: 'what the provider says' }],
  buyer: { buyer: 'consumer' },
  async ready(stage, buyer) {
    const { world, shop, currency } = stage;
    const planId = await buildPass(world, shop, { name: 'Congress', currency, once: 5000n, hours: 480 });
    const { passes } = world.api(buyer);
    const { id: quoteId } = await passes.quote({ body: { planId, currency, startsAt: null } });
    const begun = await passes.buy({ body: { quoteId, by: 'card', terms: true } });
    await payAndReturn(stage, buyer, begun);
    return { invoiceId: begun.invoiceId ?? '' };
  },
  days: 3,
  async act(stage, process, { buyer, has }) {
    const id = (await passOf(stage, buyer))?.id ?? '';
    const { revision } = await stage.world.api(buyer).passes.withdrawal({ params: { id } });
    await withdrawPass(process.ctx(stage.world.ctx(buyer)), { id, revision });
    await sent(stage, process, has.invoiceId);
  },
  async again(stage, { buyer }) {
    const held = await passOf(stage, buyer);
    if (held?.state !== 'on') return;
    const { passes } = stage.world.api(buyer);
    const params = { id: held.id };
    const { revision } = await passes.withdrawal({ params });
    await passes.withdraw({ params, body: { revision } });
  },
};

/** What news of one kind lead to, and that they are done with. */
const newsOf = (
  kind: string,
  happens: (stage: KillStage, buyer: UserActor) => Promise<() => unknown>,
): Flow<{ event: string }> => ({
  steps: [{ asked: 'what the provider says' }, 'that the news are done with'],
  async ready(stage, buyer) {
    const happen = await happens(stage, buyer);
    stage.fake.switches.drop = false;
    await happen();
    stage.fake.switches.drop = true;
    // taken in at the door; what follows is the next step
    const told = await stage.fake.pumpWebhooks();
    return { event: told.find(({ type }) => type === kind)?.id ?? '' };
  },
  act: ({ world }, process, { has }) => handleNews(process.ctx(world.ctx()), has.event),
});
const paymentCame = newsOf('payment_intent.succeeded', async (stage, buyer) => {
  const { billing } = stage.world.api(buyer);
  const { currency } = stage;
  const quote = await billing.quote({ body: { planId: await planIn(stage), period: 'month', currency } });
  const { next } = await billing.purchase({ body: { quoteId: quote.id, by: 'card', terms: true } });
  return () => payOn(next.kind === 'redirect' ? next.url : '', visa);
});
const disputeOpened = newsOf('charge.dispute.created', async (stage, buyer) => {
  const { invoiceId } = await bought(stage, buyer);
  return () => stage.fake.dispute(intentOf(stage, invoiceId));
});
const disputeLost = newsOf('charge.dispute.closed', async (stage, buyer) => {
  const { invoiceId } = await bought(stage, buyer);
  return () => stage.fake.closeDispute(stage.fake.dispute(intentOf(stage, invoiceId)), 'lost');
});

test.each([
  ['a refund', () => playDying(refunding)],
  ['a credit note', () => playDying(crediting)],
  ['a withdrawal', () => playDying(withdrawing)],
  ['a pass that is taken back', () => playDying(passBack)],
  ['news of a payment', () => playDying(paymentCame)],
  ['news of a dispute', () => playDying(disputeOpened)],
  ['news of a dispute that is lost', () => playDying(disputeLost)],
])(
  '27 %s',
  async (name, play) => {
    await expectGolden(await play(), `27 dying ${name}`);
  },
  240_000,
);
