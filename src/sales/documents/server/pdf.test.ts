/** The printed page: read back from the file, as drawn. */
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { locales } from '#kit/facts.ts';
import type { InvoiceDocument } from '../documents.rules.ts';
import { figure } from '../figures.rules.ts';
import { toCii } from './cii.service.ts';
import { someCreditNote, someDocument } from './documents.factory.ts';
import { createPress, renderInvoice } from './pdf.service.ts';
import { readPdf } from './pdf-reader.factory.ts';

/** Runs with plain spaces. */
const read = async (doc: InvoiceDocument) => {
  const pdf = readPdf(await renderInvoice(doc));
  return { ...pdf, runs: pdf.runs.map((run) => run.replaceAll('\u00a0', ' ')) };
};

test.each(['ar', 'ur'] as const)('%s: amounts, numbers and codes keep the order of their digits', async (locale) => {
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    const doc = { ...someDocument({ currency }), locale };
    const { runs } = await read(doc);
    const { totals } = doc;
    for (const amount of [totals.net, totals.gross, totals.due, totals.tax, ...doc.vat.map(({ tax }) => tax)]) {
      // the sum of the taxes is not printed when there are several
      if (amount !== totals.tax || doc.vat.length === 1) expect(runs).toContain(`${currency} ${figure(amount, locale)}`);
    }
    for (const line of doc.lines) expect(runs).toContain(figure(line.net, locale));
    expect(runs).toContain('RE-2026-0042');
    expect(runs).toContain('DE89 3704 0044 0532 0130 00');
    expect(runs).toContain('RF18539007547034');
    expect(runs.filter((run) => run === `${currency} ${figure(totals.due, locale)}`)).toHaveLength(2);
  }
});

test('codes in the words of somebody who writes from right to left keep their order', async () => {
  const note = 'إلغاء الفاتورة 2026-0042 بمبلغ 1,234.50 وفق المادة 196 من التوجيه 2006/112/EC';
  const doc = { ...someDocument(), locale: 'ar' as const };
  const { runs } = await read({
    ...doc,
    notes: [note],
    lines: doc.lines.map((line) => ({ ...line, title: note, detail: note })),
  });
  // the note, and title and detail of three lines
  for (const code of ['2026-0042', '2006/112/EC']) expect(runs.filter((run) => run === code)).toHaveLength(7);
  expect(runs.filter((run) => run === '1,234.50').length).toBeGreaterThanOrEqual(7);
});

test.each(locales)('%s: the page is set, right to left where it must be', async (locale) => {
  const { runs, catalog, pages } = await read({ ...someDocument(), locale });
  expect(pages).toBe(1);
  expect(runs).toContain('RE-2026-0042');
  expect(catalog).toContain(locale === 'ar' || locale === 'ur' ? '/R2L' : '/L2R');
});

test('equal documents give equal bytes, from another process as well', async () => {
  const other = createPress();
  const [one, two, three] = [
    await renderInvoice(someDocument()),
    await renderInvoice(someDocument()),
    await other.print(someDocument()),
  ];
  other.interrupt();
  expect(Buffer.from(one).equals(two)).toBe(true);
  expect(Buffer.from(one).equals(three)).toBe(true);
});

test('the file carries its XML and says so, as Factur-X asks', async () => {
  const doc = someDocument();
  const { attachment, metadata, catalog } = await read(doc);
  expect(attachment).toBe(toCii(doc));
  expect(catalog).toMatch(/\/AF \[\d+ 0 R\]/);
  expect(catalog).toContain('(factur-x.xml)');
  expect(metadata).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
  expect(metadata).toContain('<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
  expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  expect(metadata.match(/urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#/g)).toHaveLength(2);
});

test('dinars and drafts are paper alone', async () => {
  const dinars = await read(someDocument({ currency: 'KWD' }));
  const draft = await read({ ...someDocument(), mark: 'draft', number: '' });
  expect(dinars.attachment).toBeNull();
  expect(draft.attachment).toBeNull();
  expect(draft.runs).toContain('Draft');
});

test('two hundred lines: all of them, the head on each page, what is carried, and the pages counted', async () => {
  const lines = Array.from({ length: 200 }, (_one, at) => ({
    title: `Line ${at + 1}`,
    quantity: 1n,
    net: BigInt(at + 1) * 100n,
  }));
  const { runs, pages } = await read(someDocument({ lines }));
  expect(pages).toBeGreaterThan(4);
  for (const { title } of lines) expect(runs.filter((run) => run === title)).toHaveLength(1);
  const heads = runs.filter((run) => run === 'Description').length;
  expect(heads).toBeGreaterThanOrEqual(pages - 1);
  expect(runs).toContain(`${pages} / ${pages}`);
  const carried = runs.flatMap((run, at) => (run.startsWith('Carried forward') ? [runs[at + 1]?.replace('EUR ', '')] : []));
  // 1 + 2 + … + n of the lines before
  const sums = new Set(
    lines.map((_one, at) => (((at + 1) * (at + 2)) / 2).toLocaleString('en-US', { minimumFractionDigits: 2 })),
  );
  expect(carried.length).toBeGreaterThanOrEqual(heads - 1);
  for (const one of carried) expect(sums).toContain(one);
});

test('a credit note and a copy are called so', async () => {
  const credit = await read({ ...someCreditNote(), locale: 'de', mark: 'copy' });
  expect(credit.runs).toContain('Rechnungskorrektur');
  expect(credit.runs).toContain('Kopie');
  expect(credit.runs).toContain('GS-2026-0007');
  expect(credit.runs).toContain('RE-2026-0042');
});

test('words are never code, and letters that no font has do not stop an invoice', async () => {
  const doc = someDocument();
  const name = '#panic("x") *b* $x$ ไทย 한국 שלום 😀\u0000\ud800 @a <b>';
  const lines = doc.lines.map((line) => ({ ...line, title: name, detail: `${'x'.repeat(300)} ${name}` }));
  const { runs } = await read({ ...doc, lines, buyer: { ...doc.buyer, name }, notes: [name], number: '#1 $x$' });
  expect(runs.some((run) => run.startsWith('#panic("x") *b* $x$'))).toBe(true);
  expect(runs.some((run) => run.includes('□□□'))).toBe(true);
  expect(runs).toContain('#1 $x$');
});

test('a line longer than a page goes on, and a long address keeps its town', async () => {
  const doc = someDocument();
  const detail = Array.from({ length: 1200 }, (_one, at) => `word${at}`).join(' ');
  const name = 'A very long name of a society of friends of the long names of societies '.repeat(4);
  const { address } = doc.buyer;
  const { runs, pages } = await read({
    ...doc,
    lines: doc.lines.map((line, at) => (at === 0 ? { ...line, detail } : line)),
    buyer: { ...doc.buyer, name, address: { ...address, extra: name } },
  });
  expect(pages).toBeGreaterThan(2);
  expect(runs.join(' ')).toContain('word1199');
  expect(runs).toContain('20095 Hamburg');
});

test('a tax that is no VAT is called by its name, and an accent that could not be read is darkened', async () => {
  const { runs } = await read({ ...someDocument(), taxName: 'GST', look: { ...someDocument().look, accent: '#FFFF00' } });
  expect(runs.filter((run) => run.startsWith('GST'))).toHaveLength(3);
  expect(runs.some((run) => run.includes('VAT'))).toBe(false);
  const odd = await read({ ...someDocument(), look: { ...someDocument().look, accent: 'red; panic()' } });
  expect(odd.pages).toBe(1);
});

test('every font stands in the file', async () => {
  const text = Buffer.from(await renderInvoice({ ...someDocument(), locale: 'ar' })).toString('latin1');
  const fonts = text.match(/\/Type \/FontDescriptor/g) ?? [];
  expect(fonts.length).toBeGreaterThan(2);
  expect(text.match(/\/FontFile[23]? \d+ 0 R/g)).toHaveLength(fonts.length);
  expect(text).toContain('/S /GTS_PDFA1');
});

test('a logo of any kind is drawn, and one that cannot be read is left out', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#0b6e4f80' } })
    .webp()
    .toBuffer();
  const doc = someDocument();
  const withLogo = await renderInvoice({ ...doc, look: { ...doc.look, logo: new Uint8Array(picture) } });
  const broken = await read({ ...doc, look: { ...doc.look, logo: new Uint8Array([1, 2, 3]) } });
  expect(Buffer.from(withLogo).toString('latin1')).toContain('/Subtype /Image');
  expect(readPdf(withLogo).runs).not.toContain('Nordlicht');
  expect(broken.runs).toContain('Nordlicht');
});

test('a process that dies takes one document with it, and the next goes on', async () => {
  const press = createPress();
  await press.print(someDocument());
  const lost = press.print(someDocument());
  const next = press.print(someCreditNote());
  const outcome = lost.then(
    () => 'printed',
    (error: Error) => error.message,
  );
  press.interrupt();
  expect(await outcome).toMatch(/^(the process that sets invoices ended with SIGKILL|printed)/);
  expect(readPdf(await next).runs).toContain('GS-2026-0007');
  press.interrupt();
});

test('of letters that the compiler dies of, the Latin ones are printed', async () => {
  const name = '\ud55c\uad6d \ufdfd \u845b\u{e0100}';
  for (const locale of ['en-US', 'ar'] as const) {
    const { runs } = await read({
      ...someDocument(),
      locale,
      notes: [name],
      lines: someDocument().lines.map((line) => ({ ...line, title: name })),
    });
    expect(runs.join(' ')).toContain('?? ? ?');
    expect(runs).toContain('RE-2026-0042');
  }
});

test('a document that takes too long is given up', async () => {
  const press = createPress({ longest: 1, idle: 1 });
  await expect(press.print(someDocument())).rejects.toThrow('the process that sets invoices ended with SIGKILL');
});

test('a process that was let go for want of work is started again', async () => {
  const press = createPress({ longest: 60_000, idle: 0 });
  const first = await press.print(someDocument());
  const second = await press.print(someDocument());
  expect(Buffer.from(second).equals(first)).toBe(true);
});
