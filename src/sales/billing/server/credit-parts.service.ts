/** What of an invoice can still be given back, line by line, and the parts of a credit note over some of it. */
import { Failure } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import { type CreditChoice, creditAmount, type Credited, creditLines, type Left, leftIn } from '../credit.rules.ts';
import { leftAfter } from '../credit-left.rules.ts';
import { creditNotesOf, linesOf, taxesOf } from './invoices.queries.ts';
import type { InvoiceRow, LineRow, TaxRow } from './invoices.table.ts';

/** An amount with tax, in minor units, or lines of the invoice. */
export type CreditWish = { amount: bigint } | { lines: readonly CreditChoice[] };
/** As somebody sent it; which of the two it is was looked at there. */
export const wishOf = ({
  amount,
  lines,
}: Pick<Parsed<typeof allInvoicesCalls.credit>['body'], 'amount' | 'lines'>): CreditWish =>
  lines === undefined
    ? { amount: BigInt(amount ?? 0) }
    : {
        lines: lines.map((one) => ({
          position: one.position,
          ...(one.quantity === undefined ? {} : { quantity: BigInt(one.quantity) }),
          ...(one.amount === undefined ? {} : { amount: BigInt(one.amount) }),
        })),
      };
export type CreditParts = { lines: Omit<LineRow, 'invoiceId'>[]; taxes: Omit<TaxRow, 'invoiceId'>[]; total: bigint };

type Charged = { lines: LineRow[]; taxes: TaxRow[]; left: Left; untouched: boolean };
async function chargedIn(db: Db, invoice: InvoiceRow): Promise<Charged> {
  // one after the other: a transaction has one connection
  const lines = await linesOf(db, invoice.id);
  const taxes = await taxesOf(db, invoice.id);
  const earlier: Pick<Charged, 'lines' | 'taxes'>[] = [];
  for (const one of await creditNotesOf(db, invoice.id))
    earlier.push({ lines: await linesOf(db, one.id), taxes: await taxesOf(db, one.id) });
  const { currency, inclusive } = invoice;
  return { lines, taxes, left: leftAfter({ currency, inclusive, lines, taxes }, earlier), untouched: earlier.length === 0 };
}

/** Of a numbered invoice; nothing of a credit note, and of what is void or has no number yet. */
export async function creditableOf(db: Db, invoice: InvoiceRow): Promise<Left | null> {
  if (invoice.kind !== 'invoice' || !['open', 'paid', 'uncollectible'].includes(invoice.state)) return null;
  const { left } = await chargedIn(db, invoice);
  return leftIn(left) > 0n ? left : null;
}

/** Pieces where that many make the sum, else one. */
function piecesOf(shown: bigint, { whole, quantity }: { whole: bigint; quantity: bigint }): { quantity: bigint; unit: bigint } {
  const pieces = whole > 0n ? (shown * quantity) / whole : 1n;
  const fits = pieces > 0n && (shown * quantity) % whole === 0n && shown % pieces === 0n;
  return fits ? { quantity: pieces, unit: shown / pieces } : { quantity: 1n, unit: shown };
}

function rowsOf({ lines, taxes, left }: Charged, credited: Credited): CreditParts {
  const rows = credited.lines.flatMap(({ position: refersTo, shown, net }, position) => {
    const of = lines.find((line) => line.position === refersTo);
    const known = left.lines.find((line) => line.position === refersTo);
    if (of === undefined || known === undefined) return [];
    const given = { position, ...piecesOf(shown, known), amount: net, discount: 0n, net, explained: null, refersTo };
    const { kind, title, detail, category, rate, periodStart, periodEnd } = of;
    return [{ ...given, kind, title, detail, category, rate, periodStart, periodEnd }];
  });
  const groups = credited.groups.flatMap(({ category, rate, base, tax }) => {
    const of = taxes.find((one) => one.category === category && one.rate === rate);
    return of === undefined ? [] : [{ category: of.category, rate, code: of.code, base, tax }];
  });
  return { lines: rows, taxes: groups, total: credited.total };
}

/** The parts of a credit note. All of what nothing was given back of is the invoice itself, deductions included. Throws `credit_too_much`. */
export async function creditPartsOf(db: Db, invoice: InvoiceRow, wish: CreditWish): Promise<CreditParts> {
  const charged = await chargedIn(db, invoice);
  const { lines, taxes, left, untouched } = charged;
  const credited = 'amount' in wish ? creditAmount(left, wish.amount) : creditLines(left, wish.lines);
  if (credited === null) throw new Failure('credit_too_much', { data: { most: Number(leftIn(left)) } });
  if (!untouched || credited.total !== invoice.total) return rowsOf(charged, credited);
  return { lines: lines.map((line) => ({ ...line, refersTo: line.position })), taxes, total: invoice.total };
}
