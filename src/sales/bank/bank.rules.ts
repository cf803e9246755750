/** How much of a line goes on which invoice, what a return takes back, and what may be missing. Amounts are minor units of one currency. */

export type Open = { id: string; remaining: bigint };
export type Share = { id: string; amount: bigint };

/**
 * Spreads a sum over claims in their order: each takes what it asks for, and what is left at the end goes to the last one, whose account
 * has it on its balance. Null when there are none, one before the last asks for nothing, one stands there
 * twice, or the sum does not come as far as the last.
 */
export function sharesOf(amount: bigint, claims: readonly Open[]): Share[] | null {
  if (amount <= 0n || claims.length === 0 || new Set(claims.map(({ id }) => id)).size < claims.length) return null;
  let left = amount;
  const shares: Share[] = [];
  for (const [at, { id, remaining }] of claims.entries()) {
    const isLast = at === claims.length - 1;
    if ((remaining <= 0n && !isLast) || left <= 0n) return null;
    const takes = isLast || left < remaining ? left : remaining;
    shares.push({ id, amount: takes });
    left -= takes;
  }
  return shares;
}

/** What is missing of claims for a sum; zero when it is enough. */
export function missingOf(amount: bigint, claims: readonly Open[]): bigint {
  const asked = claims.reduce((sum, { remaining }) => sum + remaining, 0n);
  return asked > amount ? asked - amount : 0n;
}

/** Whether what is missing may be taken as charges of a bank: within the tolerance, and less than the last claim asks for. */
export function isTolerable(missing: bigint, { tolerance, last }: { tolerance: bigint; last: bigint }): boolean {
  return missing > 0n && missing <= tolerance && missing < last;
}

type Gone = { amount: bigint; payerIban: string | null; endToEnd: string | null; texts: readonly string[]; bookedOn: string };
type Came = Gone & { id: string; claims: readonly { number: string }[] };
/**
 * The booked line that one which went out takes back: of the same sum and not later, by the payer's own reference, the number of its invoice in
 * the text, or the account number when nothing else fits as well. Null when there is none, or it is not certain which.
 */
export function returnOf<T extends Came>(gone: Gone, booked: readonly T[]): T | null {
  const fits = booked.filter((one) => one.amount === -gone.amount && one.bookedOn <= gone.bookedOn);
  const text = gone.texts.join(' ').replace(/\s/g, '').toUpperCase();
  const only = (some: readonly T[]): T | null => (some.length === 1 ? (some[0] ?? null) : null);
  return (
    only(fits.filter((one) => gone.endToEnd !== null && one.endToEnd === gone.endToEnd)) ??
    only(fits.filter((one) => one.claims.some(({ number }) => number.length >= 4 && text.includes(number.toUpperCase())))) ??
    only(fits.filter((one) => gone.payerIban !== null && one.payerIban === gone.payerIban))
  );
}

/** A line as it was kept, or as a file has it. `print`: its lasting name. */
export type BankMovement = {
  print: string;
  bookedOn: string;
  amount: bigint;
  currency: string;
  payerName: string | null;
  payerIban: string | null;
  bankRef: string | null;
  endToEnd: string | null;
  texts: readonly string[];
};
const wordsOf = ({ payerName, payerIban, bankRef, endToEnd, texts }: BankMovement): Set<string> =>
  new Set(
    [payerName, payerIban, bankRef, endToEnd, ...texts]
      .join(' ')
      .toUpperCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
const contradicts = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
/**
 * Whether two lines are one movement that the bank wrote in two ways: a list names fewer columns than a statement. Of the same day and sum,
 * nothing in one speaks against the other, and one has all words of the other.
 */
export function isSameMovement(one: BankMovement, other: BankMovement): boolean {
  if (one.bookedOn !== other.bookedOn || one.amount !== other.amount || one.currency !== other.currency) return false;
  if (contradicts(one.payerIban, other.payerIban) || contradicts(one.bankRef, other.bankRef)) return false;
  if (contradicts(one.endToEnd, other.endToEnd)) return false;
  const [less, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size);
  return less !== undefined && more !== undefined && less.size > 0 && [...less].every((word) => more.has(word));
}

/** The lines of a file that are not among those which were kept; each kept one stands for one line alone. */
export function newMovements<T extends BankMovement>(read: readonly T[], kept: readonly BankMovement[]): T[] {
  const prints = new Set(read.map(({ print }) => print));
  const known = new Set(kept.map(({ print }) => print));
  const rest = new Map<string, BankMovement[]>();
  const keyOf = ({ bookedOn, amount, currency }: BankMovement) => `${bookedOn} ${amount} ${currency}`;
  for (const one of kept) if (!prints.has(one.print)) rest.set(keyOf(one), [...(rest.get(keyOf(one)) ?? []), one]);
  return read.filter((one) => {
    if (known.has(one.print)) return false;
    const candidates = rest.get(keyOf(one)) ?? [];
    const at = candidates.findIndex((candidate) => isSameMovement(candidate, one));
    if (at >= 0) candidates.splice(at, 1);
    return at < 0;
  });
}
