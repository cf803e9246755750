/** The columns of a period's lists; `docs/operator-guide.md` says what each means. Amounts are decimals with a point. */
import { toDecimal } from '#kit/money.ts';

type Party = { name: string; country: string; vatId: string | null } | null;
export type DocumentIn = {
  number: string | null;
  kind: 'invoice' | 'credit_note';
  state: string;
  issueDate: string | null;
  dueDate: string | null;
  currency: string;
  net: bigint;
  tax: bigint;
  total: bigint;
  paid: bigint;
  credited: bigint;
  balanceUsed: bigint;
  remaining: bigint;
  buyer: (NonNullable<Party> & { orderNumber: string }) | null;
  seller: Party;
  refersTo: string | null;
  taxes: readonly TaxIn[];
};
export type TaxIn = { category: string; rate: number; base: bigint; tax: bigint };
export type PaymentIn = {
  id: string;
  provider: 'card' | 'transfer' | 'none';
  state: string;
  amount: bigint;
  currency: string;
  valueDate: string | null;
  bankRef: string | null;
  ref: string | null;
};

/** Thousandths of a percent as percent: 19000 is `19`, 5500 is `5.5`. */
export const percentOf = (rate: number): string => {
  const text = toDecimal({ minor: BigInt(rate), currency: 'KWD' });
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

export const documentColumns = [
  'number',
  'kind',
  'state',
  'issue_date',
  'due_date',
  'seller',
  'customer',
  'customer_country',
  'customer_vat_id',
  'order_number',
  'currency',
  'net',
  'tax',
  'total',
  'paid',
  'credited',
  'from_balance',
  'remaining',
] as const;
export function documentCells(row: DocumentIn): string[] {
  const money = (minor: bigint) => toDecimal({ minor, currency: row.currency });
  return [
    row.number ?? '',
    row.kind,
    row.state,
    row.issueDate ?? '',
    row.dueDate ?? '',
    row.seller?.name ?? '',
    row.buyer?.name ?? '',
    row.buyer?.country ?? '',
    row.buyer?.vatId ?? '',
    row.buyer?.orderNumber ?? '',
    row.currency,
    ...[row.net, row.tax, row.total, row.paid, row.credited, row.balanceUsed, row.remaining].map(money),
  ];
}

export const taxColumns = ['number', 'kind', 'issue_date', 'currency', 'category', 'rate', 'base', 'tax'] as const;
export const taxCells = (row: DocumentIn): string[][] =>
  row.taxes.map((one) => [
    row.number ?? '',
    row.kind,
    row.issueDate ?? '',
    row.currency,
    one.category,
    percentOf(one.rate),
    toDecimal({ minor: one.base, currency: row.currency }),
    toDecimal({ minor: one.tax, currency: row.currency }),
  ]);

export const paymentColumns = [
  'settled_on',
  'value_date',
  'way',
  'state',
  'amount',
  'currency',
  'invoice',
  'customer',
  'bank_reference',
  'reference',
] as const;
type Paid = { payment: PaymentIn; invoice: Pick<DocumentIn, 'number' | 'buyer'>; settledOn: string };
export const paymentCells = ({ payment, invoice, settledOn }: Paid): string[] => [
  settledOn,
  payment.valueDate ?? '',
  payment.provider,
  payment.state,
  toDecimal({ minor: payment.amount, currency: payment.currency }),
  payment.currency,
  invoice.number ?? '',
  invoice.buyer?.name ?? '',
  payment.bankRef ?? '',
  payment.ref ?? '',
];

/** The order and names of the columns are those of a DATEV posting batch; the accounts are names that the bookkeeper maps once. */
export const ledgerColumns = [
  'Umsatz',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Konto',
  'Gegenkonto',
  'Steuerschlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Buchungstext',
] as const;
/** With a comma before the decimals, as that program reads it. */
const comma = (minor: bigint, currency: string): string => toDecimal({ minor, currency }).replace('.', ',');
const SHORT = 60;
const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, SHORT);

/** One posting for each rate of a document; a void one is none. */
export function documentPostings(row: DocumentIn): string[][] {
  if (row.state === 'void') return [];
  const side = row.kind === 'invoice' ? 'S' : 'H';
  return row.taxes.map((one) => [
    comma(one.base + one.tax, row.currency),
    side,
    row.currency,
    'receivable',
    `revenue-${one.category}-${percentOf(one.rate)}`,
    `${one.category} ${percentOf(one.rate)}`,
    row.issueDate ?? '',
    row.number ?? '',
    row.dueDate ?? '',
    short(row.buyer?.name ?? ''),
  ]);
}
/** What came, and for what was taken back since a second posting the other way round. */
export function paymentPostings({ payment, invoice, settledOn }: Paid): string[][] {
  const account = payment.provider === 'card' ? 'card' : 'bank';
  const on = payment.valueDate ?? settledOn;
  const posting = (side: 'S' | 'H') => [
    comma(payment.amount, payment.currency),
    side,
    payment.currency,
    account,
    'receivable',
    '',
    on,
    invoice.number ?? '',
    '',
    short(invoice.buyer?.name ?? ''),
  ];
  return payment.state === 'reversed' ? [posting('S'), posting('H')] : [posting('S')];
}

export const numberColumns = [
  'series',
  'year',
  'serial',
  'number',
  'state',
  'issue_date',
  'total',
  'currency',
  'pdf_sha256',
  'xml_sha256',
  'chain',
] as const;
