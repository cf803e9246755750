import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';

const key = 'outbox.dkim';
const dkimKey = z.object({
  selector: z.string(),
  domain: z.string(),
  publicKey: z.string(),
  sealedKey: z.string(),
  since: z.number(),
});
export type DkimKey = z.infer<typeof dkimKey>;
/** `since`: when it was made, and when it began to sign. `lastSelector`: the youngest that was ever given. */
const dkimKeys = z.object({ signing: z.nullable(dkimKey), prepared: z.nullable(dkimKey), lastSelector: z.string() });
export type DkimKeys = z.infer<typeof dkimKeys>;
const stored = z.array(z.object({ value: dkimKeys, version: z.number() }));

/** Version 0: there never was a key. */
export async function readDkimKeys(db: Db): Promise<DkimKeys & { version: number }> {
  const { rows } = await db.execute(sql`select value, version from settings where key = ${key}`);
  const row = z.parse(stored, rows)[0];
  return { ...(row?.value ?? { signing: null, prepared: null, lastSelector: '' }), version: row?.version ?? 0 };
}

/** False when somebody else changed them since `version`. */
export async function writeDkimKeys(
  tx: Db,
  { version, ...keys }: DkimKeys & { version: number },
  change: { at: Date; by: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into settings (key, value, version, updated_at, changed_by)
      values (${key}, ${JSON.stringify(keys)}::jsonb, ${version + 1}, ${change.at}, ${change.by})
    on conflict (key) do update set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at,
      changed_by = excluded.changed_by where settings.version = ${version}`);
  return (rowCount ?? 0) > 0;
}
