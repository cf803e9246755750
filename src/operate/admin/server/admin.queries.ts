import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountNotes, type NoteRow } from './admin.table.ts';

export async function insertNote(tx: Db, row: NoteRow): Promise<void> {
  await tx.insert(accountNotes).values(row);
}

/** Newest first; `before` is the last note of the page before. */
export function notesAbout(
  db: Db,
  of: { accountId: string; aboutId: string },
  page: { before: string | null; limit: number },
): Promise<NoteRow[]> {
  return db
    .select()
    .from(accountNotes)
    .where(
      and(
        eq(accountNotes.accountId, of.accountId),
        eq(accountNotes.aboutId, of.aboutId),
        page.before === null ? undefined : lt(accountNotes.id, page.before),
      ),
    )
    .orderBy(desc(accountNotes.id))
    .limit(page.limit);
}
