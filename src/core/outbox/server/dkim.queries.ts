import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { readSetting, replaceSetting } from '#kit/server/settings.queries.ts';

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

/** Version 0: there never was a key. */
export async function readDkimKeys(db: Db): Promise<DkimKeys & { version: number }> {
  const row = await readSetting(db, key);
  if (row === null) return { signing: null, prepared: null, lastSelector: '', version: 0 };
  return { ...z.parse(dkimKeys, row.value), version: row.version };
}

/** False when somebody else changed them since `version`. */
export const writeDkimKeys = (
  tx: Db,
  { version, ...value }: DkimKeys & { version: number },
  change: { at: Date; by: string | null },
): Promise<boolean> => replaceSetting(tx, { key, value, version }, change);
