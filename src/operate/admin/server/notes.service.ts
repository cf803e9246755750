/** Notes about an account: those of the operator's people among themselves, and those of a vendor's. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { newId } from '#kit/server/ids.ts';
import { getKept, keeperOf } from '#core/accounts/server/directory.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { NoteView, usersCalls } from '../admin.contract.ts';
import { insertNote, notesAbout } from './admin.queries.ts';

export async function listNotes(
  ctx: Ctx,
  input: { id: string; query: Parsed<typeof usersCalls.notes>['query'] },
): Promise<ResultIn<typeof usersCalls.notes>> {
  const keeper = keeperOf(ctx);
  await getKept(ctx, input.id);
  const { cursor, limit } = input.query;
  const of = { accountId: keeper.accountId, aboutId: input.id };
  const rows = await notesAbout(ctx.db.read, of, { before: idCursor.read(cursor), limit: limit + 1 });
  const { shown, next } = pageById(rows, limit);
  // with the rights of the system: the author may have left
  const names = await findNames(
    ctx.system.read,
    shown.map((row) => row.authorId),
  );
  return {
    items: shown.map((row) => ({
      id: row.id,
      author: names.get(row.authorId) ?? null,
      body: row.body,
      createdAt: row.createdAt.getTime(),
    })),
    next,
  };
}

export async function addNote(ctx: Ctx, input: { id: string; body: string }): Promise<NoteView> {
  const keeper = keeperOf(ctx);
  await getKept(ctx, input.id);
  const row = {
    id: newId(ctx.now()),
    accountId: keeper.accountId,
    aboutId: input.id,
    authorId: keeper.userId,
    body: input.body,
    createdAt: new Date(ctx.now()),
  };
  await ctx.db.write(async (tx) => {
    await insertNote(tx, row);
    // in the keeper's own log alone
    await record(ctx, tx, { action: 'accounts.note-added', subjectKind: 'account', subjectId: input.id });
  });
  return { id: row.id, author: keeper.name, body: row.body, createdAt: row.createdAt.getTime() };
}
