/** What is kept of drafts. A revision is never changed: restoring one writes its text again as the draft. */
import type { ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { namesOf } from '#meet/rooms/server/access.service.ts';
import { blogLimits } from '../blog.rules.ts';
import type { postsCalls } from '../posts.contract.ts';
import type { PostRevisionRow, PostTextRow } from './blog.table.ts';
import { blogEditorOf } from './categories.service.ts';
import { isEdited } from './post-view.service.ts';
import {
  insertRevision,
  lastRevision,
  nameRevision,
  postText,
  pruneRevisions,
  revisionByNumber,
  revisionsOf,
} from './posts.queries.ts';

/** Saves of one person within this time are one revision. */
const together = 10 * 60_000;

/** The draft as a revision; the last one where it says the same. */
export async function revisionOfDraft(ctx: Ctx, tx: Db, text: PostTextRow): Promise<PostRevisionRow> {
  const last = await lastRevision(tx, text);
  if (last !== null && !isEdited(text, last)) return last;
  const { postId, locale, title, excerpt, body, seoTitle, seoDescription, words, editedBy } = text;
  const row = {
    ...{ postId, locale, title, excerpt, body, seoTitle, seoDescription, words },
    ...{ id: newId(ctx.now()), number: (last?.number ?? 0) + 1, name: null, madeBy: editedBy, madeAt: text.editedAt },
  };
  await insertRevision(tx, row);
  await pruneRevisions(tx, text, blogLimits.revisions);
  return row;
}

type OverwrittenText = { text: PostTextRow; actor: UserActor; always: boolean };
/** Before a draft is written over. */
export async function keepDraft(ctx: Ctx, tx: Db, { text, actor, always }: OverwrittenText): Promise<void> {
  if (text.words === 0) return;
  const last = await lastRevision(tx, text);
  const edited = text.editedAt.getTime();
  const recent = last !== null && ctx.now() - edited < together && edited - last.madeAt.getTime() < together;
  if (always || text.editedBy !== actor.userId || !recent) await revisionOfDraft(ctx, tx, text);
}

export async function keepNamed(ctx: Ctx, tx: Db, { text, name }: { text: PostTextRow; name: string }): Promise<void> {
  const { id } = await revisionOfDraft(ctx, tx, text);
  if (name !== '') await nameRevision(tx, id, name);
}

type PostRevisions = ResultIn<typeof postsCalls.revisions>;
const itemOf = (
  row: Omit<PostRevisionRow, 'body'>,
  names: ReadonlyMap<string, string>,
  live: string | null,
): PostRevisions['items'][number] => {
  const author = row.madeBy === null ? undefined : names.get(row.madeBy);
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    title: row.title,
    words: row.words,
    madeAt: row.madeAt.getTime(),
    madeBy: row.madeBy === null || author === undefined ? null : { id: row.madeBy, name: author },
    live: row.id === live,
  };
};

export async function listRevisions(ctx: Ctx, of: { id: string; locale: Locale }): Promise<PostRevisions> {
  blogEditorOf(ctx, 'posts.edit');
  const { read } = ctx.system;
  const key = { postId: of.id, locale: of.locale };
  const text = await postText(read, of.id, of.locale);
  if (text === null) throw notFound();
  const rows = await revisionsOf(read, key, blogLimits.revisions);
  const names = await namesOf(
    ctx,
    rows.map((row) => row.madeBy),
  );
  return { items: rows.map((row) => itemOf(row, names, text.liveRevision)) };
}

type OneRevision = { id: string; locale: Locale; number: number };
export async function getRevision(ctx: Ctx, of: OneRevision): Promise<ResultIn<typeof postsCalls.revision>> {
  blogEditorOf(ctx, 'posts.edit');
  const { read } = ctx.system;
  const key = { postId: of.id, locale: of.locale };
  const [text, row] = [await postText(read, of.id, of.locale), await revisionByNumber(read, key, of.number)];
  if (row === null) throw notFound();
  const { excerpt, seoTitle, seoDescription, body } = row;
  return {
    ...itemOf(row, await namesOf(ctx, [row.madeBy]), text?.liveRevision ?? null),
    excerpt,
    seoTitle,
    seoDescription,
    body,
  };
}
