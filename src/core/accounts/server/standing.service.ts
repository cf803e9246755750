/** An account's place among others: its kind, who brought it in, and what it was given. For domains that decide about it, which ask first. */
import type { Db } from '#kit/server/db/db.ts';
import type { AccountKind, AccountState, Entitlements } from '../accounts.rules.ts';
import { accountById, lockAccount } from './accounts.queries.ts';
import type { AccountRow } from './accounts.table.ts';
import {
  countCustomers,
  totalCustomers,
  customerCounts,
  customersPage,
  releaseCustomers,
  setStanding,
  type StandingChange,
} from './standing.queries.ts';

/** `stored`: what was given to this account itself. `createdAt` in epoch milliseconds. */
export type AccountStanding = {
  id: string;
  name: string;
  kind: AccountKind;
  state: AccountState;
  locale: string;
  timeZone: string;
  vendorAccountId: string | null;
  stored: Partial<Entitlements>;
  createdAt: number;
};

const standingOf = (row: AccountRow): AccountStanding => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  state: row.state,
  locale: row.locale,
  timeZone: row.timeZone,
  vendorAccountId: row.vendorAccountId,
  stored: row.entitlements,
  createdAt: row.createdAt.getTime(),
});

export async function findStanding(db: Db, id: string): Promise<AccountStanding | null> {
  const row = await accountById(db, id);
  return row === null ? null : standingOf(row);
}

/** The same, locked until the transaction ends. */
export async function lockStanding(tx: Db, id: string): Promise<AccountStanding | null> {
  const row = await lockAccount(tx, id);
  return row === null ? null : standingOf(row);
}

/** Changes kind, vendor or entitlements. `tx` must be the system's: the database refuses it to those who serve one account. */
export const changeStanding = (tx: Db, id: string, change: StandingChange): Promise<void> => setStanding(tx, id, change);

/** Hands all customers of a vendor to the operator. Returns how many. */
export const handOver = (tx: Db, vendorAccountId: string): Promise<number> => releaseCustomers(tx, vendorAccountId);

/** Customers of a vendor, newest first. */
export async function findCustomers(
  db: Db,
  of: { vendorAccountId: string; search: string | null },
  page: { before: string | null; limit: number },
): Promise<AccountStanding[]> {
  return (await customersPage(db, of, page)).map(standingOf);
}
export const numberOfCustomers = countCustomers;
/** The same as far as it is counted for a list. */
export const totalOfCustomers = totalCustomers;

/** Open customers of each of these vendors. */
export async function findCustomerCounts(db: Db, vendorIds: readonly string[]): Promise<Map<string, number>> {
  if (vendorIds.length === 0) return new Map();
  return new Map((await customerCounts(db, vendorIds)).map((one) => [one.id, one.customers]));
}
