/** Looks for the record that proves a host name, and keeps two from taking one name at once. */
import dns from 'node:dns/promises';
import { sql } from 'drizzle-orm';
import { hostRecord } from '#kit/host-proof.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hostTrouble } from './own-host.ts';

/** What the records under that name say; none when it cannot be asked. */
const textsAt = async (name: string): Promise<string[]> =>
  (await dns.resolveTxt(name).catch(() => [])).map((parts) => parts.join('').trim());

export type HostProof = {
  /** Null when the record is published and the name leads here. */
  trouble: string | null;
  /** All that the records say, for the claims of others. */
  texts: string[];
};
/** `site` is our own address. */
export async function proofOf(config: Config, site: string, wish: { host: string; code: string }): Promise<HostProof> {
  const { name, value } = hostRecord(wish);
  const texts = await textsAt(name);
  return { texts, trouble: texts.includes(value) ? await hostTrouble(config, site, wish.host) : 'not_proven' };
}

/**
 * Locks a host name until the end of the transaction. Take this lock before any row lock: transactions that hold rows while they wait for
 * the name would deadlock.
 */
export async function holdHost(tx: Db, host: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`host ${host}`}, 0))`);
}
