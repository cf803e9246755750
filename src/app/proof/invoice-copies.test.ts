/** Papers are compared with what they were on their day: one that is lost or was changed is given as a copy, and found in the night. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { filesOf } from '#kit/server/files/files.ts';
import { readPdf } from '#sales/documents/server/pdf-reader.factory.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import { invoiceById } from '#sales/billing/server/invoices.queries.ts';
import { paperFile, type PaperKind } from '#sales/billing/server/papers.service.ts';
import { checkBooks } from '#sales/books/server/check.service.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { token } = await buildOperator(world);
const files = filesOf(world.ctx().config);
const { allInvoices, books } = world.api(shop.operator);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const paths = { pdf: 'pdf', cii: 'xml', ubl: 'ubl' } as const;
const kinds: readonly PaperKind[] = ['pdf', 'cii', 'ubl'];

async function issued() {
  const { accountId } = await buildBuyer(world, { vatId: null });
  const body = { accountId, currency: 'EUR', lines: [{ title: 'Training', quantity: 1, unit: 10_000 }] };
  const made = await allInvoices.create({ body });
  await allInvoices.finalize({ params: { id: made.id }, body: { revision: made.revision } });
  await world.runJobs();
  const row = await invoiceById(world.ctx().system.read, made.id);
  if (row === null) throw new Error('nothing was written');
  return row;
}
const load = async (id: string, kind: PaperKind) => {
  const answer = await world.app.inject({
    url: `/api/invoices/${id}/${paths[kind]}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(answer.rawPayload.length)]);
  return { bytes: answer.rawPayload, as: String(answer.headers['content-disposition']) };
};

test('each paper is kept with its sum, and is given as it was', async () => {
  const row = await issued();
  const sums = { pdf: row.pdfSha256, cii: row.xmlSha256, ubl: row.ublSha256 };
  for (const kind of kinds) {
    const { bytes, as } = await load(row.id, kind);
    expect([kind, sha256(bytes), as.includes('copy')]).toEqual([kind, sums[kind], false]);
  }
}, 60_000);

test('one that was changed or lost is given as a copy that says so, and the original stays as it was found', async () => {
  const row = await issued();
  const before = await load(row.id, 'cii');
  for (const kind of kinds) await files.put(paperFile(row, kind), Readable.from([Buffer.from('<p>changed</p>')]));
  const pdf = await load(row.id, 'pdf');
  expect(pdf.as).toContain(`filename="${row.number}-copy.pdf"`);
  expect((await readPdf(pdf.bytes)).runs).toContain('Copy');
  expect(await load(row.id, 'cii')).toEqual({ bytes: before.bytes, as: expect.stringContaining(`${row.number}-copy.cii.xml`) });
  expect((await load(row.id, 'ubl')).as).toContain(`${row.number}-copy.ubl.xml`);
  expect((await buffer(await files.get(paperFile(row, 'pdf')))).toString()).toBe('<p>changed</p>');
  await files.remove(paperFile(row, 'pdf'));
  expect((await load(row.id, 'pdf')).as).toContain('-copy.pdf');
  expect(await files.stat(paperFile(row, 'pdf'))).toBeNull();
}, 60_000);

test('what does not hold is found in the night, and gone when it is back', async () => {
  const row = await issued();
  const [lost, kept] = [paperFile(row, 'ubl'), await buffer(await files.get(paperFile(row, 'ubl')))];
  const found = async () => {
    await checkBooks(world.ctx());
    const { items } = await books.findings();
    return items.filter((one) => one.rule === 'papers').map((one) => one.subjectId);
  };
  const before = await found();
  expect(before).not.toContain(row.id);
  await files.put(lost, Readable.from(['another']));
  expect(await found()).toContain(row.id);
  await files.put(lost, Readable.from([kept]));
  expect(await found()).toEqual(before);
}, 60_000);
