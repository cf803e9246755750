/** What our papers claim of themselves holds: every kind, every language, long ones, pictures, and letters that no font has. */
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { locales } from '#kit/facts.ts';
import type { InvoiceDocument } from '../documents.rules.ts';
import { someCreditNote, someDocument } from './documents.factory.ts';
import { renderInvoice } from './pdf.service.ts';
import { readPdf } from './pdf-reader.factory.ts';
import { planted, where } from './pdfa.factory.ts';
import { checkPdfA, honest } from './pdfa.service.ts';

/** Fails as well when the file was made without the claim, which is what a finding comes to. */
async function findings(doc: InvoiceDocument) {
  const doubts: unknown[] = [];
  const pdf = await renderInvoice(doc, (found) => doubts.push(found));
  return [...doubts, ...checkPdfA(pdf)];
}
const withLogo = (doc: InvoiceDocument, logo: Uint8Array): InvoiceDocument => ({ ...doc, look: { ...doc.look, logo } });
const qr = 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nNordlicht\nDE89370400440532013000\nEUR1,00';

test.each(locales)('%s: invoices, credit notes, statements and drafts are PDF/A-3b', async (locale) => {
  const doc = { ...someDocument(), locale };
  const paid = doc.payment === null ? null : { ...doc.payment, qr };
  expect(await findings({ ...doc, payment: paid })).toEqual([]);
  expect(await findings({ ...someCreditNote({ currency: 'KWD' }), locale, mark: 'copy' })).toEqual([]);
  expect(await findings({ ...doc, kind: 'invoice' })).toEqual([]);
  expect(await findings({ ...doc, mark: 'draft', number: '' })).toEqual([]);
});

test.each(['en-US', 'ur', 'zh'] as const)('%s: two hundred lines', async (locale) => {
  const lines = Array.from({ length: 200 }, (_one, at) => ({ title: `Zeile ${at} سطر 第 रेखा`, quantity: 1n, net: 100n }));
  expect(await findings({ ...someDocument({ lines }), locale })).toEqual([]);
});

test('logos of every kind, with what shines through', async () => {
  const picture = (channels: 3 | 4) =>
    sharp({ create: { width: 90, height: 30, channels, background: { r: 9, g: 99, b: 9, alpha: 0.4 } } });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><circle cx="10" cy="10" r="9" fill="#a00" fill-opacity=".5"/></svg>';
  const grey = picture(4).grayscale();
  const files = [picture(4).png(), picture(3).jpeg(), picture(4).webp(), grey.png(), picture(3).toColourspace('b-w').png()];
  for (const file of files) expect(await findings(withLogo(someDocument(), await file.toBuffer()))).toEqual([]);
  expect(await findings(withLogo(someDocument(), Buffer.from(svg)))).toEqual([]);
});

// the compiler dies of these and the page is set again, each time in a new process
test.each(['en-US', 'ar', 'ur', 'hi', 'ja'] as const)(
  '%s: letters that no font has, and those that change their neighbours',
  async (locale) => {
    const odd = 'ไทย 한국 שלום 😀 fi ffl क्षत्रिय نستعلیق ﷽ e\u0301 \u200d\u202e 葛\u{e0100} \u0000 ☺\ufe0f 𝔘';
    const doc = someDocument();
    const lines = doc.lines.map((line) => ({ ...line, title: odd, detail: odd }));
    expect(await findings({ ...doc, lines, locale, notes: [odd], buyer: { ...doc.buyer, name: odd } })).toEqual([]);
  },
);

test('a file whose claim does not hold is made without one, and what was found is told', async () => {
  const archive = await renderInvoice(someDocument());
  const wrong = planted(
    archive,
    where(/\/Type \/Catalog/, (text) => text.replace('/Lang', '/AA <<>>\n  /Lang')),
  );
  const plain = new Uint8Array([1]);
  expect(honest({ archive, plain: () => plain })).toEqual({ pdf: archive, findings: [] });
  const { pdf, findings: found } = honest({ archive: wrong, plain: () => plain });
  expect(pdf).toBe(plain);
  expect(found).toEqual([{ clause: '6.5.2', text: 'the catalog with /AA' }]);
  // what judges does not only judge what it wrote itself: the reader of the tests finds the same pages in it
  expect(readPdf(wrong).pages).toBe(1);
});
