/** How much of a line goes on which invoice, what a return takes back, and what may be missing. Amounts are minor units of one currency. */

export type Open = { id: string; remaining: bigint };
export type Share = { id: string; amount: bigint };

/**
 * Spreads a sum over claims in their order: each takes what it asks for, and what is left at the end goes to the last one, whose account
 * has it on its balance. Null when there are none, one before the last asks for nothing, one is listed
 * twice, or the sum does not reach the last.
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
