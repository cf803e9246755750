/** Claims that wait for money, for matching bank statements. Read with the rights of the system: claims are of many accounts. */
import type { Db } from '#kit/server/db/db.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { moneyKeeperOf } from './access.service.ts';
import type { InvoiceRow } from './invoices.table.ts';
import {
  claimsOnAccount,
  type Hinted,
  hintedClaims,
  invoicesByIds,
  reportedPage,
  searchedClaims,
} from './open-claims.queries.ts';

/** `remaining` in minor units of `currency`. `names`: of its customer, the account's own first. */
export type WaitingClaim = {
  id: string;
  accountId: string;
  number: string;
  reference: string | null;
  currency: string;
  remaining: bigint;
  names: readonly string[];
};

async function claimsOf(db: Db, rows: readonly InvoiceRow[]): Promise<WaitingClaim[]> {
  const names = await findAccountNames(
    db,
    rows.map((row) => row.accountId),
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.accountId,
    number: row.number ?? '',
    reference: row.reference,
    currency: row.currency,
    remaining: row.state === 'void' ? 0n : row.remaining,
    names: [names.get(row.accountId) ?? '', row.buyer?.name ?? ''].filter((name) => name !== ''),
  }));
}

/** Most claims that lines of a statement are compared with. */
const MOST_CLAIMS = 10_000;
/** Those that lines of a statement may be for, as far as `hints` tell. */
export const findHintedClaims = async (db: Db, of: { sellerId: string; hints: Hinted }): Promise<WaitingClaim[]> =>
  claimsOf(db, await hintedClaims(db, { ...of, limit: MOST_CLAIMS }));
export const searchWaitingClaims = async (
  db: Db,
  of: { sellerId: string; currency: string; search: string },
): Promise<WaitingClaim[]> => claimsOf(db, await searchedClaims(db, of));
/** What an account is still asked for, by seller. */
export async function findClaimsOnAccount(db: Db, accountId: string): Promise<Map<string, WaitingClaim[]>> {
  const rows = await claimsOnAccount(db, accountId);
  const claims = await claimsOf(db, rows);
  const bySeller = new Map<string, WaitingClaim[]>();
  for (const [at, claim] of claims.entries()) {
    const sellerId = rows[at]?.sellerId ?? '';
    bySeller.set(sellerId, [...(bySeller.get(sellerId) ?? []), claim]);
  }
  return bySeller;
}
/** Those with these ids, whatever became of them. */
export const findClaims = async (db: Db, ids: readonly string[]): Promise<Map<string, WaitingClaim>> =>
  new Map((await claimsOf(db, await invoicesByIds(db, ids))).map((claim) => [claim.id, claim]));

/** Amounts in minor units; `at` in epoch milliseconds. */
export type Reported = {
  paymentId: string;
  claim: WaitingClaim;
  amount: bigint;
  note: string;
  proof: boolean;
  at: number;
};
/** Transfers that customers say they made, the oldest first. */
export async function findReported(ctx: Ctx, page: { after: string | null; limit: number }): Promise<Reported[]> {
  const { accountId } = moneyKeeperOf(ctx);
  const { read } = ctx.system;
  const rows = await reportedPage(read, { sellerId: accountId, ...page });
  const claims = await findClaims(
    read,
    rows.map(({ invoice }) => invoice.id),
  );
  return rows.flatMap(({ payment, invoice }) => {
    const claim = claims.get(invoice.id);
    if (claim === undefined) return [];
    const { id, amount, note, proof, changedAt } = payment;
    return [{ paymentId: id, claim, amount, note, proof: proof !== null, at: changedAt.getTime() }];
  });
}
