/** A bank statement as it was read, whatever file it came in. */
import { type Money, plus } from '#kit/money.ts';

export type StatementEntry = {
  /** The same for the same movement, however often its file is read. */
  id: string;
  bankRef: string | null;
  /** YYYY-MM-DD, as is `valueOn`. */
  bookedOn: string;
  valueOn: string | null;
  /** Below zero when it went out. */
  amount: Money;
  payerName: string | null;
  payerIban: string | null;
  texts: readonly string[];
  /** What the payer's program called it. */
  endToEndId: string | null;
};
export type Statement = {
  format: 'camt.052' | 'camt.053' | 'CSV';
  /** The account's number as the file has it; null when it does not say. */
  account: string | null;
  from: string | null;
  to: string | null;
  opening: Money | null;
  closing: Money | null;
  /** What is booked. */
  entries: readonly StatementEntry[];
  leftOut: LeftOut;
};

/** `pending`: announced, and written again once it is booked. `cancelled`: declined or taken back before it was booked. */
export type LineState = 'booked' | 'pending' | 'cancelled';
/** Lines that are no money. `other`: no movements. `unclear`: with a state that nobody knows, by its word. */
export type LeftOut = { pending: number; cancelled: number; other: number; unclear: readonly { word: string; lines: number }[] };

export type StatementTrouble =
  | 'too_large'
  | 'not_text'
  | 'unknown_format'
  /** Formats that are known and not read. */
  | 'mt940'
  | 'camt_054'
  | 'spreadsheet'
  /** An archive without a statement. */
  | 'empty_archive'
  | 'not_readable'
  /** Columns of a list that nobody can tell apart: they have to be mapped. */
  | 'unknown_columns'
  /** A list without headings, so that nobody can name them. */
  | 'no_headings'
  /** Neither the file nor anybody says which currency it is in. */
  | 'unknown_currency'
  /** Days that can be read in two ways. */
  | 'unknown_days'
  | 'mixed_currencies'
  /** Opening and movements do not make the closing: lines are missing, or read wrongly. */
  | 'balance_differs';
export type StatementRead =
  | { kind: 'read'; statements: readonly Statement[] }
  /** `line`: of the file, where one is to blame. */
  | { kind: 'refused'; why: StatementTrouble; line: number | null };

/** Null when all is well or there is nothing to compare. */
export function statementTrouble({ opening, closing, entries, leftOut }: Statement): StatementTrouble | null {
  const currencies = new Set(
    [opening, closing, ...entries.map(({ amount }) => amount)].flatMap((one) => (one === null ? [] : [one.currency])),
  );
  if (currencies.size > 1) return 'mixed_currencies';
  // lines that nobody has decided on are missing in the sum
  if (opening === null || closing === null || leftOut.unclear.length > 0) return null;
  return entries.reduce((sum, { amount }) => plus(sum, amount), opening).minor === closing.minor ? null : 'balance_differs';
}
