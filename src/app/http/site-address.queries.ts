/** The address that the web process found out for itself, for processes that have no port: the command line and workers. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

const key = 'site.address';

export async function keepSiteAddress(db: Db, address: string): Promise<void> {
  const value = JSON.stringify(address);
  await db.execute(
    sql`insert into settings (key, value) values (${key}, ${value}::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now() where settings.value <> excluded.value`,
  );
}

/** Null: no web process has run yet. */
export async function keptSiteAddress(db: Db): Promise<string | null> {
  const found = await db.execute<{ address: string | null }>(
    sql`select value #>> '{}' as address from settings where key = ${key}`,
  );
  return found.rows[0]?.address ?? null;
}
