/** Documents for tests. */
import { minus, money, portion, sum } from '#kit/money.ts';
import { type InvoiceDocument, type InvoiceLine, priceOf, type VatCategory, type VatGroup } from '../documents.rules.ts';

export const seller: InvoiceDocument['seller'] = {
  name: 'Nordlicht Konferenzen GmbH',
  identifier: null,
  registration: 'HRB 12345',
  vatId: 'DE123456789',
  taxNumber: '12/345/67890',
  network: { scheme: 'EM', value: 'rechnung@nordlicht.example' },
  address: { street: 'Lange Straße 7', extra: null, postcode: '24103', city: 'Kiel', region: null, country: 'DE' },
  contact: { name: 'Buchhaltung', phone: '+49 431 555 0100', email: 'rechnung@nordlicht.example' },
};

export const buyer: InvoiceDocument['buyer'] = {
  name: 'Gymnasium am See & Söhne <e. V.>',
  identifier: 'K-1042',
  registration: null,
  vatId: null,
  taxNumber: null,
  network: { scheme: 'EM', value: 'kasse@gymnasium.example' },
  address: { street: 'Seeweg 12', extra: 'Haus B', postcode: '20095', city: 'Hamburg', region: null, country: 'DE' },
  contact: null,
};

export type LineGiven = {
  title: string;
  detail?: string | null;
  quantity: bigint;
  net: bigint;
  rate?: number;
  category?: VatCategory;
};
export type DocumentGiven = { currency?: string; lines?: readonly LineGiven[] };

export const someLines: readonly LineGiven[] = [
  { title: 'Atrium Campus', detail: 'Monthly plan, 300 people at once', quantity: 1n, net: 123450n },
  { title: 'Additional seats', detail: null, quantity: 12n, net: 7188n },
  { title: 'Printed handbook', detail: null, quantity: 3n, net: 2997n, rate: 7000 },
];

function groupsOf(lines: readonly InvoiceLine[], currency: string): VatGroup[] {
  const kinds = [...new Map(lines.map(({ category, rate }) => [`${category} ${rate}`, { category, rate }])).values()];
  return kinds.map(({ category, rate }) => {
    const own = lines.filter((line) => line.category === category && line.rate === rate).map(({ net }) => net);
    const base = sum(own, currency);
    const why =
      category === 'S' || category === 'Z' ? null : { text: 'Reverse charge', code: category === 'AE' ? 'VATEX-EU-AE' : null };
    return { category, rate, base, tax: money(portion(base.minor, BigInt(rate), 100_000n), currency), exemption: why };
  });
}

/** A document that is right by every rule, with its sums counted. */
export function someDocument({ currency = 'EUR', lines = someLines }: DocumentGiven = {}): InvoiceDocument {
  const rows = lines.map((line, at): InvoiceLine => {
    const net = money(line.net, currency);
    const { title, detail = null, quantity, category = 'S', rate = category === 'S' ? 19000 : 0 } = line;
    const price = priceOf(net, quantity);
    const period = { from: '2026-11-01', to: '2026-11-30' };
    return {
      id: String(at + 1),
      title,
      detail,
      quantity: String(quantity),
      unit: 'C62',
      price,
      net,
      period,
      category,
      rate,
      allowances: [],
    };
  });
  const net = sum(
    rows.map((row) => row.net),
    currency,
  );
  const vat = groupsOf(rows, currency);
  const tax = sum(
    vat.map((group) => group.tax),
    currency,
  );
  const gross = money(net.minor + tax.minor, currency);
  const nothing = money(0n, currency);
  return {
    kind: 'invoice',
    specification: 'en16931',
    mark: null,
    locale: 'en-US',
    number: 'RE-2026-0042',
    issued: '2026-11-22',
    due: '2026-12-06',
    currency,
    accounting: null,
    buyerReference: '04011000-12345-34',
    order: 'PO-7788',
    period: { from: '2026-11-01', to: '2026-11-30' },
    supplied: null,
    preceding: [],
    seller,
    buyer,
    lines: rows,
    allowances: [],
    vat,
    taxName: null,
    totals: { lines: net, allowances: nothing, net, tax, gross, paid: nothing, rounding: nothing, due: minus(gross, nothing) },
    payment: {
      means: 'sepa',
      account: { holder: 'Nordlicht Konferenzen GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bank: 'Commerzbank' },
      reference: 'RF18539007547034',
      card: null,
      text: null,
      qr: null,
    },
    terms: null,
    notes: [],
    look: { name: 'Nordlicht', logo: null, accent: '#0b6e4f', footer: ['Nordlicht Konferenzen GmbH · Kiel'] },
  };
}

/** The same, given back. */
export const someCreditNote = (given: DocumentGiven = {}): InvoiceDocument => ({
  ...someDocument(given),
  kind: 'credit-note',
  number: 'GS-2026-0007',
  due: null,
  preceding: [{ number: 'RE-2026-0042', issued: '2026-11-22' }],
});
