/** Statements of resellers are compared with their lines and their files with what they were on their day, in the night and when somebody loads them. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { filesOf } from '#kit/server/files/files.ts';
import { readPdf } from '#sales/documents/server/pdf-reader.factory.ts';
import { buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { checkBooks } from '#sales/books/server/check.service.ts';
import { lockDue, recount } from '#sales/resale/server/commission.service.ts';
import { closeMonth } from '#sales/resale/server/month.service.ts';
import { buildCustomerOf, buildOffer, buildReseller, tokenOf } from '#sales/resale/server/resale.factory.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const day = 86_400_000;
const files = filesOf(world.ctx().config);

/** A vendor whose customer paid 100 euros net, of which a fifth is stated, with its files. */
async function stated() {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 20_000, lockDays: 0 });
  const customer = await buildCustomerOf(world, vendor);
  const planId = await buildPlan(world, shop, { month: 10_000n });
  await recount(world.ctx(), await subscribe(world, shop, { buyer: customer, planId }));
  world.clock.advance(32 * day);
  await lockDue(world.ctx());
  world.clock.advance(32 * day);
  await closeMonth(world.ctx());
  await world.runJobs();
  const [item] = (await world.api(vendor).resale.ownStatements({ query: {} })).items;
  return { vendor, id: item?.id ?? '', number: item?.number ?? '' };
}
const found = async () => {
  await checkBooks(world.ctx());
  const { items } = await world.api(shop.operator).books.findings();
  return items.filter((one) => one.subject === 'statement').map((one) => [one.rule, one.subjectId]);
};

test('a file that was changed or lost is given as a copy that says so, found in the night, and gone when it is back', async () => {
  const { vendor, id, number } = await stated();
  // its sums are those of its lines, and its files what they were
  expect(await found()).toEqual([]);
  const headers = { authorization: `Bearer ${await tokenOf(world, vendor)}` };
  const load = async (paper: 'pdf' | 'xml' | 'ubl') => {
    const answer = await world.app.inject({ url: `/api/statements/${id}/${paper}`, headers });
    expect(answer.statusCode).toBe(200);
    return { bytes: answer.rawPayload, as: String(answer.headers['content-disposition']) };
  };
  const nameOf = (end: string) => `invoices/${vendor.accountId}/${id}.${end}`;
  const whole = await load('pdf');
  const kept = await buffer(await files.get(nameOf('pdf')));
  expect(whole.bytes.equals(kept)).toBe(true);

  await files.put(nameOf('pdf'), Readable.from([Buffer.from('changed')]));
  await files.remove(nameOf('ubl.xml'));
  const copy = await load('pdf');
  expect(copy.as).toContain(`filename="${number}-copy.pdf"`);
  expect((await readPdf(copy.bytes)).runs).toContain('Copy');
  expect((await load('ubl')).as).toContain(`${number}-copy.ubl.xml`);
  expect((await load('xml')).as).toContain(`${number}.cii.xml`);
  expect(await found()).toEqual([['statement_papers', `${vendor.accountId} ${id}`]]);
  // a copy is no original: what was lost stays so until somebody brings it back
  expect((await buffer(await files.get(nameOf('pdf')))).toString()).toBe('changed');
  await files.put(nameOf('pdf'), Readable.from([kept]));
  expect(await found()).toHaveLength(1);
  await files.put(nameOf('ubl.xml'), Readable.from([(await load('ubl')).bytes]));
  expect(await found()).toEqual([]);
}, 60_000);

test('what a vendor is charged for is the sum of its customers’ periods and the invoice that stands for it', async () => {
  const planId = await buildPlan(world, shop, { month: 10_000n });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 5000, price: 12_000 });
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
  const body = { amount: quote.total, valueDate, bankRef: '', note: '' };
  await world.api(vendor).resale.recordSale({ params: { id: invoiceId ?? '' }, body });
  world.clock.advance(33 * day);
  await closeMonth(world.ctx());
  const { items } = await world.api(vendor).resale.ownStatements({ query: {} });
  expect(items).toMatchObject([{ kind: 'wholesale', net: 5000 }]);
  expect(await found()).toEqual([]);
}, 60_000);
