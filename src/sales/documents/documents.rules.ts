/**
 * An invoice or credit note as the European standard EN 16931 sees it. Paper and both XML syntaxes are written from this one model; the
 * number in brackets is the business term (BT) of the standard. Dates are `YYYY-MM-DD`. Amounts of a credit note are positive as well:
 * its kind says that they are given back.
 */
import { currencyDecimals } from '#kit/currencies.ts';
import type { Locale } from '#kit/facts.ts';
import type { Money } from '#kit/money.ts';

/** `self-billed`: an invoice that the buyer writes in the seller's name. */
export type DocumentKind = 'invoice' | 'self-billed' | 'credit-note';
/** BT-3, a code of UNTDID 1001. */
export const documentCodes = { invoice: '380', 'self-billed': '389', 'credit-note': '381' } as const satisfies Record<
  DocumentKind,
  string
>;

/** Standard rate, reverse charge, exempt, outside the scope, zero rated: those of UNCL 5305 that our documents can meet. */
export const vatCategories = ['S', 'AE', 'E', 'O', 'Z'] as const;
export type VatCategory = (typeof vatCategories)[number];

export type DayRange = { from: string; to: string };

/** BG-5 and BG-8; `country` is two letters of ISO 3166-1. */
export type Address = {
  street: string | null;
  extra: string | null;
  postcode: string | null;
  city: string | null;
  region: string | null;
  country: string;
};

/** An address in an electronic network: `scheme` of the code list EAS, `EM` for a mail address. */
export type NetworkAddress = { scheme: string; value: string };

export type Party = {
  /** BT-27, BT-44. */
  name: string;
  /** BT-29, BT-46: any number by which both know the party. */
  identifier: string | null;
  /** BT-30, BT-47: number in the register of companies. */
  registration: string | null;
  /** BT-31, BT-48: begins with the country's prefix. */
  vatId: string | null;
  /** BT-32: tax number without meaning abroad; sellers only. */
  taxNumber: string | null;
  /** BT-34, BT-49. */
  network: NetworkAddress | null;
  address: Address;
  /** BT-41 to BT-43. */
  contact: { name: string | null; phone: string | null; email: string | null } | null;
};

/** BG-27: part of the line's amount already; `amount` is positive. */
export type LineAllowance = { amount: Money; reason: string };

export type InvoiceLine = {
  /** BT-126, unique in the document. */
  id: string;
  /** BT-153. */
  title: string;
  /** BT-154. */
  detail: string | null;
  /** BT-129: a decimal text such as `3` or `12.5`. */
  quantity: string;
  /** BT-130, of UNECE Recommendation 20. */
  unit: Unit;
  /** BT-146: net price of one unit as a decimal text in major units; see `priceOf`. */
  price: string;
  /** BT-131: after the allowances of the line. */
  net: Money;
  /** BT-134, BT-135. */
  period: DayRange | null;
  /** BT-151. */
  category: VatCategory;
  /** BT-152, thousandths of a percent: 19 % = 19000. */
  rate: number;
  allowances: readonly LineAllowance[];
};

/** Units that we sell in: pieces, sums, hours, minutes, days, months, years, gigabytes. */
export const units = ['C62', 'MON', 'ANN', 'DAY', 'HUR', 'MIN', 'E34'] as const;
export type Unit = (typeof units)[number];

/** BG-20: a discount on the whole document; `amount` is positive. */
export type DocumentAllowance = { amount: Money; reason: string; category: VatCategory; rate: number };

/** BG-23, one for each category and rate. */
export type VatGroup = {
  category: VatCategory;
  /** BT-119, thousandths of a percent. */
  rate: number;
  /** BT-116. */
  base: Money;
  /** BT-117. */
  tax: Money;
  /** BT-120 in the document's language and BT-121 (code list VATEX): why nothing is charged. */
  exemption: { text: string; code: string | null } | null;
};

/** BG-22. */
export type Totals = {
  /** BT-106. */
  lines: Money;
  /** BT-107. */
  allowances: Money;
  /** BT-109. */
  net: Money;
  /** BT-110. */
  tax: Money;
  /** BT-112. */
  gross: Money;
  /** BT-113: paid before, prepaid credit included. */
  paid: Money;
  /** BT-114. */
  rounding: Money;
  /** BT-115. */
  due: Money;
};

/** BT-6 and BT-111: the tax once more in the seller's currency. `rate` as it is printed (`1 EUR = 1.085 USD`), `source` says who published it on `date`. */
export type AccountingTax = { tax: Money; rate: string; source: string; date: string };

/** BT-81, codes of UNTDID 4461: transfer, transfer inside SEPA, card, anything else. */
export const paymentCodes = { transfer: '30', sepa: '58', card: '48', cash: '10', cheque: '20', other: '1' } as const;

/** BG-16. What of it is null does not stand on the paper. */
export type PaymentInstructions = {
  means: keyof typeof paymentCodes;
  /** BT-84 to BT-86; the IBAN without spaces. */
  account: { holder: string; iban: string; bic: string | null; bank: string | null } | null;
  /** BT-83. */
  reference: string | null;
  /** BT-87: last four digits. */
  card: { brand: string; last4: string } | null;
  /** Words of the operator, such as how to pay in cash. */
  text: string | null;
  /** The text of an EPC code; drawn as a QR code of level M. */
  qr: string | null;
};

/** How the seller's paper looks. `accent` is `#rrggbb`; `logo` is a PNG, JPEG or WebP. */
export type IssuerLook = { name: string; logo: Uint8Array | null; accent: string | null; footer: readonly string[] };

/** BT-24 and BT-23: which rules the XML keeps to besides those of EN 16931. */
export const specifications = {
  en16931: { id: 'urn:cen.eu:en16931:2017', process: null },
  xrechnung: {
    id: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  },
} as const;

export type InvoiceDocument = {
  kind: DocumentKind;
  specification: keyof typeof specifications;
  /** What is printed across the head: a rendering beside the original, or one that has no number yet. */
  mark: 'copy' | 'draft' | null;
  locale: Locale;
  /** BT-1. */
  number: string;
  /** BT-2. */
  issued: string;
  /** BT-9. */
  due: string | null;
  /** BT-5. */
  currency: string;
  accounting: AccountingTax | null;
  /** BT-10: in Germany the Leitweg-ID. */
  buyerReference: string | null;
  /** BT-13. */
  order: string | null;
  /** BT-72: when it was supplied, where no period says so. */
  supplied: string | null;
  /** BT-73, BT-74. */
  period: DayRange | null;
  /** BT-25, BT-26: what a credit note gives back. */
  preceding: readonly { number: string; issued: string | null }[];
  seller: Party;
  buyer: Party;
  lines: readonly InvoiceLine[];
  allowances: readonly DocumentAllowance[];
  vat: readonly VatGroup[];
  /** What the tax is called where it is not a VAT, such as `GST`; null prints the language's word for VAT. */
  taxName: string | null;
  totals: Totals;
  payment: PaymentInstructions | null;
  /** BT-20. */
  terms: string | null;
  /** BT-22: paragraphs for the reader, the reason of a credit note among them. */
  notes: readonly string[];
  look: IssuerLook;
};

const priceDecimals = 6;

/** What one unit costs when `quantity` whole units cost `net`: exact to the currency's decimals, else rounded to six. Throws `RangeError` below one unit. */
export function priceOf(net: Money, quantity: bigint): string {
  if (quantity < 1n) throw new RangeError('a price is for one unit at least');
  const decimals = currencyDecimals.get(net.currency) ?? 2;
  const scale = 10n ** BigInt(priceDecimals - decimals);
  const micros = (net.minor * scale * 2n + quantity) / (quantity * 2n);
  const digits = micros.toString().padStart(priceDecimals + 1, '0');
  const [whole, part] = [digits.slice(0, -priceDecimals), digits.slice(-priceDecimals)];
  const kept = part.slice(0, decimals) + part.slice(decimals).replace(/(?<!0)0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** `19`, `7.5`, `0`: thousandths of a percent as percent. */
export function percentText(rate: number): string {
  const part = String(rate % 1000)
    .padStart(3, '0')
    .replace(/(?<!0)0+$/, '');
  return `${Math.trunc(rate / 1000)}${part === '' ? '' : `.${part}`}`;
}

/** Whether the document can be an e-invoice at all: EN 16931 knows two decimals at most (BR-DEC), so dinars with three stay on paper, held to all other rules. */
export const hasXml = ({ currency, mark }: Pick<InvoiceDocument, 'currency' | 'mark'>): boolean =>
  mark !== 'draft' && (currencyDecimals.get(currency) ?? 0) <= 2;

/** How nothing is paid: XRechnung wants to know of credit notes, too (BR-DE-1). */
const noInstructions: PaymentInstructions = { means: 'other', account: null, reference: null, card: null, text: null, qr: null };
/**
 * The document as the XML may hold it: what is outside the scope of VAT names nobody's VAT number (BR-O-02), which the paper may well
 * print; the seller's stays as the number by which it is known.
 */
export function forXml(given: InvoiceDocument): InvoiceDocument {
  const doc = given.specification === 'xrechnung' ? { ...given, payment: given.payment ?? noInstructions } : given;
  if (!doc.vat.some(({ category }) => category === 'O')) return doc;
  const { seller, buyer } = doc;
  return {
    ...doc,
    seller: { ...seller, identifier: seller.identifier ?? seller.vatId, vatId: null },
    buyer: { ...buyer, vatId: null },
  };
}
