/** Marks an installation that was filled with the sample data. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

const seededKey = 'demo.seeded';
/** Marks that all of the sample data is there. */
export async function keepSeeded(tx: Db): Promise<void> {
  await tx.execute(
    sql`insert into settings (key, value, updated_at) values (${seededKey}, 'true', now()) on conflict (key) do nothing`,
  );
}
export async function isSeeded(db: Db): Promise<boolean> {
  const found = await db.execute(sql`select 1 from settings where key = ${seededKey}`);
  return found.rows.length > 0;
}

export async function anyAccount(db: Db): Promise<boolean> {
  const found = await db.execute(sql`select 1 from accounts limit 1`);
  return found.rows.length > 0;
}
