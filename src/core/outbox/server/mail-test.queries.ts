/** The mark that a mail server took a test mail, by the sender's address at that time. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

const key = 'outbox.tested';

export async function keepMailTest(tx: Db, from: string): Promise<void> {
  await tx.execute(
    sql`insert into settings (key, value, updated_at) values (${key}, to_jsonb(${from}::text), now())
      on conflict (key) do update set value = excluded.value, updated_at = now()`,
  );
}

export async function testedSender(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ sender: string | null }>(
    sql`select value #>> '{}' as sender from settings where key = ${key}`,
  );
  return rows[0]?.sender ?? null;
}
