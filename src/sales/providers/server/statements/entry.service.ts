/** What the readers of all formats share: amounts, days, and the lasting name of an entry. */
import { createHash } from 'node:crypto';
import { fromDecimal, isCurrency, type Money, negated } from '#kit/money.ts';
import { readIban } from '../../iban.rules.ts';
import type { LeftOut, LineState, StatementEntry, StatementTrouble } from '../../statements.rules.ts';

/** Why a file is not read. Thrown by readers, caught where they are called. */
export const unreadable = (why: StatementTrouble, line: number | null = null): Error =>
  Object.assign(new Error(why), { why, line });

export type BareEntry = Omit<StatementEntry, 'id'>;

/** Gives entries their names. Two that are alike in everything differ by their order. */
export function namedEntries(account: string | null, entries: readonly BareEntry[]): StatementEntry[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const { bankRef, bookedOn, valueOn, amount, payerName, payerIban, texts, endToEndId } = entry;
    const all = [
      account,
      bankRef,
      bookedOn,
      valueOn,
      String(amount.minor),
      amount.currency,
      payerName,
      payerIban,
      texts,
      endToEndId,
    ];
    const print = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
    const time = seen.get(print) ?? 0;
    seen.set(print, time + 1);
    return { id: `${print}-${time}`, ...entry };
  });
}

/** Characters of one, blanks around it included. */
const LONGEST_AMOUNT = 60;
/** From a text with a point or nothing before the decimals; more zeros than the currency has are fine. Null for what is no amount of it. */
export function amountFrom(text: string, currency: string, way: 'in' | 'out'): Money | null {
  if (!isCurrency(currency) || text.length > LONGEST_AMOUNT) return null;
  const trimmed = text
    .trim()
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  const amount = fromDecimal(trimmed, currency);
  return amount !== null && way === 'out' ? negated(amount) : amount;
}

/** Null for a day that no calendar has. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame && year >= 1970 && year < 2200 ? date.toISOString().slice(0, 10) : null;
}

/** The account number in it when it is one; banks write other things there too. */
export function ibanIn(text: string | null): string | null {
  const read = text === null ? null : readIban(text);
  return read?.kind === 'read' ? read.iban : null;
}
/** Trimmed, with single spaces; null for nothing and for what banks write for nothing. */
export function tidyText(text: string | null | undefined): string | null {
  const clean = (text ?? '').replace(/\s+/g, ' ').trim();
  return clean === '' || clean === 'NOTPROVIDED' || clean === 'NONREF' ? null : clean;
}

/** Counts what a file has beside its booked movements. */
export function leftOutCounter() {
  const counted = { pending: 0, cancelled: 0, other: 0 };
  const unclear = new Map<string, number>();
  return {
    /** `other`: no movement at all. */
    add(what: Exclude<LineState, 'booked'> | 'other' | { unclear: string }): void {
      if (typeof what === 'object') unclear.set(what.unclear, (unclear.get(what.unclear) ?? 0) + 1);
      else counted[what] += 1;
    },
    counts: (): LeftOut => ({ ...counted, unclear: [...unclear].map(([word, lines]) => ({ word, lines })) }),
  };
}
