/** Invoices by hand, for both sides: writing, numbering, payments that fit and those that do not, and who may do what. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { buildBuyer, buildShop } from './billing.factory.ts';
import { balanceOf } from './payments.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const lines = [{ title: 'Training', quantity: 2, unit: 10_000 }];
const paid = (amount: number) => ({ amount, valueDate: '2026-11-20', bankRef: 'X 1', note: '' });

async function drafted(buyer: UserActor) {
  return keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: 'As agreed.' } });
}
async function issued(buyer: UserActor) {
  const { id, revision } = await drafted(buyer);
  return keeper().finalize({ params: { id }, body: { revision } });
}
const balance = (buyer: UserActor) =>
  balanceOf(world.ctx().system.read, { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' });

describe('a draft', () => {
  test('is changed and dropped while it has no number, and its customer does not see it', async () => {
    const buyer = await buildBuyer(world);
    const made = await drafted(buyer);
    expect(made).toMatchObject({ state: 'draft', number: null, net: 20_000, tax: 3800, total: 23_800, note: 'As agreed.' });
    expect(made.rights).toMatchObject({ edit: true, finalize: true, record: false, remind: false, void: false, writeOff: false });
    const params = { id: made.id };
    const edited = await keeper().edit({
      params,
      body: { lines: [...lines, { title: 'Deduction', quantity: 1, unit: -5000 }], note: '', revision: made.revision },
    });
    expect(edited).toMatchObject({ net: 15_000, tax: 2850, total: 17_850, note: '' });
    const stale = { lines, note: '', revision: made.revision };
    expect(await codeOf(keeper().edit({ params, body: stale }))).toBe('changed_meanwhile');
    expect(await codeOf(keeper().finalize({ params, body: { revision: made.revision } }))).toBe('changed_meanwhile');
    const { invoices } = world.api(buyer);
    expect((await invoices.list()).items).toEqual([]);
    expect(await codeOf(invoices.get({ params }))).toBe('not_found');
    expect(await codeOf(keeper().record({ params, body: paid(100) }))).toBe('wrong_state');
    expect(await keeper().remove({ params })).toEqual({ done: true });
    expect(await codeOf(keeper().get({ params }))).toBe('not_found');
  });

  test('asks for nothing less than nothing, for somebody who can be written to', async () => {
    const buyer = await buildBuyer(world);
    const below = [{ title: 'Deduction', quantity: 1, unit: -1 }];
    const body = { accountId: buyer.accountId, currency: 'EUR', lines: below };
    expect(await codeOf(keeper().create({ body }))).toBe('invalid_input');
    const { actor: stranger } = await buildVendor(world);
    expect(await codeOf(keeper().create({ body: { ...body, lines, accountId: stranger.accountId } }))).toBe('profile_missing');
    expect(await codeOf(keeper().create({ body: { ...body, lines, accountId: shop.operator.accountId } }))).toBe('not_found');
    expect(await codeOf(keeper().create({ body: { ...body, lines, accountId: newId() } }))).toBe('not_found');
  });
});

describe('a numbered invoice', () => {
  test('has number, dates and a way to pay, and never changes, whoever tries', async () => {
    const buyer = await buildBuyer(world);
    const made = await issued(buyer);
    const params = { id: made.id };
    expect(made).toMatchObject({ state: 'open', remaining: 23_800, transfer: { iban: 'DE89370400440532013000' } });
    expect([made.number, made.issueDate, made.dueDate]).toEqual([
      expect.stringMatching(/^\d{4}-\d{4}$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
    expect(made.rights).toMatchObject({ edit: false, finalize: false, record: true, remind: true, void: true, writeOff: true });
    expect(await codeOf(keeper().edit({ params, body: { lines, note: '', revision: made.revision } }))).toBe('wrong_state');
    expect(await codeOf(keeper().remove({ params }))).toBe('wrong_state');
    for (const change of [
      sql`update invoices set total = total + 1 where id = ${made.id}`,
      sql`update invoices set note = 'x' where id = ${made.id}`,
      sql`update invoices set number = '2026-9999' where id = ${made.id}`,
      sql`delete from invoices where id = ${made.id}`,
      sql`update invoice_lines set unit = 1 where invoice_id = ${made.id}`,
      sql`delete from invoice_taxes where invoice_id = ${made.id}`,
    ])
      await expect(world.ctx().system.write((tx) => tx.execute(change))).rejects.toMatchObject({
        cause: { constraint: 'invoices_frozen' },
      });
    await world.runJobs();
    expect((await world.api(buyer).invoices.get({ params })).papers).toEqual({ pdf: true, xml: true });
  });

  test('is paid in part, by one unit too little, and by one too much, which the account keeps', async () => {
    const buyer = await buildBuyer(world);
    const { id } = await issued(buyer);
    const record = (amount: number) => keeper().record({ params: { id }, body: paid(amount) });
    expect(await record(10_000)).toMatchObject({ state: 'open', partly: true, remaining: 13_800 });
    expect(await record(13_799)).toMatchObject({ state: 'open', partly: true, remaining: 1 });
    expect(await balance(buyer)).toBe(0n);
    expect(await record(2)).toMatchObject({ state: 'paid', partly: false, remaining: 0, paid: 23_800 });
    expect(await balance(buyer)).toBe(1n);
    expect(await codeOf(record(1))).toBe('wrong_state');
    // what stands on the balance pays the next one by itself
    expect(await issued(buyer)).toMatchObject({ balanceUsed: 1, remaining: 23_799, partly: true });
    await world.runJobs();
    expect(await templatesTo(world, buyer.email)).toEqual(expect.arrayContaining(['billing.issued', 'billing.receipt']));
  });

  test('of which somebody says that it is paid waits for the money, or is open again', async () => {
    const buyer = await buildBuyer(world);
    const { id } = await issued(buyer);
    const params = { id };
    const { invoices } = world.api(buyer);
    const before = (await keeper().figures()).reported;
    expect(await codeOf(keeper().reject({ params, body: { reason: 'not seen' } }))).toBe('wrong_state');
    const said = await invoices.report({ params, body: { note: 'on Monday' } });
    expect(said).toMatchObject({ rights: { pay: false, report: false }, payments: [{ state: 'reported', note: 'on Monday' }] });
    expect((await invoices.report({ params, body: { note: 'again' } })).payments).toHaveLength(1);
    expect((await keeper().figures()).reported).toBe(before + 1);
    expect(await codeOf(keeper().reject({ params, body: { reason: 'no' } }))).toBe('invalid_input');
    const rejected = await keeper().reject({ params, body: { reason: 'not on the statement' } });
    expect(rejected).toMatchObject({ state: 'open', payments: [{ state: 'rejected' }] });
    expect(rejected.timeline).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'payment.rejected', reason: 'not on the statement' })]),
    );
    expect(await invoices.pay({ params, body: { by: 'transfer' } })).toMatchObject({ kind: 'instructions' });
    expect(await codeOf(invoices.pay({ params, body: { by: 'card' } }))).toBe('provider_off');
  });

  test('is voided while nothing was paid, and written off when nobody pays; late money still counts', async () => {
    const buyer = await buildBuyer(world);
    const first = await issued(buyer);
    const voided = await keeper().voiding({ params: { id: first.id }, body: { reason: 'wrong customer' } });
    expect(voided).toMatchObject({ state: 'void', number: first.number, rights: { record: false, void: false } });
    const { invoices } = world.api(buyer);
    expect(await codeOf(invoices.report({ params: { id: first.id }, body: { note: '' } }))).toBe('nothing_due');
    expect(await codeOf(invoices.pay({ params: { id: first.id }, body: { by: 'transfer' } }))).toBe('nothing_due');

    const { id } = await issued(buyer);
    await keeper().record({ params: { id }, body: paid(800) });
    expect(await codeOf(keeper().voiding({ params: { id }, body: { reason: 'too late' } }))).toBe('wrong_state');
    const given = await keeper().writeOff({ params: { id }, body: { reason: 'insolvent' } });
    expect(given).toMatchObject({ state: 'uncollectible', remaining: 23_000, rights: { record: true, writeOff: false } });
    expect(await codeOf(keeper().remind({ params: { id } }))).toBe('wrong_state');
    expect(await keeper().record({ params: { id }, body: paid(23_000) })).toMatchObject({ state: 'paid', remaining: 0 });
  });

  test('is reminded of at most three times a day', async () => {
    const buyer = await buildBuyer(world);
    const params = { id: (await issued(buyer)).id };
    for (let n = 0; n < 3; n++) await keeper().remind({ params });
    expect(await codeOf(keeper().remind({ params }))).toBe('too_many_requests');
    await world.runJobs();
    expect((await templatesTo(world, buyer.email)).filter((one) => one === 'billing.reminder')).toHaveLength(3);
  });
});

describe('lists', () => {
  test('are paged, searched and narrowed; each side sees its own', async () => {
    const buyer = await buildBuyer(world, { organisation: 'Zebrafink Institut' });
    for (let n = 0; n < 3; n++) await issued(buyer);
    const open = await drafted(buyer);
    const { invoices } = world.api(buyer);
    const one = await invoices.list({ query: { limit: 2 } });
    expect([one.items.length, one.total]).toEqual([2, 3]);
    const two = await invoices.list({ query: { limit: 2, cursor: one.next ?? '' } });
    expect(two).toMatchObject({ items: [{ state: 'open' }], next: null });
    expect(new Set([...one.items, ...two.items].map((item) => item.id)).size).toBe(3);
    const found = await keeper().list({ query: { search: 'zebrafink' } });
    expect(found.items).toHaveLength(3);
    expect((await keeper().list({ query: { state: 'draft', accountId: buyer.accountId } })).items).toMatchObject([
      { id: open.id },
    ]);
    world.clock.advance(40 * 86_400_000);
    const late = await keeper().list({ query: { state: 'overdue', accountId: buyer.accountId } });
    expect(late.items.map((item) => item.overdue)).toEqual([true, true, true]);
    expect((await keeper().figures()).overdue).toEqual([expect.objectContaining({ currency: 'EUR' })]);
  });
});

describe('who may', () => {
  const calls = (actor: UserActor | undefined, id: string): Record<string, () => Promise<unknown>> => {
    const { allInvoices: all } = world.api(actor);
    const params = { id };
    const reason = { body: { reason: 'because of that' } };
    return {
      list: () => all.list(),
      figures: () => all.figures(),
      get: () => all.get({ params }),
      create: () => all.create({ body: { accountId: shop.operator.accountId, currency: 'EUR', lines } }),
      edit: () => all.edit({ params, body: { lines, revision: 1 } }),
      remove: () => all.remove({ params }),
      finalize: () => all.finalize({ params, body: { revision: 1 } }),
      record: () => all.record({ params, body: paid(1) }),
      reject: () => all.reject({ params, ...reason }),
      remind: () => all.remind({ params }),
      voiding: () => all.voiding({ params, ...reason }),
      writeOff: () => all.writeOff({ params, ...reason }),
    };
  };
  const own = (actor: UserActor | undefined, id: string): Record<string, () => Promise<unknown>> => {
    const { invoices } = world.api(actor);
    const params = { id };
    return {
      list: () => invoices.list(),
      get: () => invoices.get({ params }),
      pay: () => invoices.pay({ params, body: { by: 'transfer' } }),
      report: () => invoices.report({ params, body: { note: '' } }),
    };
  };
  const answers = async (tried: Record<string, () => Promise<unknown>>) =>
    Object.fromEntries(await Promise.all(Object.entries(tried).map(async ([name, go]) => [name, await codeOf(go())] as const)));
  const all = (names: readonly string[], code: string) => Object.fromEntries(names.map((name) => [name, code]));

  test('the calls of whoever is paid are for people of the operator with the right, and for nobody else', async () => {
    const buyer = await buildBuyer(world);
    const { id } = await issued(buyer);
    const names = Object.keys(calls(undefined, id));
    expect(await answers(calls(undefined, id))).toEqual(all(names, 'not_signed_in'));
    expect(await answers(calls({ ...shop.operator, scope: [] }, id))).toEqual(all(names, 'not_allowed'));
    expect(await answers(calls(buyer, id))).toEqual(all(names, 'not_found'));
    expect(await answers(calls((await buildVendor(world)).actor, id))).toEqual(all(names, 'not_found'));
    const unknown = await answers(calls(shop.operator, newId()));
    expect(unknown).toEqual({ ...all(names, 'not_found'), list: 'done', figures: 'done' });
    expect((await keeper().get({ params: { id } })).state).toBe('open');
  });

  test('the calls of whoever pays are for the account that pays, and for nobody else', async () => {
    const buyer = await buildBuyer(world);
    const { id } = await issued(buyer);
    const names = Object.keys(own(undefined, id));
    expect(await answers(own(undefined, id))).toEqual(all(names, 'not_signed_in'));
    expect(await answers(own({ ...buyer, scope: [] }, id))).toEqual(all(names, 'not_allowed'));
    expect(await answers(own({ ...buyer, scope: ['invoices.view'] }, id))).toEqual({
      list: 'done',
      get: 'done',
      pay: 'not_allowed',
      report: 'not_allowed',
    });
    expect(await answers(own(await buildBuyer(world), id))).toEqual({ ...all(names, 'not_found'), list: 'done' });
    expect(await answers(own(shop.operator, id))).toEqual(all(names, 'not_found'));
    expect((await keeper().get({ params: { id } })).payments).toEqual([]);
  });
});
