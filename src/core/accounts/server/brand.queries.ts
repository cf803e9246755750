import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db.ts';

const words = z.nullable(z.string());
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
