/** What accounts may and use, for domains that decide or tell by it; they ask first. `db` decides whose eyes look. */
import { notFound } from '#kit/errors.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { Entitlements, ServiceLevel } from '../accounts.rules.ts';
import { accountById, accountsById, libraryBytesOf, minutesUsedOf } from './accounts.queries.ts';
import { accountOf } from './accounts.service.ts';
import { addRecordedBytes, type BytesDifference, type MinutesOfMonth, putMinutesUsed } from './use.queries.ts';

/** Participant minutes of this calendar month in the account's zone, as they were last counted. `at`: now, epoch milliseconds. */
export const minutesUsed = (db: Db, of: { accountId: string; at: number }): Promise<number> =>
  minutesUsedOf(db, { accountId: of.accountId, at: new Date(of.at) });

/** Bytes that an account's library takes: all versions, those in the bin too, and what was promised to uploads. */
export const libraryBytes = (db: Db, accountId: string): Promise<number> => libraryBytesOf(db, accountId);

/** What an account holds by its plan, null when it has none; `extra`: what was given by hand and counts instead of the plan; `restricted` while a bill is long overdue. Throws `not_found`. */
export async function heldBy(
  db: Db,
  accountId: string,
): Promise<{
  plan: Partial<Entitlements> | null;
  raised: Partial<Entitlements>;
  extra: Partial<Entitlements>;
  service: ServiceLevel;
}> {
  const row = await accountById(db, accountId);
  if (row === null) throw notFound();
  return { plan: row.planEntitlements, raised: row.raisedEntitlements, extra: row.extraEntitlements, service: row.service };
}

/** What accounts may hold, by id; unknown ones are left out. */
export async function findEntitlements(db: Db, ids: readonly string[]): Promise<Map<string, Entitlements>> {
  if (ids.length === 0) return new Map();
  return new Map((await accountsById(db, ids)).map((row) => [row.id, accountOf(row).entitlements]));
}

/** Writes the minutes of the month that it is, where the start of a meeting looks. */
export async function setMinutesUsed(tx: Db, months: readonly MinutesOfMonth[]): Promise<void> {
  if (months.length > 0) await putMinutesUsed(tx, months);
}

/** Corrects the bytes of recordings by what is missing, so that changes in the meantime are kept. Returns for how many accounts. */
export const correctRecordedBytes = async (db: Db, differences: readonly BytesDifference[]): Promise<number> =>
  differences.length === 0 ? 0 : addRecordedBytes(db, differences);
