/** The self-billed invoice of a month as files, and the mail that tells of it. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { readPdf } from '#sales/documents/server/pdf-reader.factory.ts';
import { lockDue, recount } from './commission.service.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildReseller, tokenOf } from './resale.factory.ts';
import { makeMissingPapers, makeStatementPapers } from './statement-papers.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 10_000n });
const day = 86_400_000;

/** A vendor whose customer paid 100 euros net, of which a fifth is stated. */
async function stated() {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 20_000, lockDays: 0 });
  const customer = await buildCustomerOf(world, vendor);
  await recount(world.ctx(), await subscribe(world, shop, { buyer: customer, planId }));
  world.clock.advance(32 * day);
  await lockDue(world.ctx());
  world.clock.advance(32 * day);
  await closeMonth(world.ctx());
  const [item] = (await world.api(vendor).resale.ownStatements({ query: {} })).items;
  return { vendor, customer, id: item?.id ?? '', number: item?.number ?? '' };
}
const load = async (path: string, actor?: UserActor) => {
  const headers = actor === undefined ? {} : { authorization: `Bearer ${await tokenOf(world, actor)}` };
  return world.app.inject({ url: path, headers });
};
const [mine, other] = [await stated(), await stated()];

test('the document is made once, told to the owners by mail, and loaded by both sides', async () => {
  const { vendor, id, number } = mine;
  expect((await load(`/api/statements/${id}/pdf`, vendor)).statusCode).toBe(404);
  await world.runJobs();
  const view = await world.api(vendor).resale.statement({ params: { id } });
  expect(view).toMatchObject({ papers: { pdf: true, xml: true }, gross: 2380 });
  const mail = (await mailsTo(world, vendor.email)).find((one) => one.template === 'resale.statement');
  expect(mail?.bodyText).toContain(number);
  expect(mail?.bodyText).toContain('23.80');
  expect(mail?.bodyText).toContain(`/vendors?tab=months&statement=${id}`);
  for (const who of [vendor, shop.operator]) {
    const pdf = await load(`/api/statements/${id}/pdf`, who);
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.headers['content-disposition']).toContain(`filename="${number}.pdf"`);
  }
  const pdf = readPdf((await load(`/api/statements/${id}/pdf`, vendor)).rawPayload);
  expect(pdf.runs.join(' ')).toContain('Self-billed invoice');
  expect(pdf.runs.join(' ')).toContain('Bildung Digital eG');
  await makeStatementPapers(world.ctx(), id);
  await makeMissingPapers(world.ctx());
  await world.runJobs();
  expect((await mailsTo(world, vendor.email)).filter((one) => one.template === 'resale.statement')).toHaveLength(1);
});

test('its XML is of type 389, from the vendor to the operator, with the vendor’s tax', async () => {
  const { vendor, id, number } = mine;
  await world.runJobs();
  const cii = (await load(`/api/statements/${id}/xml`, vendor)).body;
  expect(cii).toContain('<ram:TypeCode>389</ram:TypeCode>');
  expect(cii).toContain(`<ram:ID>${number}</ram:ID>`);
  expect(cii).toMatch(/<ram:SellerTradeParty>.*Bildung Digital eG.*<\/ram:SellerTradeParty>/s);
  expect(cii).toMatch(/<ram:BuyerTradeParty>.*Atrium Hosting GmbH.*<\/ram:BuyerTradeParty>/s);
  expect(cii).toContain('<ram:DuePayableAmount>23.80</ram:DuePayableAmount>');
  const ubl = (await load(`/api/statements/${id}/ubl`, vendor)).body;
  expect(ubl).toContain('<cbc:InvoiceTypeCode>389</cbc:InvoiceTypeCode>');
});

test('another vendor’s files are not there, and without right or session nobody’s', async () => {
  await world.runJobs();
  for (const paper of ['pdf', 'xml', 'ubl']) {
    const path = `/api/statements/${other.id}/${paper}`;
    const answers = await Promise.all([
      load(path, mine.vendor),
      load(path, other.customer),
      load(path),
      load(path, other.vendor),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 401, 200]);
  }
  const member = await buildActor(world, { accountId: other.vendor.accountId, role: 'member' });
  const held = await world.app.inject({
    url: `/api/statements/${other.id}/pdf`,
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect(held.statusCode).toBe(403);
  expect((await load(`/api/statements/${other.id}/doc`, other.vendor)).statusCode).toBe(404);
});

test('what stands on a statement never changes, its files neither', async () => {
  await world.runJobs();
  const { rows } = await world
    .ctx()
    .system.read.execute(
      sql`select pdf_sha256 as pdf, xml_sha256 as xml, ubl_sha256 as ubl from resale_statements where id = ${mine.id}`,
    );
  for (const [paper, sum] of Object.entries(rows[0] ?? {})) {
    const { rawPayload } = await load(`/api/statements/${mine.id}/${paper}`, mine.vendor);
    expect([paper, createHash('sha256').update(rawPayload).digest('hex')]).toEqual([paper, sum]);
  }
  for (const change of [
    "pdf_sha256 = 'x'",
    "ubl_sha256 = 'x'",
    'papers_at = null',
    'net = net + 1, gross = gross + 1',
    "number = 'SB1'",
  ]) {
    const work = world
      .ctx()
      .system.write((tx) => tx.execute(sql`update resale_statements set ${sql.raw(change)} where id = ${mine.id}`));
    await expect(work).rejects.toMatchObject({ cause: { constraint: 'resale_statements_frozen' } });
  }
});
