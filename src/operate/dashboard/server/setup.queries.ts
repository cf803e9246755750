/** The mark that the list of what a new installation needs is not wanted any more. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

const key = 'setup.over';

export async function isSetupOver(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from settings where key = ${key}`);
  return rows.length > 0;
}

export async function keepSetupOver(tx: Db, why: 'done' | 'hidden'): Promise<void> {
  await tx.execute(
    sql`insert into settings (key, value, updated_at) values (${key}, to_jsonb(${why}::text), now()) on conflict (key) do nothing`,
  );
}
