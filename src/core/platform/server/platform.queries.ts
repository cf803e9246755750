import { and, desc, eq, like, sql } from 'drizzle-orm';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import * as z from 'zod/mini';
import type { LegalKind } from '../platform.rules.ts';
import { type LegalRow, legalVersions, type SettingRow, settings } from './platform.table.ts';

const prefix = 'platform.';
export type PartRow = { part: string; value: unknown; version: number };

/** Every part that was ever set. */
export async function partRows(db: Db): Promise<PartRow[]> {
  const rows = await db
    .select()
    .from(settings)
    .where(like(settings.key, `${prefix}%`));
  return rows.map((row) => ({ part: row.key.slice(prefix.length), value: row.value, version: row.version }));
}

/** False when somebody else changed the part since `version`; 0 = it was never set. */
export async function writePart(tx: Db, part: PartRow, change: { at: Date; by: string | null }): Promise<boolean> {
  const row: SettingRow = {
    key: prefix + part.part,
    value: part.value,
    version: part.version + 1,
    updatedAt: change.at,
    changedBy: change.by,
  };
  if (part.version === 0) {
    const made = await tx.insert(settings).values(row).onConflictDoNothing();
    return (made.rowCount ?? 0) > 0;
  }
  const kept = await tx
    .update(settings)
    .set({ value: row.value, version: row.version, updatedAt: row.updatedAt, changedBy: row.changedBy })
    .where(and(eq(settings.key, row.key), eq(settings.version, part.version)));
  return (kept.rowCount ?? 0) > 0;
}

/** A sealed text inside of a setting; null when there is none. `path`: as `#>>` takes it. */
export async function sealedIn(db: Db, { key, path }: { key: string; path: readonly string[] }): Promise<string | null> {
  const { rows } = await db.execute(sql`select value #>> ${sql.param(path)}::text[] as sealed from settings where key = ${key}`);
  return z.parse(z.array(z.object({ sealed: z.nullable(z.string()) })), rows)[0]?.sealed ?? null;
}
/** Puts another sealed text in its place, unless it was changed meanwhile. */
export async function replaceSealed(
  tx: Db,
  { key, path }: { key: string; path: readonly string[] },
  { from, to }: { from: string; to: string },
): Promise<void> {
  const at = sql.param(path);
  await tx.execute(
    sql`update settings set value = jsonb_set(value, ${at}::text[], to_jsonb(${to}::text))
      where key = ${key} and value #>> ${at}::text[] = ${from}`,
  );
}

/** The newest version of a page; null when there is none. */
export async function newestLegal(db: Db, kind: LegalKind): Promise<LegalRow | null> {
  const [row] = await db
    .select()
    .from(legalVersions)
    .where(eq(legalVersions.kind, kind))
    .orderBy(desc(legalVersions.version))
    .limit(1);
  return row ?? null;
}

/** Numbers and days of a page's versions, the newest first. */
export function legalHistory(db: Db, kind: LegalKind): Promise<Pick<LegalRow, 'version' | 'publishedAt'>[]> {
  return db
    .select({ version: legalVersions.version, publishedAt: legalVersions.publishedAt })
    .from(legalVersions)
    .where(eq(legalVersions.kind, kind))
    .orderBy(desc(legalVersions.version))
    .limit(50);
}

/** Pages that have a text, with the number of their newest version. */
export async function legalNumbers(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectDistinctOn([legalVersions.kind], {
      kind: legalVersions.kind,
      version: legalVersions.version,
      filled: sql<boolean>`${legalVersions.texts} <> '{}'::jsonb`,
    })
    .from(legalVersions)
    .orderBy(legalVersions.kind, desc(legalVersions.version));
  return new Map(rows.filter((row) => row.filled).map((row) => [row.kind, row.version]));
}

/** False when this number is taken. */
export async function insertLegal(tx: Db, row: LegalRow): Promise<boolean> {
  try {
    await tx.insert(legalVersions).values(row);
    return true;
  } catch (error) {
    if (isDuplicate(error, 'legal_versions_pkey')) return false;
    throw error;
  }
}

const told = z.array(z.object({ yes: z.boolean() }));
/** Whether the settings name a mail server; whoever's eyes `db` has. */
export async function mailServerIsSet(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select mail_server_is_set() as yes`);
  return z.parse(told, rows)[0]?.yes ?? false;
}
