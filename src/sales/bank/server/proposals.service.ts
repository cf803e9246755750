/** What each line of a statement is for, as far as a program can tell. */
import { money } from '#kit/money.ts';
import type { Db } from '#kit/server/db/db.ts';
import {
  findClaims,
  findClaimsOnAccount,
  findHintedClaims,
  type WaitingClaim,
} from '#sales/billing/server/open-claims.service.ts';
import { hintsOf } from '#sales/providers/hints.rules.ts';
import { type Match, matchEntries, type MatchReason } from '#sales/providers/matching.rules.ts';
import type { StatementEntry } from '#sales/providers/statements.rules.ts';
import { returnOf } from '../bank.rules.ts';
import { bookingsOf, knownIbans, openEntries, returnable } from './bank.queries.ts';
import type { EntryRow } from './bank.table.ts';

/** `left` in minor units: what stays open, or is too much when below zero. `returns`: the line that this one takes back. */
export type Proposal = {
  group: 'check' | 'sure' | 'none' | 'back' | 'out';
  reason: MatchReason | 'came_back';
  claims: readonly WaitingClaim[];
  left: bigint | null;
  returns: string | null;
};

const asRead = (row: EntryRow): StatementEntry => ({
  id: row.id,
  bankRef: row.bankRef,
  bookedOn: row.bookedOn,
  valueOn: row.valueOn,
  amount: money(row.amount, row.currency),
  payerName: row.payerName,
  payerIban: row.payerIban,
  texts: row.texts,
  endToEndId: row.endToEnd,
});

/** Money that went out and takes back what came before. */
async function returnsAmong(db: Db, sellerId: string, entries: readonly EntryRow[]): Promise<Map<string, Proposal>> {
  const gone = entries.filter((row) => row.amount < 0n);
  const found = new Map<string, Proposal>();
  const taken = new Set<string>();
  for (const currency of new Set(gone.map((row) => row.currency))) {
    const here = gone.filter((row) => row.currency === currency);
    const came = await returnable(db, { sellerId, currency, amounts: [...new Set(here.map((row) => -row.amount))] });
    const bookings = await bookingsOf(
      db,
      came.map((row) => row.id),
    );
    const claims = await findClaims(
      db,
      bookings.map((row) => row.invoiceId),
    );
    const claimsOf = (id: string) =>
      bookings.filter((one) => one.entryId === id).flatMap((one) => claims.get(one.invoiceId) ?? []);
    for (const row of here) {
      const candidates = came.filter((one) => !taken.has(one.id)).map((one) => ({ ...one, claims: claimsOf(one.id) }));
      const match = returnOf(row, candidates);
      if (match === null) continue;
      taken.add(match.id);
      found.set(row.id, { group: 'back', reason: 'came_back', claims: match.claims, left: null, returns: match.id });
    }
  }
  return found;
}

/** One proposal for each line, by its id. */
export async function proposalsFor(
  db: Db,
  { sellerId, entries }: { sellerId: string; entries: readonly EntryRow[] },
): Promise<Map<string, Proposal>> {
  if (entries.length === 0) return new Map();
  const said = entries.map(asRead);
  const { ibans: paidFrom, ...hints } = hintsOf(said);
  const ibans = await knownIbans(db, { sellerId, ibans: paidFrom });
  const claims = await findHintedClaims(db, { sellerId, hints: { ...hints, accountIds: [...ibans.keys()] } });
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const open = claims.map((claim) => ({
    ...claim,
    remaining: money(claim.remaining, claim.currency),
    ibans: ibans.get(claim.accountId) ?? [],
  }));
  const back = await returnsAmong(db, sellerId, entries);
  return new Map(
    matchEntries(said, open).map((match) => [
      match.entryId,
      back.get(match.entryId) ?? {
        group: match.group,
        reason: match.reason,
        claims: match.claimIds.flatMap((id) => byId.get(id) ?? []),
        left: match.left?.minor ?? null,
        returns: null,
      },
    ]),
  );
}

/** Most lines that are looked through at a time. */
const LINES = 500;
/** Every line of a seller that came in and that nobody decided about, in pieces. */
async function* openLines(db: Db, sellerId: string): AsyncGenerator<EntryRow[]> {
  for (let after: EntryRow | null = null; ; ) {
    const rows: EntryRow[] = await openEntries(db, { sellerId, after, limit: LINES });
    if (rows.length > 0) yield rows.filter((row) => row.amount > 0n);
    if (rows.length < LINES) return;
    after = rows.at(-1) ?? null;
  }
}

/**
 * Whether money that nobody has decided about yet may be the account's: it names one of its claims or comes from where it paid before, whatever
 * the amount, or comes under its name with an amount that fits. The amount alone says nothing: many claims have the same.
 */
export async function hasWaitingLine(db: Db, accountId: string): Promise<boolean> {
  for (const [sellerId, claims] of await findClaimsOnAccount(db, accountId))
    for await (const rows of openLines(db, sellerId)) {
      const said = rows.map(asRead);
      const known = await knownIbans(db, { sellerId, ibans: hintsOf(said).ibans });
      const ibans = known.get(accountId) ?? [];
      const open = claims.map((claim) => ({ ...claim, remaining: money(claim.remaining, claim.currency), ibans }));
      const isIts = (line: StatementEntry) => line.payerIban !== null && ibans.includes(line.payerIban);
      if (said.some((line) => isIts(line) || isWaiting(matchEntries([line], open)[0]))) return true;
    }
  return false;
}
const isWaiting = (match: Match | undefined): boolean =>
  match !== undefined && (match.reason === 'other_currency' || (match.claimIds.length > 0 && match.reason !== 'amount_only'));
