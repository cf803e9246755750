/** Credit notes by line: what is chosen, what is left of each line, and what nobody can take twice. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { toUbl } from '#sales/documents/server/ubl.service.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const reason = 'not delivered';
const lines = [
  { title: 'Training', quantity: 3, unit: 10_000 },
  { title: 'Manual', quantity: 1, unit: 2500 },
];

async function issued(buyer: UserActor, of = { currency: 'EUR', lines }): Promise<string> {
  const { id, revision } = await keeper().create({ body: { accountId: buyer.accountId, ...of } });
  await keeper().finalize({ params: { id }, body: { revision } });
  return id;
}
const credit = (id: string, ...chosen: { position: number; quantity?: number; amount?: number }[]) =>
  keeper().credit({ params: { id }, body: { lines: chosen, to: 'balance', reason } });
const newest = async (id: string) => {
  const { creditNotes } = await keeper().get({ params: { id } });
  return keeper().get({ params: { id: creditNotes.at(-1)?.id ?? '' } });
};

describe('lines of an invoice', () => {
  test('are given back piece by piece, with their tax, until nothing is left of them', async () => {
    const id = await issued(await buildBuyer(world));
    const before = await keeper().get({ params: { id } });
    expect(before.creditable?.lines.map((line) => line.left)).toEqual([30_000, 2500]);
    const after = await credit(id, { position: 0, quantity: 2 }, { position: 1, amount: 500 });
    expect(after.creditable?.lines.map((line) => line.left)).toEqual([10_000, 2000]);
    expect(after).toMatchObject({ state: 'open', credited: 24_395, remaining: before.total - 24_395 });
    const note = await newest(id);
    expect(note).toMatchObject({ kind: 'credit_note', net: 20_500, tax: 3895, total: 24_395, creditable: null });
    expect(note.lines.map(({ title, quantity, unit, net }) => [title, quantity, unit, net])).toEqual([
      ['Training', 2, 10_000, 20_000],
      ['Manual', 1, 500, 500],
    ]);
    await expect(credit(id, { position: 0, quantity: 2 })).rejects.toMatchObject({ code: 'credit_too_much' });
    await expect(credit(id, { position: 7, amount: 1 })).rejects.toMatchObject({ code: 'credit_too_much' });
    await keeper().credit({ params: { id }, body: { amount: after.total - after.credited, to: 'balance', reason } });
    const end = await keeper().get({ params: { id } });
    expect(end).toMatchObject({ state: 'paid', remaining: 0, creditable: null });
  });

  test('stand on the papers with the invoice that they belong to', async () => {
    const id = await issued(await buildBuyer(world));
    await credit(id, { position: 1, amount: 500 });
    const { read } = world.ctx().system;
    const note = await invoiceById(read, (await newest(id)).id);
    if (note === null) throw new Error('no credit note');
    const parts = { lines: await linesOf(read, note.id), taxes: await taxesOf(read, note.id), zone: 'UTC' };
    const doc = await documentOf(read, note, parts);
    const { number } = await keeper().get({ params: { id } });
    for (const xml of [toCii(doc), toUbl(doc)])
      for (const wanted of [number ?? 'none', 'Manual', '5.00', '381']) expect(xml).toContain(wanted);
  });

  test('of two at once only one gets what is left', async () => {
    const id = await issued(await buildBuyer(world));
    const both = await Promise.allSettled([
      credit(id, { position: 0, quantity: 2 }),
      credit(id, { position: 0, quantity: 2 }),
      credit(id, { position: 0, amount: 15_000 }),
    ]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await keeper().get({ params: { id } })).creditNotes).toHaveLength(1);
  });

  test('are held by the database, too', async () => {
    const id = await issued(await buildBuyer(world));
    await credit(id, { position: 1, amount: 2000 });
    const note = await newest(id);
    const copy = world.ctx().system.write(async (tx) => {
      await tx.execute(sql`insert into invoices (id, seller_id, account_id, kind, state, cause, currency, inclusive, lines_total, net, tax, total,
        locale, note, refers_to, dunned, revision, created_at)
        select gen_random_uuid(), seller_id, account_id, kind, 'draft', cause, currency, inclusive, lines_total, net, tax, total, locale, '',
          refers_to, '[]', 1, now() from invoices where id = ${note.id}`);
      await tx.execute(sql`insert into invoice_lines select (select id from invoices where refers_to = ${id} and state = 'draft'), position, kind,
        title, detail, quantity, unit, amount, discount, net, category, rate, period_start, period_end, explained, refers_to
        from invoice_lines where invoice_id = ${note.id}`);
      await tx.execute(sql`update invoices set state = 'open', number = 'C-X', year = 2026, serial = 9999, issue_date = '2026-11-23',
        due_date = '2026-11-23', finalized_at = now() where refers_to = ${id} and state = 'draft'`);
    });
    await expect(copy).rejects.toMatchObject({ cause: { constraint: 'invoice_lines_credited_most' } });
  });

  test('under reverse charge carry no tax, and with tax in the price give back what was advertised', async () => {
    const vatCheck = { check: 'valid' as const, at: world.clock.now(), requestId: null, name: null, address: null };
    const abroad = await buildBuyer(world, { country: 'FR', postcode: '59000', vatId: 'FR40303265045', vatCheck });
    const id = await issued(abroad);
    await credit(id, { position: 0, quantity: 1 });
    expect(await newest(id)).toMatchObject({ tax: 0, total: 10_000, taxes: [{ category: 'AE', base: 10_000, tax: 0 }] });
    const planId = await buildPlan(world, shop, { currency: 'JPY', month: 3300n, seat: 333n, inclusive: true });
    const bought = await subscribe(world, shop, { buyer: await buildBuyer(world), planId, currency: 'JPY', seats: 3 });
    await credit(bought, { position: 1, quantity: 1 });
    expect((await newest(bought)).total).toBe(333);
  });

  test('go back by transfer like an amount does', async () => {
    const planId = await buildPlan(world, shop, { currency: 'KWD', month: 9375n, seat: 1125n });
    const id = await subscribe(world, shop, { buyer: await buildBuyer(world), planId, currency: 'KWD', seats: 2 });
    const body = { lines: [{ position: 1, quantity: 1 }], by: 'transfer' as const, reason };
    const after = await keeper().refund({ params: { id }, body });
    expect(after.refunds).toMatchObject([{ state: 'created', amount: 1339 }]);
    expect(after.creditable?.lines.map((line) => line.left)).toEqual([9375, 1125]);
  });

  test('are asked for in one way, by those who may', async () => {
    const id = await issued(await buildBuyer(world));
    const wrong = [
      {},
      { amount: 1, lines: [{ position: 0, amount: 1 }] },
      { lines: [] },
      { lines: [{ position: 0 }] },
      { lines: [{ position: 0, amount: 1, quantity: 1 }] },
      { lines: [{ position: 0, quantity: -1 }] },
      { lines: [{ position: 0, amount: 1.5 }] },
    ];
    for (const one of wrong)
      await expect(keeper().credit({ params: { id }, body: { ...one, to: 'balance', reason } })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    const twice = [1, 2].map((amount) => ({ position: 0, amount }));
    await expect(credit(id, ...twice)).rejects.toMatchObject({ code: 'credit_too_much' });
    const body = { lines: [{ position: 0, quantity: 1 }], to: 'balance' as const, reason };
    const strange = await buildBuyer(world);
    await expect(world.api(strange).allInvoices.credit({ params: { id }, body })).rejects.toMatchObject({ code: 'not_found' });
    const weak = { ...shop.operator, scope: [] };
    await expect(world.api(weak).allInvoices.credit({ params: { id }, body })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(world.api().allInvoices.credit({ params: { id }, body })).rejects.toMatchObject({ code: 'not_signed_in' });
    const own = await world.api(strange).invoices.list();
    expect(own.items).toEqual([]);
  });
});
