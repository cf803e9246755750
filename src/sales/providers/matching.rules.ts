/** Which claims a payment on a statement is for. A proposal with its reason: only `sure` may be booked without a person looking at it. */
import { compare, minus, type Money, plus, zero } from '#kit/money.ts';
import { foldText } from '#kit/search-text.ts';
import type { StatementEntry } from './statements.rules.ts';

/** A claim that waits for money. `names` and `ibans`: of its customer, as far as they are known. */
export type OpenClaim = {
  id: string;
  accountId: string;
  number: string;
  reference: string | null;
  remaining: Money;
  names: readonly string[];
  ibans: readonly string[];
};
/** `named`: its number or reference stands in the text. `less`, `more`: than what is open. `sum`: several claims make it up. */
export type MatchReason =
  | 'named_amount_account'
  | 'named_amount'
  | 'named_less'
  | 'named_more'
  | 'named_twice'
  | 'amount_account'
  | 'amount_name'
  | 'sum_account'
  | 'sum_name'
  | 'part_account'
  | 'amount_only'
  | 'other_currency'
  | 'nobody'
  | 'went_out';
export type Match = {
  entryId: string;
  group: 'sure' | 'check' | 'none' | 'out';
  claimIds: readonly string[];
  /** 0 to 100. */
  score: number;
  reason: MatchReason;
  /** What stays open of those claims, or is too much when below zero; null without claims. */
  left: Money | null;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Signs that people put between the groups of a number. */
const between = /[\s\-/._]/g;
const bareNumber = (text: string): string => (text.toUpperCase().match(/[A-Z]+|\d+/g) ?? []).join('');
/** A number with any or no signs between its groups, and not inside a longer one. */
function numberIn(text: string, number: string): boolean {
  const groups = number.toUpperCase().match(/[A-Z]+|\d+/g) ?? [];
  const pattern = groups.map(escaped).join('[\\s\\-/._]{0,3}');
  const isLetter = /^[A-Z]/.test(groups[0] ?? '');
  return new RegExp(`(?<!${isLetter ? '[A-Z0-9]' : '\\d'})${pattern}(?!\\d)`).test(text);
}
/** What an entry says, prepared once for all claims that it is compared with. */
type EntryText = { text: string; bare: string };
function saidBy(entry: StatementEntry): EntryText {
  const text = [...entry.texts, entry.endToEndId ?? ''].join(' ').toUpperCase();
  return { text, bare: text.replace(between, '') };
}
function isNamed({ text, bare }: EntryText, claim: OpenClaim): boolean {
  if (claim.reference !== null && bare.includes(claim.reference.toUpperCase())) return true;
  const number = bareNumber(claim.number);
  // thousands of claims are compared with each entry: most of them end here
  return number.length >= 4 && bare.includes(number) && numberIn(text, claim.number);
}

/** Words of a name that identify nobody. */
export const legalForms: ReadonlySet<string> = new Set(
  'gmbh ag ev eg kg ohg ug co inc ltd llc sa sas sarl srl spa bv nv oy ab as aps the der die das und and et'.split(' '),
);
const wordsOf = (name: string): string[] => {
  const clean = foldText(name).replace(/(?<=\p{L})\.(?=\p{L})/gu, '');
  return clean.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !legalForms.has(word));
};
/** All words of the shorter name stand in the longer one. Initials and legal forms do not count. */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)].sort((x, y) => x.length - y.length);
  if (a === undefined || b === undefined || a.join('').length < 4) return false;
  return a.every((word) => b.includes(word));
}

const total = (claims: readonly OpenClaim[], currency: string): Money =>
  claims.reduce((sum, { remaining }) => plus(sum, remaining), zero(currency));
/** Most claims of one customer that are put together: more could make up almost any sum. */
const MOST_TOGETHER = 10;

/** The only set of two or more claims that makes the amount; null when there is none, or more than one. */
function onlySum(claims: readonly OpenClaim[], amount: Money): OpenClaim[] | null {
  if (claims.length < 2 || claims.length > MOST_TOGETHER) return null;
  const found: OpenClaim[][] = [];
  for (let bits = 1; bits < 2 ** claims.length && found.length < 2; bits += 1) {
    const chosen = claims.filter((_claim, at) => Math.floor(bits / 2 ** at) % 2 === 1);
    if (chosen.length > 1 && compare(total(chosen, amount.currency), amount) === 0) found.push(chosen);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

type Verdict = { group: 'sure' | 'check'; claims: readonly OpenClaim[]; score: number; reason: MatchReason };
function matched(entry: StatementEntry, { group, claims, score, reason }: Verdict): Match {
  const { currency } = entry.amount;
  const left = minus(total(claims, currency), entry.amount);
  return { entryId: entry.id, group, claimIds: claims.map(({ id }) => id), score, reason, left };
}
const unmatched = (entry: StatementEntry, group: 'none' | 'out', reason: MatchReason): Match => ({
  entryId: entry.id,
  group,
  claimIds: [],
  score: 0,
  reason,
  left: null,
});

/** What banks call money that comes back from a payment of one's own, such as a refund to an account that was closed. */
const returnWords =
  /REVERSAL|RETURNED|CHARGEBACK|STORNO|R(?:Ü|UE)CK(?:Ü|UE)BERWEISUNG|R(?:Ü|UE)CKBUCHUNG|R(?:Ü|UE)CKL(?:Ä|AE)UFER|RETOURE|REJET|RETROCESSION|DEVOLUCI[OÓ]N|DEVOLU[CÇ][AÃ]O|ESTORNO|RIACCREDITO|ВОЗВРАТ|İADE|組戻|退汇|退款/;
const isReturned = (said: EntryText): boolean => returnWords.test(said.text);

const isFrom = (entry: StatementEntry, claim: OpenClaim): boolean =>
  entry.payerIban !== null && claim.ibans.includes(entry.payerIban);

function byNumber(entry: StatementEntry, said: EntryText, named: readonly OpenClaim[]): Match {
  const order = compare(entry.amount, total(named, entry.amount.currency));
  const isOne = new Set(named.map(({ accountId }) => accountId)).size === 1;
  // numbers of two customers in one text are somebody's mistake
  if (order !== 0 || !isOne) {
    const reason = order === 0 ? 'named_twice' : order < 0 ? 'named_less' : 'named_more';
    return matched(entry, { group: 'check', claims: named, score: 70, reason });
  }
  const isKnown = named.some((claim) => isFrom(entry, claim));
  return matched(entry, {
    // what comes back pays nothing, whatever number it names
    group: isReturned(said) ? 'check' : 'sure',
    claims: named,
    score: isKnown ? 100 : 95,
    reason: isKnown ? 'named_amount_account' : 'named_amount',
  });
}

type Whose = { claims: readonly OpenClaim[]; by: 'account' | 'name' };
function byCustomer(entry: StatementEntry, { claims, by }: Whose): Match | null {
  const exact = claims.filter(({ remaining }) => compare(remaining, entry.amount) === 0);
  const score = by === 'account' ? 60 : 45;
  if (exact.length === 1) return matched(entry, { group: 'check', claims: exact, score, reason: `amount_${by}` });
  const several = onlySum(claims, entry.amount);
  if (several !== null) return matched(entry, { group: 'check', claims: several, score: score - 5, reason: `sum_${by}` });
  const [only, ...more] = claims;
  const isPart = by === 'account' && only !== undefined && more.length === 0 && compare(entry.amount, only.remaining) < 0;
  return isPart ? matched(entry, { group: 'check', claims: [only], score: 30, reason: 'part_account' }) : null;
}

function proposed(entry: StatementEntry, claims: readonly OpenClaim[]): Match {
  if (entry.amount.minor <= 0n) return unmatched(entry, 'out', 'went_out');
  const all = claims.filter((claim) => claim.remaining.minor > 0n);
  const same = all.filter(({ remaining }) => remaining.currency === entry.amount.currency);
  const said = saidBy(entry);
  const named = same.filter((claim) => isNamed(said, claim));
  if (named.length > 0) return byNumber(entry, said, named);
  if (all.some((claim) => isNamed(said, claim))) return unmatched(entry, 'none', 'other_currency');
  const known = same.filter((claim) => isFrom(entry, claim));
  const { payerName } = entry;
  const called = payerName === null ? [] : same.filter(({ names }) => names.some((name) => isSameName(name, payerName)));
  const exact = same.filter(({ remaining }) => compare(remaining, entry.amount) === 0);
  return (
    byCustomer(entry, { claims: known, by: 'account' }) ??
    byCustomer(entry, { claims: called, by: 'name' }) ??
    (exact.length === 1 && called.length === 0 && known.length === 0
      ? matched(entry, { group: 'check', claims: exact, score: 15, reason: 'amount_only' })
      : unmatched(entry, 'none', 'nobody'))
  );
}

/** One proposal for each entry, in their order. A claim that two entries name for sure is one to look at the second time. */
export function matchEntries(entries: readonly StatementEntry[], claims: readonly OpenClaim[]): Match[] {
  const first = entries.map((entry) => proposed(entry, claims));
  const taken = new Set<string>();
  const kept = first.map((match): Match => {
    if (match.group !== 'sure') return match;
    const isTaken = match.claimIds.some((id) => taken.has(id));
    for (const id of match.claimIds) taken.add(id);
    return isTaken ? { ...match, group: 'check', score: 50, reason: 'named_twice' } : match;
  });
  // what is surely paid is no longer there for a guess
  const rest = claims.filter(({ id }) => !taken.has(id));
  return kept.map((match, at) => {
    const entry = entries[at];
    const isGuess = match.group === 'check' && match.score < 70 && match.reason !== 'named_twice';
    return isGuess && entry !== undefined && match.claimIds.some((id) => taken.has(id)) ? proposed(entry, rest) : match;
  });
}
