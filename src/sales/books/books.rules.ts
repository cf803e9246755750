/** What always holds in the books, and what follows from months. Pure. */

/** Each is checked every night; what does not hold is a finding. */
export const bookRules = [
  'journal_balance',
  'journal_receivable',
  'journal_credit',
  'invoice_sums',
  'invoice_paid',
  'invoice_credited',
  'invoice_balance',
  'credit_note_parts',
  'numbers',
  'papers',
  'statement_sums',
  'statement_papers',
  'entitlements',
  'engine',
  'counter',
] as const;
export type BookRule = (typeof bookRules)[number];

/** What a finding is about. `series`: seller, kind and year; `statement`: the reseller and the statement; `counter`: its name. */
export const subjectKinds = ['entry', 'invoice', 'account', 'subscription', 'series', 'statement', 'counter'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** `YYYY-MM` that many months later, or earlier below zero. */
export function monthsAfter(month: string, by: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const at = year * 12 + (of - 1) + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Months from one to another, both of them with; none when the first is the later one. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthsAfter(month, 1)) months.push(month);
  return months;
}

/** What of an amount was lost, in thousandths; null where there was nothing to lose. */
export const thousandthsOf = (lost: number, of: number): number | null => (of <= 0 ? null : Math.round((lost * 1000) / of));
