import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Locale } from '#kit/facts.ts';
import { richTextField } from '#kit/rich-text.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type TemplateRow, templates } from './templates.table.ts';

const wordingRow = z.object({ level: z.enum(['account', 'vendor', 'operator']), subject: z.string(), body: richTextField });
export type WordingRow = z.infer<typeof wordingRow>;
export type WordingKey = { accountId: string | null; name: string; locale: string };

/** Published texts for mails of an account, nearest first. Any eyes may ask. */
export async function publishedWordings(db: Db, { accountId, name, locale }: WordingKey): Promise<WordingRow[]> {
  const { rows } = await db.execute(sql`select * from template_wordings(${accountId}::uuid, ${name}, ${locale})`);
  // a text of a later version is skipped as if it were not there
  return rows.flatMap((row) => {
    const read = z.safeParse(wordingRow, row);
    return read.success ? [read.data] : [];
  });
}

/** Null as owner: the operator. */
const ownedBy = (owner: string | null): SQL => (owner === null ? isNull(templates.accountId) : eq(templates.accountId, owner));

export const templatesOf = (db: Db, owner: string | null): Promise<TemplateRow[]> =>
  db.select().from(templates).where(ownedBy(owner));

export type TemplateKey = { owner: string | null; name: string; locale: Locale };
const isOne = ({ owner, name, locale }: TemplateKey) =>
  and(ownedBy(owner), eq(templates.name, name), eq(templates.locale, locale));

export const languagesOf = (db: Db, { owner, name }: Omit<TemplateKey, 'locale'>): Promise<TemplateRow[]> =>
  db
    .select()
    .from(templates)
    .where(and(ownedBy(owner), eq(templates.name, name)));

/** `stale`: somebody else has written that text since. */
export type TextWrite = 'written' | 'stale';
const outcome = (rows: readonly unknown[]): TextWrite => (rows.length > 0 ? 'written' : 'stale');

export async function insertTemplate(tx: Db, row: TemplateRow): Promise<TextWrite> {
  const made = await tx.insert(templates).values(row).onConflictDoNothing().returning({ id: templates.id });
  return outcome(made);
}

export type TemplateChange = Partial<Omit<TemplateRow, 'id' | 'accountId' | 'name' | 'locale' | 'revision'>>;
export async function changeTemplate(
  tx: Db,
  { key, revision }: { key: TemplateKey; revision: number },
  change: TemplateChange,
): Promise<TextWrite> {
  const changed = await tx
    .update(templates)
    .set({ ...change, revision: sql`${templates.revision} + 1` })
    .where(and(isOne(key), eq(templates.revision, revision)))
    .returning({ id: templates.id });
  return outcome(changed);
}

export async function deleteTemplate(tx: Db, { key, revision }: { key: TemplateKey; revision: number }): Promise<TextWrite> {
  const gone = await tx
    .delete(templates)
    .where(and(isOne(key), eq(templates.revision, revision)))
    .returning({ id: templates.id });
  return outcome(gone);
}
