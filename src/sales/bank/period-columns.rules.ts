/** The columns of a period's lists; `docs/operator-guide.md` says what each means. Amounts are decimals with a point. */
import { toDecimal } from '#kit/money.ts';
import { type AccountingRate, conversionOf } from '#sales/billing/accounting.rules.ts';
import { perUnit } from '#sales/exchange/exchange.rules.ts';

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
  /** The tax in the currency of the seller's books; all null where that is the document's own, or there is none. */
  accountingCurrency: string | null;
  accountingTax: bigint | null;
  accountingRate: AccountingRate | null;
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
  /** The seller's own way by which it came. */
  manual?: { name: string } | null;
};

/** Thousandths of a percent as percent: 19000 is `19`, 5500 is `5.5`. */
export const percentOf = (rate: number): string => {
  const text = toDecimal({ minor: BigInt(rate), currency: 'KWD' });
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text;
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
  'accounting_currency',
  'accounting_tax',
  'exchange_rate',
  'exchange_rate_source',
  'exchange_rate_date',
] as const;
/** The rate as bookkeeping programs take it: so much of the document's currency for one of the seller's. */
function accountingCells(row: DocumentIn): string[] {
  const { accountingCurrency: currency, accountingTax: tax, accountingRate: rate } = row;
  const by = conversionOf(row);
  if (currency === null || tax === null || rate === null || by === null) return ['', '', '', '', ''];
  return [currency, toDecimal({ minor: tax, currency }), perUnit(by), rate.source === 'own' ? rate.origin : 'ECB', rate.day];
}
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
    ...accountingCells(row),
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
  payment.manual?.name ?? payment.provider,
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

export type EntryIn = {
  /** What stands for the account of the bank, where the money came by a way of the seller's own. */
  bank?: string | null;
  cause: string;
  /** The day on which it was written, as the seller's calendar has it. */
  on: string;
  /** Positive: debit. */
  lines: readonly { ledger: Ledger; currency: string; amount: bigint }[];
  document: Pick<DocumentIn, 'number' | 'dueDate' | 'buyer' | 'taxes'> | null;
};
type Ledger = 'receivable' | 'revenue' | 'tax' | 'bank' | 'card' | 'balance' | 'loss';
type PostingLine = { ledger: Ledger; account: string; key: string; currency: string; amount: bigint };

/** Revenue and tax by rate, as the document has them; what the document does not explain stays without a rate. */
function byRate({ lines, document, bank }: EntryIn): PostingLine[] {
  return lines.flatMap((line): PostingLine[] => {
    const plain = { ledger: line.ledger, currency: line.currency };
    const whole: PostingLine = {
      ...plain,
      account: line.ledger === 'bank' ? (bank ?? line.ledger) : line.ledger,
      key: '',
      amount: line.amount,
    };
    if (document === null || (line.ledger !== 'revenue' && line.ledger !== 'tax')) return [whole];
    const { ledger } = line;
    const parts = document.taxes.map((one) => ({ one, amount: ledger === 'revenue' ? one.base : one.tax }));
    const sum = parts.reduce((all, { amount }) => all + amount, 0n);
    if (sum !== line.amount && sum !== -line.amount) return [whole];
    return parts.map(({ one, amount }) => ({
      ...plain,
      account: `${ledger}-${one.category}-${percentOf(one.rate)}`,
      key: `${one.category} ${percentOf(one.rate)}`,
      amount: sum === line.amount ? amount : -amount,
    }));
  });
}

/** Which of two accounts is named first. */
const leading: readonly Ledger[] = ['bank', 'card', 'receivable', 'balance', 'loss', 'revenue', 'tax'];
/** The causes that a document or a payment says by itself. */
const plainCauses = new Set(['invoice', 'credit_note', 'payment']);

/**
 * An entry of the journal as postings of one account against one other: each line is taken up whole, in one posting or more, so that
 * the postings of an account come to what its lines come to.
 */
export function entryPostings(entry: EntryIn): string[][] {
  const { document, cause, on } = entry;
  const open = byRate(entry).filter((line) => line.amount !== 0n);
  const [debits, credits] = [open.filter((line) => line.amount > 0n), open.filter((line) => line.amount < 0n)];
  const rows: string[][] = [];
  const name = document?.buyer?.name ?? '';
  for (const debit of debits)
    for (const credit of credits) {
      const owed = -credit.amount;
      const amount = debit.amount < owed ? debit.amount : owed;
      if (amount === 0n || debit.currency !== credit.currency) continue;
      debit.amount -= amount;
      credit.amount += amount;
      const isDebit = leading.indexOf(debit.ledger) <= leading.indexOf(credit.ledger);
      rows.push([
        comma(amount, debit.currency),
        isDebit ? 'S' : 'H',
        debit.currency,
        (isDebit ? debit : credit).account,
        (isDebit ? credit : debit).account,
        debit.key === '' ? credit.key : debit.key,
        on,
        document?.number ?? '',
        cause === 'invoice' || cause === 'credit_note' ? (document?.dueDate ?? '') : '',
        short(plainCauses.has(cause) ? name : `${cause.replace('_', ' ')} ${name}`.trim()),
      ]);
    }
  return rows;
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
