/** What papers show beside the words: the seller's picture, and when it was supplied. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { setLogo } from '#core/accounts/server/logo.service.ts';
import { logosPath } from '#core/accounts/accounts.rules.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { testWorld } from '#app/proof/testing.ts';
import { checkDocument } from '#sales/documents/en16931.rules.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';
import { makePapers, paperOf } from './papers.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { allInvoices } = world.api(shop.operator);

async function byHand(): Promise<string> {
  const { accountId } = await buildBuyer(world);
  const lines = [{ title: 'Training', quantity: 1, unit: 5000 }];
  const { id, revision } = await allInvoices.create({ body: { accountId, currency: 'EUR', lines } });
  await allInvoices.finalize({ params: { id }, body: { revision } });
  return id;
}
async function rowOf(id: string) {
  const row = await invoiceById(world.ctx().system.read, id);
  if (row === null) throw new Error('no invoice');
  return row;
}
/** Pictures that stand in the file itself, mask of what shines through among them. */
async function picturesOn(id: string): Promise<number> {
  await makePapers(world.ctx(), id);
  const { bytes } = await paperOf(world.ctx(), await rowOf(id), 'pdf');
  return bytes.toString('latin1').match(/\/Subtype\s*\/Image/g)?.length ?? 0;
}

test('the operator’s logo stands on its invoices, and one that is lost keeps none from being made', async () => {
  expect(await picturesOn(await byHand())).toBe(0);
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0b6e4f' } })
    .png()
    .toBuffer();
  const { branding } = await setLogo(world.ctx(shop.operator), { picture: picture.toString('base64') });
  expect(await picturesOn(await byHand())).toBeGreaterThan(0);
  const file = (branding.logo ?? '').slice(logosPath.length);
  expect(file).not.toBe('');
  await filesOf(world.ctx().config).remove(`logos/${file}`);
  expect(await picturesOn(await byHand())).toBe(0);
});

async function documentOn(id: string) {
  const { read } = world.ctx().system;
  const parts = { lines: await linesOf(read, id), taxes: await taxesOf(read, id), zone: 'Europe/Berlin' };
  return documentOf(read, await rowOf(id), parts);
}

test('each paper says when it was supplied: by its period, else by the day of the invoice', async () => {
  const hand = await byHand();
  const buyer = await buildBuyer(world);
  const first = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  await pay(world, shop, hand);
  world.clock.advance(3 * 86_400_000);
  for (const [id, day] of [
    [hand, (await rowOf(hand)).issueDate],
    [first, (await rowOf(first)).issueDate],
  ] as const) {
    await allInvoices.credit({ params: { id }, body: { amount: 100, to: 'balance', reason: 'as agreed' } });
    const found = await world.ctx().system.read.execute<{ id: string }>(sql`select id from invoices where refers_to = ${id}`);
    const note = found.rows[0]?.id ?? '';
    for (const one of [id, note]) {
      const doc = await documentOn(one);
      expect([doc.period, doc.supplied, checkDocument(doc)]).toEqual([null, day, []]);
      expect(toCii(doc)).toContain(
        `<udt:DateTimeString format="102">${day?.replaceAll('-', '')}</udt:DateTimeString></ram:OccurrenceDateTime>`,
      );
    }
  }
});
