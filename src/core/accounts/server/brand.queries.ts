import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';

const words = z.nullable(z.string());
const flag = z.nullable(z.boolean());
const brandRow = z.object({
  vendor_id: z.string(),
  name: z.string(),
  accent: words,
  sender_name: words,
  reply_to: words,
  host: words,
  logo_hash: words,
});
export type BrandRow = z.output<typeof brandRow>;

/** The look that goes with an account. The database's own function answers, so that any eyes may ask. */
export async function brandRowOf(db: Db, accountId: string): Promise<BrandRow | null> {
  const found = await db.execute(sql`select * from brand_of(${accountId}::uuid)`);
  const [row] = found.rows;
  return row === undefined ? null : z.parse(brandRow, row);
}

const runsOnRow = z.object({
  kind: z.enum(['customer', 'vendor', 'operator']),
  service: z.enum(['full', 'restricted']),
  planned: z.boolean(),
  stored: flag,
  plan: flag,
  raised: flag,
  extra: flag,
  name: words,
});
export type RunsOnRow = z.output<typeof runsOnRow>;

/** Who runs an account's part of this, and what its holdings say of telling it; null: there is no such account. Any eyes may ask. */
export async function runsOnRowOf(db: Db, accountId: string): Promise<RunsOnRow | null> {
  const { rows } = await db.execute<{ found: unknown }>(sql`select runs_on(${accountId}::uuid) as found`);
  const found = rows[0]?.found ?? null;
  return found === null ? null : z.parse(runsOnRow, found);
}
