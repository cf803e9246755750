import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** Where a host name leads: the pages of a vendor, or the BBB endpoint of an account. */
export type HostPlace = 'vendors' | 'endpoint';
export type HostHolder = { place: HostPlace; accountId: string; code: string | null };

/** The account that proved that host name; locked until the end of the transaction. */
export async function lockHolder(tx: Db, host: string): Promise<HostHolder | null> {
  const { rows } = await tx.execute<HostHolder>(sql`select place, account_id as "accountId", code from host_holder(${host})`);
  return rows[0] ?? null;
}
/** The holder of the name only wishes for it from now on. */
export async function releaseHost(tx: Db, host: string, at: Date): Promise<void> {
  await tx.execute(sql`select release_host(${host}, ${at.toISOString()}::timestamptz)`);
}
