/** Scenario 27 for the bank: a process that dies while statements are read and their lines become payments: `golden/27-*.txt`. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { money, toDecimal } from '#kit/money.ts';
import { buildPlan } from '#sales/billing/server/billing.factory.ts';
import { type Flow, type KillStage, playDying } from '#sales/billing/server/kill.factory.ts';
import { book, bookByItself } from './booking.service.ts';
import { camtOf } from './statement-file.factory.ts';
import { read } from './statement.service.ts';
import { expectGolden } from '#sales/billing/server/scenarios/currencies.factory.ts';
import { takeBack } from './take-back.service.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const bankOf = ({ world, shop }: KillStage) => world.api(shop.operator).bank;
const file = (text: string) => ({ name: 'april.xml', content: Buffer.from(text).toString('base64') });
type Owed = { invoiceId: string; reference: string; amount: string };
/** A plan that is to be paid by transfer. */
async function owed({ world, shop, currency }: KillStage, buyer: UserActor): Promise<Owed> {
  const planId = await buildPlan(world, shop, { currency, name: 'Transfer', month: 10_000n });
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency } });
  const { invoiceId, next } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const reference = next.kind === 'instructions' ? next.transfer.reference : '';
  return { invoiceId: invoiceId ?? '', reference, amount: toDecimal(money(BigInt(quote.total), currency)) };
}
const statement = ({ currency }: KillStage, { reference, amount }: Owed) =>
  file(camtOf([{ amount, text: reference, ref: reference, endToEnd: reference, day: '2027-04-12' }], currency));
/** The line that names it, while nobody decided about it. */
async function lineOf(stage: KillStage, { reference }: Owed): Promise<string> {
  const { items } = await bankOf(stage).queue();
  return items.find((one) => one.text === reference)?.id ?? '';
}
async function isOpen(stage: KillStage, { invoiceId }: Owed): Promise<boolean> {
  const { state } = await stage.world.api(stage.shop.operator).allInvoices.get({ params: { id: invoiceId } });
  return state === 'open';
}
const byHand = ({ invoiceId }: Owed) => ({ invoiceIds: [invoiceId], missing: 'open' as const });
async function bookOnce(stage: KillStage, has: Owed): Promise<void> {
  if (!(await isOpen(stage, has))) return;
  await bankOf(stage).book({ params: { id: await lineOf(stage, has) }, body: byHand(has) });
}

const byAPerson: Flow<Owed> = {
  steps: ['the statement with its lines', 'what the line pays'],
  ready: owed,
  async act(stage, process, { has }) {
    const ctx = process.ctx(stage.world.ctx(stage.shop.operator));
    await read(ctx, statement(stage, has));
    await book(ctx, { id: await lineOf(stage, has), body: byHand(has) });
  },
  // the same file again changes nothing
  async again(stage, { has }) {
    await bankOf(stage).read({ body: statement(stage, has) });
    await bookOnce(stage, has);
  },
};
const byItself: Flow<Owed> = {
  steps: ['the statement with its lines', 'what the line pays'],
  async ready(stage, buyer) {
    const bank = bankOf(stage);
    const settings = await bank.settings();
    if (settings.autoAfter !== 0) await bank.saveSettings({ body: { autoAfter: 0, tolerance: 0, revision: settings.revision } });
    return owed(stage, buyer);
  },
  async act(stage, process, { has }) {
    await read(process.ctx(stage.world.ctx(stage.shop.operator)), statement(stage, has));
    await bookByItself(process.ctx(stage.world.ctx()), { sellerId: stage.shop.operator.accountId });
  },
  async again(stage, { has }) {
    await bankOf(stage).read({ body: statement(stage, has) });
    // the next process has its turn before the next statement
    await stage.world.runJobs();
  },
};

const returned = ({ currency }: KillStage, { reference, amount }: Owed) => {
  const line = {
    amount: `-${amount}`,
    text: `Return ${reference}`,
    ref: `R-${reference}`,
    endToEnd: reference,
    day: '2027-04-13',
  };
  return file(camtOf([line], currency));
};
async function returnOf(stage: KillStage, { reference }: Owed): Promise<string> {
  const { items } = await bankOf(stage).entries({ query: { state: 'out' } });
  return items.find((one) => one.text === `Return ${reference}`)?.id ?? '';
}
const goingBack: Flow<Owed> = {
  steps: ['what the bank takes back'],
  async ready(stage, buyer) {
    const has = await owed(stage, buyer);
    await bankOf(stage).read({ body: statement(stage, has) });
    await bookOnce(stage, has);
    await bankOf(stage).read({ body: returned(stage, has) });
    return has;
  },
  act: async (stage, process, { has }) => takeBack(process.ctx(stage.world.ctx(stage.shop.operator)), await returnOf(stage, has)),
  async again(stage, { has }) {
    const id = await returnOf(stage, has);
    if (id !== '') await bankOf(stage).takeBack({ params: { id } });
  },
};

test.each([
  ['a line that a person books', () => playDying(byAPerson)],
  ['a line that books itself', () => playDying(byItself)],
  ['a transfer that the bank takes back', () => playDying(goingBack)],
])(
  '27 %s',
  async (name, play) => {
    await expectGolden(await play(), `27 dying ${name}`);
  },
  240_000,
);
