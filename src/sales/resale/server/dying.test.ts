/** Scenario 27 for a reseller's month: what is charged to it, what it earned, and what it is paid: `golden/27-*.txt`. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { money, toDecimal } from '#kit/money.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, subscribe } from '#sales/billing/server/billing.factory.ts';
import { type Flow, type KillStage, playDying, type Walker } from '#sales/billing/server/kill.factory.ts';
import { findSeller } from '#sales/billing/server/resold.service.ts';
import { toldAll } from '#sales/billing/server/scenarios/scenario.factory.ts';
import { lastMonth } from '../resale.rules.ts';
import { lockDue } from './commission.service.ts';
import { stateMonth } from './month.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';
import { makeStatementPapers } from './statement-papers.service.ts';
import { payout } from './statements.service.ts';
import { expectGolden } from '#sales/billing/server/scenarios/currencies.factory.ts';
import { chargeMonth } from './wholesale.service.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

type Has = { vendor: UserActor };
const statementsOf = async ({ world }: KillStage, { vendor }: Has) =>
  (await world.api(vendor).resale.ownStatements({ query: {} })).items;
async function month({ world, shop }: KillStage) {
  const operator = await findSeller(world.ctx().system.read, shop.operator.accountId);
  if (operator === null) throw new Error('there is no seller');
  return { operator, month: lastMonth(world.clock.now(), operator.zone) };
}
/** What a vendor has at the end. */
async function page(stage: KillStage, { has }: Walker<Has>): Promise<string> {
  const { world, currency } = stage;
  const api = world.api(has.vendor);
  const amount = (minor: number) => toDecimal(money(BigInt(minor), currency));
  const told: string[] = [];
  for (const { id } of await statementsOf(stage, has)) {
    const one = await api.resale.statement({ params: { id } });
    const papers = Object.entries(one.papers).flatMap(([kind, made]) => (made ? [kind] : []));
    told.push(
      `  ${one.kind} of ${one.month}, ${one.issueDate}: ${amount(one.net)} and tax ${amount(one.tax)}, ${one.lines.length} lines, ${papers.join(' ')}${one.paidOn === null ? '' : `, paid on ${one.paidOn} by ${one.bankRef}`}`,
    );
  }
  const { items } = await api.invoices.list({ query: {} });
  const charged = await Promise.all(items.map(({ id }) => api.invoices.get({ params: { id } })));
  const mails = (await templatesTo(world, has.vendor.email)).filter((one) => one.startsWith('resale.'));
  return [...told, ...toldAll(charged), `  mails: ${mails.join(', ')}`].join('\n');
}

/** A customer who pays its vendor for a month. */
async function wholesaler(stage: KillStage): Promise<Has> {
  const { world, shop, currency } = stage;
  const planId = await buildPlan(world, shop, { currency, month: 10_000n });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency, floor: 5000, price: 12_000 });
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: own, period: 'month', currency } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const body = { amount: quote.total, valueDate: '2027-04-12', bankRef: '', note: '' };
  await world.api(vendor).resale.recordSale({ params: { id: invoiceId ?? '' }, body });
  return { vendor };
}
/** A customer of whose money its vendor has a fifth. */
async function sharer(stage: KillStage): Promise<Has> {
  const { world, shop, currency } = stage;
  const planId = await buildPlan(world, shop, { currency, month: 10_000n });
  const vendor = await buildReseller(world, shop, { model: 'commission', lockDays: 0 });
  await subscribe(world, shop, { buyer: await buildCustomerOf(world, vendor), planId, currency });
  return { vendor };
}
const papersOf = async (stage: KillStage, process: Parameters<Flow<Has>['act']>[1], has: Has): Promise<void> => {
  const [first] = await statementsOf(stage, has);
  await makeStatementPapers(process.ctx(stage.world.ctx()), first?.id ?? '');
};

const wholesale: Flow<Has> = {
  steps: ['the month with its invoice', { filed: 'that the statement has its papers' }],
  ready: wholesaler,
  days: 20,
  async act(stage, process, { has }) {
    const vendorId = has.vendor.accountId;
    await chargeMonth(process.ctx(stage.world.ctx()), { vendorId, ...(await month(stage)) });
    await papersOf(stage, process, has);
  },
  jobs: ['resale.months'],
  page,
};
const commission: Flow<Has> = {
  steps: ['the month with its statement', { filed: 'that the statement has its papers' }],
  ready: sharer,
  days: 20,
  async act(stage, process, { has }) {
    await stage.world.runJobs();
    await lockDue(stage.world.ctx());
    await stateMonth(process.ctx(stage.world.ctx()), { vendorId: has.vendor.accountId, ...(await month(stage)) });
    await papersOf(stage, process, has);
  },
  jobs: ['resale.months'],
  page,
};
const paid = { paidOn: '2027-05-02', bankRef: 'P1' };
const payingOut: Flow<Has> = {
  steps: ['the payout'],
  ready: sharer,
  days: 20,
  async act(stage, process, { has }) {
    await stage.world.runJobs();
    await lockDue(stage.world.ctx());
    await stateMonth(stage.world.ctx(), { vendorId: has.vendor.accountId, ...(await month(stage)) });
    const [first] = await statementsOf(stage, has);
    await payout(process.ctx(stage.world.ctx(stage.shop.operator)), { id: first?.id ?? '', body: paid });
  },
  async again(stage, { has }) {
    const [first] = await statementsOf(stage, has);
    if (first === undefined || first.paidOn !== null) return;
    await stage.world.api(stage.shop.operator).resale.payout({ params: { id: first.id }, body: paid });
  },
  jobs: ['resale.months'],
  page,
};

test.each([
  ['the month of a wholesaler', () => playDying(wholesale)],
  ['the month of a vendor with a share', () => playDying(commission)],
  ['the payout of a vendor', () => playDying(payingOut)],
])(
  '27 %s',
  async (name, play) => {
    await expectGolden(await play(), `27 dying ${name}`);
  },
  240_000,
);
