/** Values of the whole installation that are no rows of a table of their own. Readers parse what they get. */
import { eq, like, ne, sql } from 'drizzle-orm';
import type { Db } from './db/db.ts';
import { settings } from './settings.table.ts';

export type Setting = { key: string; value: unknown; version: number };
const columns = { key: settings.key, value: settings.value, version: settings.version };

/** Null: it was never set. */
export async function readSetting(db: Db, key: string): Promise<Setting | null> {
  const [row] = await db.select(columns).from(settings).where(eq(settings.key, key));
  return row ?? null;
}
export const readSettings = (db: Db, prefix: string): Promise<Setting[]> =>
  db
    .select(columns)
    .from(settings)
    .where(like(settings.key, `${prefix}%`));

/** Writes it, whatever it was before. */
export async function putSetting(tx: Db, key: string, value: unknown): Promise<void> {
  const change = { value, updatedAt: sql`now()` };
  await tx
    .insert(settings)
    .values({ key, ...change })
    .onConflictDoUpdate({ target: settings.key, set: change, setWhere: ne(settings.value, sql`excluded.value`) });
}
/** Writes it unless it is set. */
export async function addSetting(tx: Db, key: string, value: unknown): Promise<void> {
  await tx.insert(settings).values({ key, value }).onConflictDoNothing();
}

type SettingChange = { at: Date; by: string | null };
/** False when somebody else changed it since `version`; 0: it was never set. */
export async function replaceSetting(tx: Db, { key, value, version }: Setting, { at, by }: SettingChange): Promise<boolean> {
  const change = { value, version: version + 1, updatedAt: at, changedBy: by };
  const { rowCount } = await tx
    .insert(settings)
    .values({ key, ...change })
    .onConflictDoUpdate({ target: settings.key, set: change, setWhere: eq(settings.version, version) });
  return (rowCount ?? 0) > 0;
}

/** `path`: as `#>>` takes it. */
export type SettingPath = { key: string; path: readonly string[] };
/** A text inside of a value; null when there is none. */
export async function readTextInSetting(db: Db, { key, path }: SettingPath): Promise<string | null> {
  const [row] = await db
    .select({ text: sql<string | null>`${settings.value} #>> ${sql.param([...path])}::text[]` })
    .from(settings)
    .where(eq(settings.key, key));
  return row?.text ?? null;
}
/** Puts another text in its place, unless it was changed meanwhile. */
export async function replaceTextInSetting(
  tx: Db,
  { key, path }: SettingPath,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const at = sql`${sql.param([...path])}::text[]`;
  await tx.execute(sql`update settings set value = jsonb_set(value, ${at}, to_jsonb(${to}::text))
    where key = ${key} and value #>> ${at} = ${from}`);
}
