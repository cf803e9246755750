/** Scenario 27 for what is written and paid by hand, without a provider: `golden/27-*.txt`. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { finalizeDraft, recordPayment, voiding } from '../all-invoices.service.ts';
import { cancelNow } from '../all-subscription-acts.service.ts';
import { type Flow, type KillStage, playDying } from '../kill.factory.ts';
import { report } from '../invoices.service.ts';
import { makePapers } from '../papers.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { bought, heldOf } from './dying-flows.factory.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const keeperOf = ({ world, shop }: KillStage) => world.api(shop.operator);
async function drafted(stage: KillStage, { accountId }: UserActor): Promise<{ id: string; revision: number }> {
  const lines = [{ title: 'Training', detail: 'Two mornings', quantity: 2, unit: 5000 }];
  const body = { accountId, currency: stage.currency, lines, note: '' };
  const { id, revision } = await keeperOf(stage).allInvoices.create({ body });
  return { id, revision };
}
const numbering: Flow<{ id: string; revision: number }> = {
  steps: ['the number', { filed: 'that the papers are there' }],
  papers: 'made',
  ready: drafted,
  async act({ world, shop }, process, { has }) {
    await finalizeDraft(process.ctx(world.ctx(shop.operator)), has);
    await makePapers(process.ctx(world.ctx()), has.id);
  },
  async again(stage, { has: { id, revision } }) {
    const { allInvoices } = keeperOf(stage);
    if ((await allInvoices.get({ params: { id } })).state === 'draft')
      await allInvoices.finalize({ params: { id }, body: { revision } });
  },
};

async function numbered(stage: KillStage, buyer: UserActor): Promise<{ id: string }> {
  const { id, revision } = await drafted(stage, buyer);
  await keeperOf(stage).allInvoices.finalize({ params: { id }, body: { revision } });
  return { id };
}
const payment = { amount: 11_900, valueDate: '2027-04-12', bankRef: 'R1', note: '' };
const recording: Flow<{ id: string }> = {
  steps: ['the payment'],
  ready: numbered,
  act: ({ world, shop }, process, { has }) => recordPayment(process.ctx(world.ctx(shop.operator)), { ...has, body: payment }),
  async again(stage, { has: params }) {
    const { allInvoices } = keeperOf(stage);
    if ((await allInvoices.get({ params })).state === 'open') await allInvoices.record({ params, body: payment });
  },
};
const reporting: Flow<{ id: string }> = {
  steps: ['the payment that is awaited', 'that it is reported'],
  ready: numbered,
  act: ({ world }, process, { buyer, has }) => report(process.ctx(world.ctx(buyer)), { ...has, note: 'sent today' }),
  async again(stage, { buyer, has: params }) {
    await stage.world.api(buyer).invoices.report({ params, body: { note: 'sent today' } });
  },
};
const dropping: Flow<{ id: string }> = {
  steps: ['that it is void'],
  ready: numbered,
  act: ({ world, shop }, process, { has }) =>
    voiding(process.ctx(world.ctx(shop.operator)), { ...has, reason: 'a wrong customer' }),
  async again(stage, { has: params }) {
    const { allInvoices } = keeperOf(stage);
    if ((await allInvoices.get({ params })).state === 'open')
      await allInvoices.voiding({ params, body: { reason: 'a wrong customer' } });
  },
};

const order = { credit: 'unused' as const, reason: 'closed down' };
const ending: Flow<{ id: string; revision: number }> = {
  steps: ['the end with its credit note'],
  async ready(stage, buyer) {
    await bought(stage, buyer);
    const { id, revision } = await heldOf(stage, buyer);
    return { id, revision };
  },
  days: 15,
  act: ({ world, shop }, process, { has: { id, revision } }) =>
    cancelNow(process.ctx(world.ctx(shop.operator)), { id, body: { ...order, revision } }),
  async again(stage, { has: { id, revision } }) {
    const { allSubscriptions } = keeperOf(stage);
    const { state } = await allSubscriptions.get({ params: { id } });
    if (state !== 'canceled') await allSubscriptions.cancel({ params: { id }, body: { ...order, revision } });
  },
};

test.each([
  ['an invoice by hand and its papers', () => playDying(numbering)],
  ['a transfer that is noted', () => playDying(recording)],
  ['a transfer that is reported', () => playDying(reporting)],
  ['an invoice that is void', () => playDying(dropping)],
  ['an end at once', () => playDying(ending)],
])(
  '27 %s',
  async (name, play) => {
    await expectGolden(await play(), `27 dying ${name}`);
  },
  240_000,
);
