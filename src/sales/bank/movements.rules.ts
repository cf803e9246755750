/** Which lines of a file were kept before, though the bank writes one movement in two ways: a list names other columns than a statement. */

/** A line as it was kept, or as a file has it. `print`: its lasting name; `account`: of its statement. */
export type BankMovement = {
  print: string;
  account: string | null;
  bookedOn: string;
  amount: bigint;
  currency: string;
  payerName: string | null;
  payerIban: string | null;
  bankRef: string | null;
  endToEnd: string | null;
  texts: readonly string[];
};

/** Words of one line that are compared, and lines that one is compared with: a file may have thousands of the same day and sum. */
const MOST_WORDS = 200;
const MOST_CANDIDATES = 50;

/** `references`: what one way of writing has in a column of its own and another in its text. */
type ComparedMovement<T extends BankMovement> = {
  line: T;
  name: string;
  words: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  references: ReadonlySet<string>;
};
const wordsIn = (texts: readonly (string | null)[]): string[] =>
  texts
    .join(' ')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
function comparedOf<T extends BankMovement>(line: T): ComparedMovement<T> {
  const words = new Set(wordsIn([line.payerName, ...line.texts]));
  return {
    line,
    name: wordsIn([line.payerName]).join(' '),
    words,
    numbers: new Set([...words].filter((word) => /\p{N}/u.test(word))),
    references: new Set(wordsIn([line.payerIban, line.bankRef, line.endToEnd])),
  };
}

const contradicts = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
const isEqual = (one: string | null, other: string | null): boolean => one !== null && one === other;
const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;
type Compared = ComparedMovement<BankMovement>;
const isWithin = (less: Compared, more: Compared, which: 'words' | 'numbers'): boolean =>
  [...less[which]].every((word) => more[which].has(word) || more.references.has(word));
const isOneWithin = (one: Compared, other: Compared, which: 'words' | 'numbers'): boolean =>
  isWithin(one, other, which) || isWithin(other, one, which);

/**
 * How much speaks for two lines of a day and sum being one movement; zero: nothing, or something against it. Of the same payer the numbers
 * of its text decide, for banks add words of their own; of others all words do, and a name or number has to be shared.
 */
function evidenceFor(one: Compared, other: Compared): number {
  const [a, b] = [one.line, other.line];
  if (contradicts(a.account, b.account) || contradicts(a.payerIban, b.payerIban)) return 0;
  if (contradicts(a.bankRef, b.bankRef) || contradicts(a.endToEnd, b.endToEnd)) return 0;
  const numbers = sharedBy(one.numbers, other.numbers);
  const isSamePayer = isEqual(a.payerIban, b.payerIban);
  const isSameName = one.name !== '' && one.name === other.name;
  if (isSamePayer) {
    // one with an invoice number and one without may be two payments
    if ((one.numbers.size === 0) !== (other.numbers.size === 0)) return 0;
    if (!isOneWithin(one, other, 'numbers')) return 0;
  } else if (!(isSameName || numbers > 0) || !isOneWithin(one, other, 'words')) return 0;
  const references = [isEqual(a.bankRef, b.bankRef), isEqual(a.endToEnd, b.endToEnd), isSamePayer, isSameName];
  return 1 + references.filter(Boolean).length * MOST_WORDS + sharedBy(one.words, other.words);
}

/** What two lines of one movement have at least one of in common. */
const keysOf = ({ line, name, numbers }: Compared): string[] => [
  ...(line.payerIban === null ? [] : [`iban ${line.payerIban}`]),
  ...(name === '' ? [] : [`name ${name}`]),
  ...[...numbers].map((word) => `number ${word}`),
];
type Postings = Map<string, Compared[]>;
function postingsOf(lines: readonly Compared[]): Postings {
  const postings: Postings = new Map();
  for (const line of lines)
    for (const key of keysOf(line)) {
      const same = postings.get(key);
      if (same === undefined) postings.set(key, [line]);
      else same.push(line);
    }
  return postings;
}
/** Those that share what is rarest with it, first; lines that are alike begin at different places, so that each finds one. */
function candidatesOf(line: Compared, { postings, at }: { postings: Postings; at: number }): Set<Compared> {
  const found = new Set<Compared>();
  const lists = keysOf(line)
    .flatMap((key) => [postings.get(key) ?? []])
    .sort((a, b) => a.length - b.length);
  for (const list of lists)
    for (let step = 0; step < list.length && found.size < MOST_CANDIDATES; step += 1) {
      const candidate = list[(at + step) % list.length];
      if (candidate !== undefined) found.add(candidate);
    }
  return found;
}

type MovementPair = { read: Compared; kept: Compared; evidence: number };
/** Names of those lines of one day and sum that a kept one stands for; the pair with the most in common comes first. */
function knownAmong(read: readonly Compared[], kept: readonly Compared[]): string[] {
  const postings = postingsOf(kept);
  const pairs: MovementPair[] = read.flatMap((one, at) =>
    [...candidatesOf(one, { postings, at })].flatMap((other) => {
      const evidence = evidenceFor(one, other);
      return evidence === 0 ? [] : { read: one, kept: other, evidence };
    }),
  );
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  pairs.sort(
    (a, b) =>
      b.evidence - a.evidence || order(a.read.line.print, b.read.line.print) || order(a.kept.line.print, b.kept.line.print),
  );
  const taken = new Set<Compared>();
  return pairs.flatMap((pair) => {
    if (taken.has(pair.read) || taken.has(pair.kept)) return [];
    taken.add(pair.read).add(pair.kept);
    return [pair.read.line.print];
  });
}

const keyOf = ({ bookedOn, amount, currency }: BankMovement): string => `${bookedOn} ${amount} ${currency}`;
const byKey = (lines: readonly BankMovement[]): Map<string, Compared[]> => {
  const groups = new Map<string, Compared[]>();
  for (const line of lines) {
    const same = groups.get(keyOf(line));
    if (same === undefined) groups.set(keyOf(line), [comparedOf(line)]);
    else same.push(comparedOf(line));
  }
  return groups;
};

/** The lines of a file that are not among those which were kept; each kept one stands for one line alone. */
export function newMovements<T extends BankMovement>(read: readonly T[], kept: readonly BankMovement[]): T[] {
  const prints = new Set(read.map(({ print }) => print));
  const known = new Set(kept.map(({ print }) => print));
  const fresh = read.filter(({ print }) => !known.has(print));
  const keys = new Set(fresh.map(keyOf));
  const rest = byKey(kept.filter((one) => !prints.has(one.print) && keys.has(keyOf(one))));
  for (const [key, lines] of byKey(fresh.filter((one) => rest.has(keyOf(one)))))
    for (const print of knownAmong(lines, rest.get(key) ?? [])) known.add(print);
  return fresh.filter(({ print }) => !known.has(print));
}
