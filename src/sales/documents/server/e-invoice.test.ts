/** Both syntaxes, read back by another hand than the one that wrote them. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { fromDecimal, money, sum, toDecimal } from '#kit/money.ts';
import type { InvoiceDocument } from '../documents.rules.ts';
import { checkDocument } from '../en16931.rules.ts';
import { toCii } from './cii.service.ts';
import { someCreditNote, someDocument } from './documents.factory.ts';
import { toUbl } from './ubl.service.ts';

type Node = { [name: string]: Node[] } & { '#text'?: string };
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: false,
  removeNSPrefix: true,
  isArray: (...asked) => !asked[3],
});

/** Texts of all elements at the path, below the root. */
function texts(xml: string, path: string): string[] {
  const walk = (node: unknown, names: readonly string[]): string[] => {
    if (Array.isArray(node)) return node.flatMap((one) => walk(one, names));
    const [name, ...rest] = names;
    if (name === undefined) {
      if (typeof node === 'string') return [node];
      return typeof node === 'object' && node !== null && '#text' in node ? [String(node['#text'])] : [];
    }
    return typeof node === 'object' && node !== null && name in node ? walk(Reflect.get(node, name), rest) : [];
  };
  const tree: Node = parser.parse(xml);
  return walk(tree, path.split('/'));
}
const amounts = (xml: string, path: string) => texts(xml, path).map((text) => fromDecimal(text, 'EUR')?.minor);

const deal = 'CrossIndustryInvoice/SupplyChainTradeTransaction';
const settled = `${deal}/ApplicableHeaderTradeSettlement`;
const ciiSum = `${settled}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const paths = {
  cii: (_root: string) => ({
    lines: `${deal}/IncludedSupplyChainTradeLineItem/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`,
    bases: `${settled}/ApplicableTradeTax/BasisAmount`,
    taxes: `${settled}/ApplicableTradeTax/CalculatedAmount`,
    sums: [
      'LineTotalAmount',
      'AllowanceTotalAmount',
      'TaxBasisTotalAmount',
      'GrandTotalAmount',
      'TotalPrepaidAmount',
      'DuePayableAmount',
    ].map((name) => `${ciiSum}/${name}`),
  }),
  ubl: (root: string) => ({
    lines: `${root}/${root}Line/LineExtensionAmount`,
    bases: `${root}/TaxTotal/TaxSubtotal/TaxableAmount`,
    taxes: `${root}/TaxTotal/TaxSubtotal/TaxAmount`,
    sums: [
      'LineExtensionAmount',
      'AllowanceTotalAmount',
      'TaxExclusiveAmount',
      'TaxInclusiveAmount',
      'PrepaidAmount',
      'PayableAmount',
    ].map((name) => `${root}/LegalMonetaryTotal/${name}`),
  }),
};

/** Partly paid and with a discount, so that every amount is there. */
function full(kind: 'invoice' | 'credit-note'): InvoiceDocument {
  const doc = kind === 'invoice' ? someDocument() : someCreditNote();
  const [first] = doc.vat;
  if (first === undefined) throw new Error('a document has a tax');
  const off = money(638n, 'EUR');
  const base = money(first.base.minor - off.minor, 'EUR');
  const tax = money((base.minor * 19n + 50n) / 100n, 'EUR');
  const vat = doc.vat.map((one) => (one === first ? { ...one, base, tax } : one));
  const net = money(doc.totals.net.minor - off.minor, 'EUR');
  const all = sum(
    vat.map((one) => one.tax),
    'EUR',
  );
  const gross = money(net.minor + all.minor, 'EUR');
  const paid = money(1000n, 'EUR');
  return {
    ...doc,
    vat,
    allowances: [{ amount: off, reason: 'Coupon "10 < 20"', category: 'S', rate: 19000 }],
    totals: { ...doc.totals, allowances: off, net, tax: all, gross, paid, due: money(gross.minor - paid.minor, 'EUR') },
  };
}

const cases = [
  { syntax: 'cii', kind: 'invoice', root: 'Invoice' },
  { syntax: 'cii', kind: 'credit-note', root: 'CreditNote' },
  { syntax: 'ubl', kind: 'invoice', root: 'Invoice' },
  { syntax: 'ubl', kind: 'credit-note', root: 'CreditNote' },
] as const;

test.each(cases)('$kind as $syntax: every amount comes back', ({ syntax, kind, root }) => {
  const doc = full(kind);
  const xml = syntax === 'cii' ? toCii(doc) : toUbl(doc);
  expect(XMLValidator.validate(xml)).toBe(true);
  const at = paths[syntax](root);
  const { totals } = doc;
  expect(amounts(xml, at.lines)).toEqual(doc.lines.map(({ net }) => net.minor));
  expect(amounts(xml, at.bases)).toEqual(doc.vat.map(({ base }) => base.minor));
  expect(amounts(xml, at.taxes)).toEqual(doc.vat.map(({ tax }) => tax.minor));
  expect(at.sums.flatMap((path) => amounts(xml, path))).toEqual(
    [totals.lines, totals.allowances, totals.net, totals.gross, totals.paid, totals.due].map(({ minor }) => minor),
  );
});

test('names, numbers and days come back as they were, whatever letters they hold', () => {
  const doc = { ...full('invoice'), notes: ['a & b', '<script>\u0007]]>'] };
  const cii = toCii(doc);
  const ubl = toUbl(doc);
  expect(texts(cii, `${deal}/ApplicableHeaderTradeAgreement/BuyerTradeParty/Name`)).toEqual([doc.buyer.name]);
  expect(texts(ubl, 'Invoice/AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName')).toEqual([doc.buyer.name]);
  expect(texts(cii, 'CrossIndustryInvoice/ExchangedDocument/ID')).toEqual(['RE-2026-0042']);
  expect(texts(cii, 'CrossIndustryInvoice/ExchangedDocument/IssueDateTime/DateTimeString')).toEqual(['20261122']);
  expect(texts(cii, 'CrossIndustryInvoice/ExchangedDocument/IncludedNote/Content')).toEqual(['a & b', '<script>]]>']);
  expect(texts(ubl, 'Invoice/IssueDate')).toEqual(['2026-11-22']);
  expect(texts(ubl, 'Invoice/AllowanceCharge/AllowanceChargeReason')).toEqual(['Coupon "10 < 20"']);
  expect(texts(cii, `${settled}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`)).toEqual([
    'DE89370400440532013000',
  ]);
});

test('a credit note has code 381, names its invoice, and keeps its day of payment where UBL wants it', () => {
  const doc = { ...someCreditNote(), due: '2026-12-06' };
  expect(texts(toCii(doc), 'CrossIndustryInvoice/ExchangedDocument/TypeCode')).toEqual(['381']);
  expect(texts(toCii(doc), `${settled}/InvoiceReferencedDocument/IssuerAssignedID`)).toEqual(['RE-2026-0042']);
  expect(texts(toUbl(doc), 'CreditNote/CreditNoteTypeCode')).toEqual(['381']);
  expect(texts(toUbl(doc), 'CreditNote/BillingReference/InvoiceDocumentReference/ID')).toEqual(['RE-2026-0042']);
  expect(texts(toUbl(doc), 'CreditNote/PaymentMeans/PaymentDueDate')).toEqual(['2026-12-06']);
});

test('what is outside the scope of VAT has no rate', () => {
  const doc = someDocument({ lines: [{ title: 'Plan', quantity: 1n, net: 1000n, category: 'O' }] });
  expect(toCii(doc)).not.toContain('RateApplicablePercent');
  expect(toUbl(doc)).not.toContain('Percent');
  // nor anybody's VAT number, which the paper prints (BR-O-02); the seller is still known by it (BR-CO-26)
  const given = { ...doc, buyer: { ...doc.buyer, vatId: 'CHE123456788' } };
  expect(toCii(given)).not.toContain('schemeID="VA"');
  expect(toCii(given)).not.toContain('CHE123456788');
  expect(toUbl(given)).not.toContain('CHE123456788');
  expect(texts(toCii(given), `${deal}/ApplicableHeaderTradeAgreement/SellerTradeParty/ID`)).toEqual(['DE123456789']);
});

test('the tax in the own currency of the seller stands beside the other', () => {
  const tax = money(21000n, 'EUR');
  const doc = { ...someDocument({ currency: 'USD' }), accounting: { tax, rate: '0.85', source: 'ECB', date: '2026-11-20' } };
  expect(texts(toCii(doc), `${ciiSum}/TaxTotalAmount`)).toEqual([toDecimal(doc.totals.tax), '210.00']);
  expect(texts(toCii(doc), `${settled}/TaxCurrencyCode`)).toEqual(['EUR']);
  expect(texts(toUbl(doc), 'Invoice/TaxTotal/TaxAmount')).toEqual([toDecimal(doc.totals.tax), '210.00']);
});

test('what has no period says the day on which it was supplied, where each syntax has it', () => {
  const doc = { ...someDocument(), period: null, supplied: '2026-11-20' };
  const event = 'ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString';
  expect(texts(toCii(doc), `${deal}/${event}`)).toEqual(['20261120']);
  expect(texts(toUbl(doc), 'Invoice/Delivery/ActualDeliveryDate')).toEqual(['2026-11-20']);
  expect(toCii(someDocument())).toContain('<ram:ApplicableHeaderTradeDelivery/>');
  expect(toUbl(someDocument())).not.toContain('Delivery');
});

test('amounts with three decimals are none that the standard knows', () => {
  expect(() => toCii(someDocument({ currency: 'KWD' }))).toThrow(RangeError);
  expect(() => toUbl(someDocument({ currency: 'KWD' }))).toThrow(RangeError);
});

test('an invoice that the buyer writes in the seller’s name says so in both syntaxes, and is held to the same rules', () => {
  const doc: InvoiceDocument = { ...someDocument(), kind: 'self-billed', due: null, terms: 'Transferred within a week' };
  expect(checkDocument(doc)).toEqual([]);
  expect(checkDocument({ ...doc, terms: null }).map(({ rule }) => rule)).toEqual(['BR-CO-25']);
  expect(texts(toCii(doc), 'CrossIndustryInvoice/ExchangedDocument/TypeCode')).toEqual(['389']);
  const ubl = toUbl(doc);
  expect(texts(ubl, 'Invoice/InvoiceTypeCode')).toEqual(['389']);
  expect(texts(ubl, 'Invoice/InvoiceLine/ID')).toEqual(doc.lines.map(({ id }) => id));
  expect(XMLValidator.validate(ubl)).toBe(true);
});
