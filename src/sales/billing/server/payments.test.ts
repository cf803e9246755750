/** Payments as a list and one by one: who reads which, what each tells of itself, and in which order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { note } from './access.service.ts';
import { buildBuyer, buildPlan, pay, subscribe } from './billing.factory.ts';
import { asking, beginByCard, buyByCard, type CardWorld, cardWorld, hear, intentOf, payOn } from './card-world.factory.ts';

let card: CardWorld;
let planId = '';
beforeAll(async () => {
  card = await cardWorld();
  planId = await buildPlan(card.world, card.shop);
});
afterAll(() => card.close());

const total = 3451;
const keeper = () => card.world.api(card.shop.operator);
const of = (buyer: UserActor) => card.world.api(buyer).payments;
/** A buyer who paid by card, with the payment. */
const paid = async () => {
  const buyer = await buildBuyer(card.world);
  const invoiceId = await buyByCard(card.world, buyer, { planId });
  await hear(card);
  const [first] = (await of(buyer).list()).items;
  return { buyer, invoiceId, id: first?.id ?? '' };
};
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'no code'),
  );

test('both sides read what was paid, how, and for which invoice; the provider’s names are the seller’s', async () => {
  const { buyer, invoiceId, id } = await paid();
  const { number } = await keeper().allInvoices.get({ params: { id: invoiceId } });
  const item = {
    id,
    state: 'succeeded',
    amount: total,
    method: { brand: 'visa', last4: '4242' },
    invoice: { id: invoiceId, number },
  };
  expect((await of(buyer).list()).items).toMatchObject([item]);
  expect((await keeper().allPayments.list()).items[0]).toMatchObject({ ...item, accountId: buyer.accountId });
  const mine = await of(buyer).get({ params: { id } });
  expect(mine).toMatchObject({ onInvoice: total, toBalance: 0, takenBack: 0, way: 'page', ids: null, bankRef: null });
  expect(mine.rights).toEqual({ refund: false, look: false, pay: false, decide: false, takeBack: false, answer: false });
  const theirs = await keeper().allPayments.get({ params: { id } });
  expect(theirs.ids?.payment).toBe(intentOf(card, invoiceId));
  expect(theirs.ids?.customer).toMatch(/^cus_/);
  expect(theirs.rights).toEqual({ refund: true, look: false, pay: false, decide: false, takeBack: false, answer: false });
});

test('what happened joins our rows, the mails and, for the seller, what the provider told, of this payment alone', async () => {
  const [{ buyer, invoiceId, id }, other] = [await paid(), await paid()];
  const refund = { amount: 1000, by: 'card' as const, reason: 'as agreed' };
  await keeper().allInvoices.refund({ params: { id: invoiceId }, body: refund });
  await hear(card);
  const theirs = await keeper().allPayments.get({ params: { id } });
  const kinds = theirs.timeline.map((one) => one.kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['payment.created', 'payment.succeeded', 'invoice.paid', 'refund.succeeded', 'provider.told']),
  );
  const [refunded] = theirs.refunds;
  expect(refunded).toMatchObject({ amount: 1000, state: 'succeeded' });
  expect([theirs.refunded, theirs.ids?.refunds.length]).toEqual([1000, 1]);
  const subjects = theirs.timeline.filter((one) => one.kind.startsWith('mail.')).map((one) => String(one.data['subject']));
  // the receipt, and both mails about the credit note; the one that the invoice came with tells of no payment
  expect(subjects).toHaveLength(3);
  expect(subjects.filter((one) => one.includes(refunded?.creditNote.number ?? 'none'))).toHaveLength(2);
  const mine = await of(buyer).get({ params: { id } });
  expect(mine.timeline.map((one) => one.kind)).toEqual(kinds.filter((kind) => kind !== 'provider.told'));
  const apart = await of(other.buyer).get({ params: { id: other.id } });
  expect(apart.timeline.map((one) => one.kind)).not.toContain('refund.succeeded');
});

test('what happened in one millisecond stands in the order in which it was written, on payments and on invoices', async () => {
  const buyer = await buildBuyer(card.world);
  const invoiceId = await subscribe(card.world, card.shop, { buyer, planId });
  const [one] = (await of(buyer).list()).items;
  const at = card.world.clock.now() + 1000;
  const ctx = { ...card.world.ctx(), now: () => at };
  const kinds = [
    'dunning.charge',
    'dunning.remind',
    'dunning.retry',
    'dunning.final_notice',
    'dunning.past_due',
    'dunning.restrict',
  ];
  const row = { accountId: buyer.accountId, sellerId: card.shop.operator.accountId, invoiceId, paymentId: one?.id ?? '' };
  await ctx.system.write((tx) => note(ctx, tx, ...kinds.map((kind) => ({ ...row, kind }))));
  const newest = kinds.toReversed();
  const { timeline } = await keeper().allInvoices.get({ params: { id: invoiceId } });
  expect(timeline.slice(0, kinds.length).map((told) => told.kind)).toEqual(newest);
  const whole = await of(buyer).get({ params: { id: one?.id ?? '' } });
  expect(whole.timeline.slice(0, kinds.length).map((told) => told.kind)).toEqual(newest);
  expect(timeline.findIndex((told) => told.kind === 'invoice.paid')).toBeLessThan(
    timeline.findIndex((told) => told.kind === 'payment.succeeded'),
  );
});

test('more than due goes to the balance, and a lost dispute takes it back', async () => {
  const buyer = await buildBuyer(card.world);
  const invoiceId = await subscribe(card.world, card.shop, { buyer, planId });
  const body = { amount: 500, valueDate: '2026-11-20', bankRef: 'STMT 7', note: 'again', more: true as const };
  await keeper().allInvoices.record({ params: { id: invoiceId }, body });
  const [more] = (await of(buyer).list()).items;
  const params = { id: more?.id ?? '' };
  expect(await of(buyer).get({ params })).toMatchObject({
    amount: 500,
    onInvoice: 0,
    toBalance: 500,
    way: 'transfer',
    bankRef: null,
  });
  expect(await keeper().allPayments.get({ params })).toMatchObject({ bankRef: 'STMT 7', valueDate: '2026-11-20', ids: null });

  const { invoiceId: byCard, id } = await paid();
  card.fake.closeDispute(card.fake.dispute(intentOf(card, byCard)), 'lost');
  await hear(card);
  const lost = await keeper().allPayments.get({ params: { id } });
  expect(lost).toMatchObject({ state: 'reversed', takenBack: total, dispute: { state: 'lost' }, rights: { refund: false } });
  expect(lost.ids?.disputes).toHaveLength(1);
  expect(lost.disputeClosedAt).not.toBeNull();
});

test('the list is narrowed by state, way, currency, account and day, and found by number, reference, name, amount and the provider’s name', async () => {
  const [{ buyer, invoiceId, id }, transfer] = [await paid(), await buildBuyer(card.world, { organisation: 'Ufer & Söhne' })];
  const second = await subscribe(card.world, card.shop, { buyer: transfer, planId });
  const { number, transfer: to } = await keeper().allInvoices.get({ params: { id: second } });
  expect(to).toBeNull();
  const [theirs] = (await of(transfer).list()).items;
  const ids = async (query: object) => (await keeper().allPayments.list({ query })).items.map((one) => one.id);
  expect(await ids({ provider: 'transfer' })).toContain(theirs?.id);
  expect(await ids({ provider: 'transfer' })).not.toContain(id);
  expect(await ids({ accountId: buyer.accountId })).toEqual([id]);
  expect(await ids({ state: 'refunded', accountId: buyer.accountId })).toEqual([]);
  await keeper().allInvoices.refund({ params: { id: invoiceId }, body: { amount: 100, by: 'transfer', reason: 'as agreed' } });
  expect(await ids({ state: 'refunded', accountId: buyer.accountId })).toEqual([id]);
  card.fake.dispute(intentOf(card, invoiceId));
  await hear(card);
  expect(await ids({ state: 'disputed' })).toEqual([id]);
  expect(await ids({ currency: 'JPY' })).toEqual([]);
  for (const search of [number ?? '', theirs?.reference ?? '', 'ufer & s']) expect(await ids({ search })).toEqual([theirs?.id]);
  expect(await ids({ search: intentOf(card, invoiceId) })).toEqual([id]);
  // what the provider calls it is not the payer's to search for
  expect((await of(buyer).list({ query: { search: intentOf(card, invoiceId) } })).items).toEqual([]);
  expect(await ids({ search: '34,51', accountId: buyer.accountId })).toEqual([id]);
  expect(await ids({ search: '34.52', accountId: buyer.accountId })).toEqual([]);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const now = card.world.clock.now();
  const mine = { accountId: buyer.accountId };
  expect(await ids({ ...mine, from: day(now - 86_400_000), to: day(now + 86_400_000) })).toEqual([id]);
  expect(await ids({ ...mine, from: day(now + 2 * 86_400_000) })).toEqual([]);
  expect(await ids({ ...mine, to: day(now - 2 * 86_400_000) })).toEqual([]);
  expect(await ids({ ...mine, from: '1970-01-01', to: '9998-12-31' })).toEqual([id]);
  for (const from of ['2026-99-99', '0001-01-01', '9999-12-31'])
    expect(await codeOf(keeper().allPayments.list({ query: { from } }))).toBe('invalid_input');
  const whole = await keeper().allPayments.list({ query: mine });
  expect([whole.currencies, whole.account?.id, whole.total]).toEqual([['EUR'], buyer.accountId, 1]);
  expect((await keeper().allPayments.list({ query: { accountId: newId() } })).account).toBeNull();
  // of the operator's customers that paid nothing yet the name is known all the same
  const silent = await buildBuyer(card.world);
  const none = await keeper().allPayments.list({ query: { accountId: silent.accountId } });
  expect([none.items, none.account?.id]).toEqual([[], silent.accountId]);
});

test('pages follow each other without a gap or a row twice while payments are added', async () => {
  const all = new Set<string>();
  const first = await keeper().allPayments.list({ query: { limit: 2 } });
  for (const one of first.items) all.add(one.id);
  await paid();
  let cursor = first.next;
  let rows = first.items.length;
  while (cursor !== null) {
    const page: typeof first = await keeper().allPayments.list({ query: { limit: 2, cursor } });
    for (const one of page.items) all.add(one.id);
    rows += page.items.length;
    cursor = page.next;
  }
  expect([all.size, rows]).toEqual([first.total, first.total]);
});

describe('asking the provider', () => {
  test('what it never told us is booked when somebody of the seller asks', async () => {
    const buyer = await buildBuyer(card.world);
    const { url } = await beginByCard(card.world, buyer, { planId });
    const [begun] = (await of(buyer).list()).items;
    const params = { id: begun?.id ?? '' };
    expect((await keeper().allPayments.get({ params })).rights.look).toBe(true);
    expect((await of(buyer).get({ params })).rights).toMatchObject({ look: false, pay: true });
    await payOn(url, '4242424242424242');
    expect(await keeper().allPayments.look({ params })).toMatchObject({ state: 'succeeded', rights: { look: false } });
    expect(await codeOf(keeper().allPayments.look({ params }))).toBe('wrong_state');
  });

  test('a holder who has to confirm is told apart from one who was refused', async () => {
    const buyer = await buildBuyer(card.world);
    const { url } = await beginByCard(card.world, buyer, { planId });
    await payOn(url, asking);
    const [begun] = (await of(buyer).list()).items;
    const after = await keeper().allPayments.look({ params: { id: begun?.id ?? '' } });
    expect(['requires_action', 'created', 'processing']).toContain(after.state);
  });
});

describe('who may', () => {
  const calls = (actor: UserActor | undefined, id: string) => {
    const { payments, allPayments, vendorPayments } = card.world.api(actor);
    const params = { id };
    return {
      own: { list: () => payments.list(), get: () => payments.get({ params }) },
      all: { list: () => allPayments.list(), get: () => allPayments.get({ params }), look: () => allPayments.look({ params }) },
      vendor: { list: () => vendorPayments.list(), get: () => vendorPayments.get({ params }) },
    };
  };
  const answers = async (tried: Record<string, () => Promise<unknown>>) =>
    (await Promise.all(Object.values(tried).map((go) => codeOf(go())))).join(' ');

  test('each side has its calls, and nobody reads what is another’s', async () => {
    const [{ buyer, id }, other] = [await paid(), await buildBuyer(card.world)];
    const { operator } = card.shop;
    const vendor = (await buildVendor(card.world)).actor;
    const nobody = calls(undefined, id);
    for (const side of [nobody.own, nobody.all, nobody.vendor]) expect(await answers(side)).toMatch(/^(not_signed_in ?)+$/);
    expect(await answers(calls(buyer, id).own)).toBe('done done');
    expect(await answers(calls({ ...buyer, scope: [] }, id).own)).toBe('not_allowed not_allowed');
    expect(await answers(calls(other, id).own)).toBe('done not_found');
    expect(await answers(calls(operator, id).own)).toBe('not_found not_found');
    expect(await answers(calls(operator, id).all)).toBe('done done wrong_state');
    expect(await answers(calls(operator, newId()).all)).toBe('done not_found not_found');
    expect(await answers(calls({ ...operator, scope: [] }, id).all)).toBe('not_allowed not_allowed not_allowed');
    for (const stranger of [buyer, vendor]) expect(await answers(calls(stranger, id).all)).toBe('not_found not_found not_found');
    for (const stranger of [buyer, operator]) expect(await answers(calls(stranger, id).vendor)).toBe('not_found not_found');
    // what customers paid to the operator is nothing of a vendor's
    const sells = { ...vendor, scope: [...vendor.scope, 'vendors.manage'] };
    expect(await answers(calls(sells, id).vendor)).toBe('done not_found');
    expect(await answers(calls({ ...vendor, scope: [] }, id).vendor)).toBe('not_allowed not_allowed');
    expect((await card.world.api(sells).vendorPayments.list()).items).toEqual([]);
  });
});

test('money for a claim by transfer is waited for, then here', async () => {
  const buyer = await buildBuyer(card.world);
  const { billing, invoices } = card.world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const id = invoiceId ?? '';
  await invoices.report({ params: { id }, body: { note: 'sent on Monday' } });
  const [one] = (await of(buyer).list({ query: { state: 'reported' } })).items;
  const params = { id: one?.id ?? '' };
  expect(await keeper().allPayments.get({ params })).toMatchObject({
    note: 'sent on Monday',
    rights: { decide: true },
    proof: false,
  });
  await pay(card.world, card.shop, id);
  expect(await of(buyer).get({ params })).toMatchObject({ state: 'succeeded', rights: { pay: false } });
});
