import { desc, eq, sql } from 'drizzle-orm';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { readSettings, replaceSetting } from '#kit/server/settings.queries.ts';
import * as z from 'zod/mini';
import type { LegalKind } from '../platform.rules.ts';
import { type LegalRow, legalVersions } from './platform.table.ts';

const prefix = 'platform.';
export type PartRow = { part: string; value: unknown; version: number };

/** Every part that was ever set. */
export const partRows = async (db: Db): Promise<PartRow[]> =>
  (await readSettings(db, prefix)).map(({ key, ...row }) => ({ part: key.slice(prefix.length), ...row }));

/** False when somebody else changed the part since `version`; 0 = it was never set. */
export const writePart = (tx: Db, { part, ...row }: PartRow, change: { at: Date; by: string | null }): Promise<boolean> =>
  replaceSetting(tx, { key: prefix + part, ...row }, change);

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
/** Whether the settings name a mail server; works with every database role. */
export async function mailServerIsSet(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select mail_server_is_set() as yes`);
  return z.parse(told, rows)[0]?.yes ?? false;
}
