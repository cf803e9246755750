/** What the stories of dying processes are worth: one who charges carelessly, and one who forgets a step, are caught by them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { money } from '#kit/money.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { recordPayment } from '../all-invoices.service.ts';
import { customerIn } from '../card-world.factory.ts';
import type { Process } from '../dying.factory.ts';
import { type Flow, type KillStage, playDying } from '../kill.factory.ts';
import { methodsOf } from '../parties.queries.ts';
import { bought } from './dying-flows.factory.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

type Has = { id: string };
async function written(stage: KillStage, buyer: UserActor): Promise<Has> {
  await bought(stage, buyer);
  const { allInvoices } = stage.world.api(stage.shop.operator);
  const lines = [{ title: 'Training', detail: '', quantity: 1, unit: 10_000 }];
  const draft = await allInvoices.create({ body: { accountId: buyer.accountId, currency: stage.currency, lines, note: '' } });
  await allInvoices.finalize({ params: { id: draft.id }, body: { revision: draft.revision } });
  return { id: draft.id };
}

/** Asks the provider under a name that nobody keeps, and writes it down afterwards. */
async function chargeCarelessly(
  stage: KillStage,
  process: Process,
  { buyer, has }: { buyer: UserActor; has: Has },
): Promise<void> {
  const { world, shop, currency } = stage;
  const ctx = process.ctx(world.ctx(shop.operator));
  const [method] = await methodsOf(ctx.system.read, buyer.accountId);
  const payment = { id: newId(), invoiceId: has.id, accountId: buyer.accountId, amount: money(11_900n, currency), number: '' };
  const customer = (await customerIn(stage, buyer.accountId)) ?? '';
  await cardProvider(ctx)?.chargeOffSession({ payment, customer, method: method?.ref ?? '' });
  const body = { amount: 11_900, valueDate: '2027-04-12', bankRef: '', note: '' };
  await recordPayment(ctx, { id: has.id, body });
}
const careless: Flow<Has> = {
  steps: [{ asked: 'the payment' }],
  ready: written,
  act: chargeCarelessly,
  async again(stage, walker) {
    const { state } = await stage.world.api(walker.buyer).invoices.get({ params: { id: walker.has.id } });
    const process: Process = { ctx: (from) => from, died: new Promise(() => {}), writes: () => 0 };
    if (state === 'open') await chargeCarelessly(stage, process, walker);
  },
};

test('who is charged twice', async () => {
  await expect(playDying(careless)).rejects.toThrow(
    /^[A-Z]{3}: dies once the provider answered, before the payment is written: expected/,
  );
}, 120_000);

test('whose money is lost', async () => {
  await expect(playDying({ ...careless, again: async () => undefined })).rejects.toThrow(
    /^[A-Z]{3}: dies once the provider answered/,
  );
}, 120_000);

test('a step without a name', async () => {
  await expect(playDying({ ...careless, steps: [] })).rejects.toThrow('transactions');
}, 120_000);
