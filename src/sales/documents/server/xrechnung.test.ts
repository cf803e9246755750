/** XRechnung 3.0 in both syntaxes, held to the rules of its specification that our documents can break. */
import { readXml, type XmlNode } from '@atrium/bbb/xml';
import { describe, expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { readIban } from '#sales/providers/iban.rules.ts';
import type { InvoiceDocument, VatCategory } from '../documents.rules.ts';
import { checkDocument } from '../en16931.rules.ts';
import { toCii } from './cii.service.ts';
import { someCreditNote, someDocument } from './documents.factory.ts';
import { toUbl } from './ubl.service.ts';

const contact = { name: 'Jana Petersen', phone: '+49 431 555 0100', email: 'rechnung@nordlicht.example' };
const network = { scheme: 'EM', value: 'rechnung@nordlicht.example' };
function forUniversity(kind: 'invoice' | 'credit-note'): InvoiceDocument {
  const doc = kind === 'invoice' ? someDocument() : someCreditNote();
  return {
    ...doc,
    specification: 'xrechnung',
    buyerReference: '991-01484-64',
    seller: { ...doc.seller, contact, network },
    buyer: { ...doc.buyer, network: { scheme: 'EM', value: 'eingang@uni.example' } },
    payment: kind === 'invoice' ? doc.payment : null,
  };
}

/** How a document of ours says that it is paid by transfer. */
const transfer: NonNullable<InvoiceDocument['payment']> = {
  means: 'transfer',
  account: null,
  reference: null,
  card: null,
  text: null,
  qr: null,
};

const bare = (name: string) => name.slice(name.indexOf(':') + 1);
/** Elements at a path below the root, by their names without prefixes. */
const nodesAt = (root: XmlNode, path: string): XmlNode[] =>
  path
    .split('/')
    .reduce<XmlNode[]>((nodes, name) => nodes.flatMap((node) => node.children.filter((one) => bare(one.name) === name)), [root]);
const textsAt = (root: XmlNode, path: string): string[] => nodesAt(root, path).map((node) => node.text.trim());

/** Where each business term stands. */
const ublAt = {
  'BT-3': 'InvoiceTypeCode',
  'BT-10': 'BuyerReference',
  'BT-23': 'ProfileID',
  'BT-24': 'CustomizationID',
  'BT-34': 'AccountingSupplierParty/Party/EndpointID',
  'BT-31': 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID',
  'BT-37': 'AccountingSupplierParty/Party/PostalAddress/CityName',
  'BT-38': 'AccountingSupplierParty/Party/PostalAddress/PostalZone',
  'BT-41': 'AccountingSupplierParty/Party/Contact/Name',
  'BT-42': 'AccountingSupplierParty/Party/Contact/Telephone',
  'BT-43': 'AccountingSupplierParty/Party/Contact/ElectronicMail',
  'BT-49': 'AccountingCustomerParty/Party/EndpointID',
  'BT-52': 'AccountingCustomerParty/Party/PostalAddress/CityName',
  'BT-53': 'AccountingCustomerParty/Party/PostalAddress/PostalZone',
  'BT-72': 'Delivery/ActualDeliveryDate',
  'BT-73': 'InvoicePeriod/StartDate',
  'BT-81': 'PaymentMeans/PaymentMeansCode',
  'BT-84': 'PaymentMeans/PayeeFinancialAccount/ID',
  'BT-87': 'PaymentMeans/CardAccount/PrimaryAccountNumberID',
  'BT-118': 'TaxTotal/TaxSubtotal/TaxCategory/ID',
  'BT-119': 'TaxTotal/TaxSubtotal/TaxCategory/Percent',
} as const;
const agreement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement';
const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const ciiAt: Readonly<Record<keyof typeof ublAt, string>> = {
  'BT-3': 'ExchangedDocument/TypeCode',
  'BT-10': `${agreement}/BuyerReference`,
  'BT-23': 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID',
  'BT-24': 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
  'BT-34': `${agreement}/SellerTradeParty/URIUniversalCommunication/URIID`,
  'BT-31': `${agreement}/SellerTradeParty/SpecifiedTaxRegistration/ID`,
  'BT-37': `${agreement}/SellerTradeParty/PostalTradeAddress/CityName`,
  'BT-38': `${agreement}/SellerTradeParty/PostalTradeAddress/PostcodeCode`,
  'BT-41': `${agreement}/SellerTradeParty/DefinedTradeContact/PersonName`,
  'BT-42': `${agreement}/SellerTradeParty/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber`,
  'BT-43': `${agreement}/SellerTradeParty/DefinedTradeContact/EmailURIUniversalCommunication/URIID`,
  'BT-49': `${agreement}/BuyerTradeParty/URIUniversalCommunication/URIID`,
  'BT-52': `${agreement}/BuyerTradeParty/PostalTradeAddress/CityName`,
  'BT-53': `${agreement}/BuyerTradeParty/PostalTradeAddress/PostcodeCode`,
  'BT-72': 'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime',
  'BT-73': `${settlement}/BillingSpecifiedPeriod/StartDateTime`,
  'BT-81': `${settlement}/SpecifiedTradeSettlementPaymentMeans/TypeCode`,
  'BT-84': `${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`,
  'BT-87': `${settlement}/SpecifiedTradeSettlementPaymentMeans/ApplicableTradeSettlementFinancialCard/ID`,
  'BT-118': `${settlement}/ApplicableTradeTax/CategoryCode`,
  'BT-119': `${settlement}/ApplicableTradeTax/RateApplicablePercent`,
};

type Reader = (term: keyof typeof ublAt) => string[];
const isOne = (texts: readonly string[]): boolean => texts.length === 1 && texts[0] !== '';
/** Rules of XRechnung 3.0 by their names; true where one is kept. BR-DE-18, 22, 30 and 31 are of things that no document of ours has. */
const rules: Readonly<Record<string, (term: Reader) => boolean>> = {
  'BR-DE-1': (term) => term('BT-81').length > 0,
  'BR-DE-2': (term) => [...term('BT-41'), ...term('BT-42'), ...term('BT-43')].length > 0,
  'BR-DE-3': (term) => isOne(term('BT-37')),
  'BR-DE-4': (term) => isOne(term('BT-38')),
  'BR-DE-5': (term) => isOne(term('BT-41')),
  'BR-DE-6': (term) => isOne(term('BT-42')),
  'BR-DE-7': (term) => isOne(term('BT-43')),
  'BR-DE-8': (term) => isOne(term('BT-52')),
  'BR-DE-9': (term) => isOne(term('BT-53')),
  'BR-DE-14': (term) => term('BT-119').length === term('BT-118').length && term('BT-119').every((rate) => rate !== ''),
  'BR-DE-15': (term) => isOne(term('BT-10')),
  'BR-DE-16': (term) => term('BT-31').some((number) => number !== ''),
  'BR-DE-17': (term) => term('BT-3').every((code) => ['326', '380', '381', '384', '389', '875', '876', '877'].includes(code)),
  'BR-DE-19': (term) =>
    term('BT-81').every((code) => code !== '58') || term('BT-84').every((iban) => readIban(iban).kind === 'read'),
  'BR-DE-21': (term) => term('BT-24').join() === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'BR-DE-23': (term) => !term('BT-81').some((code) => code === '30' || code === '58') || isOne(term('BT-84')),
  'BR-DE-24': (term) => !term('BT-81').some((code) => ['48', '54', '55'].includes(code)) || isOne(term('BT-87')),
  'BR-DE-25': (term) => term('BT-81').every((code) => code !== '59'),
  'BR-DE-26': (term) => term('BT-3').every((code) => code !== '384'),
  'BR-DE-27': (term) => term('BT-42').every((phone) => (phone.match(/\d/g) ?? []).length >= 3),
  'BR-DE-28': (term) => term('BT-43').every((mail) => /^[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]$/.test(mail)),
  'BR-DE-TMP-32': (term) => [...term('BT-72'), ...term('BT-73')].length > 0,
  'PEPPOL-EN16931-R001': (term) => term('BT-23').join() === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  'PEPPOL-EN16931-R010': (term) => isOne(term('BT-49')),
  'PEPPOL-EN16931-R020': (term) => isOne(term('BT-34')),
};
const syntaxes = { UBL: { write: toUbl, at: ublAt }, CII: { write: toCii, at: ciiAt } } as const;
function broken(syntax: keyof typeof syntaxes, doc: InvoiceDocument): string[] {
  const { write, at } = syntaxes[syntax];
  const root = readXml(write(doc));
  const term: Reader = (name) =>
    textsAt(root, name === 'BT-3' && bare(root.name) === 'CreditNote' ? 'CreditNoteTypeCode' : at[name]);
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept(term) ? [] : [rule]));
}

const university = forUniversity('invoice');
/** The same for these lines, whose groups say why no tax is due. */
function soldAs(category: VatCategory, { currency = 'EUR', ...change }: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const lines = [{ title: 'Atrium Campus', quantity: 1n, net: 10_000n, category }];
  const sold = someDocument({ currency, lines });
  return { ...university, currency, lines: sold.lines, vat: sold.vat, totals: sold.totals, ...change };
}
const paidBefore = (doc: InvoiceDocument): InvoiceDocument => ({
  ...doc,
  totals: { ...doc.totals, paid: doc.totals.gross, due: money(0n, doc.currency) },
});
/** What is sold to public bodies of Germany, besides an invoice of several rates. */
const kinds: readonly (readonly [string, InvoiceDocument])[] = [
  ['exempt ones, as of small businesses,', soldAs('E')],
  ['zero rates', soldAs('Z')],
  [
    'reverse charges from another country',
    soldAs('AE', {
      seller: { ...university.seller, vatId: 'ATU12345678', address: { ...university.seller.address, country: 'AT' } },
      buyer: { ...university.buyer, vatId: 'DE123456789' },
    }),
  ],
  ['invoices in another currency', soldAs('S', { currency: 'CHF' })],
  ['invoices that were paid before', paidBefore(university)],
  [
    'invoices that a card has paid',
    paidBefore({ ...university, payment: { ...transfer, means: 'card', card: { brand: 'visa', last4: '4242' } } }),
  ],
];

describe.each(['UBL', 'CII'] as const)('XRechnung as %s', (syntax) => {
  test('an invoice and a credit note keep its rules', () => {
    expect(broken(syntax, forUniversity('invoice'))).toEqual([]);
    expect(broken(syntax, forUniversity('credit-note'))).toEqual([]);
  });

  test.each(kinds)('%s keep them as well', (_kind, doc) => {
    expect(broken(syntax, doc)).toEqual([]);
    expect(checkDocument(doc)).toEqual([]);
  });

  test('a document that lacks something breaks the rule that asks for it', () => {
    const doc = forUniversity('invoice');
    const without = (change: Partial<InvoiceDocument>) => broken(syntax, { ...doc, ...change });
    const seller = (change: Partial<typeof contact>) => ({ seller: { ...doc.seller, contact: { ...contact, ...change } } });
    expect(without({ specification: 'en16931' })).toEqual(['BR-DE-21', 'PEPPOL-EN16931-R001']);
    expect(without({ buyerReference: null })).toEqual(['BR-DE-15']);
    expect(without({ payment: transfer })).toEqual(['BR-DE-23']);
    expect(without({ buyer: { ...doc.buyer, network: null } })).toEqual(['PEPPOL-EN16931-R010']);
    expect(broken(syntax, { ...doc, seller: { ...doc.seller, contact: { ...contact, phone: '12' } } })).toEqual(['BR-DE-27']);
    expect(without(seller({ email: 'nobody' }))).toEqual(['BR-DE-28']);
    expect(without({ seller: { ...doc.seller, contact: null } })).toEqual(['BR-DE-2', 'BR-DE-5', 'BR-DE-6', 'BR-DE-7']);
  });
});
