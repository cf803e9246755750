/** A post from state to state, and what time brings: scheduled posts become public, old ones leave the bin. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { plainTextOf } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { blogLimits, missingForPublic, nextState, permissionFor, type PostAction, type PostState } from '../blog.rules.ts';
import type { PostItem, postsCalls } from '../posts.contract.ts';
import type { PostRow } from './blog.table.ts';
import { blogEditorOf } from './categories.service.ts';
import { viewItem } from './post-view.service.ts';
import { clearLive, deletePost, lockPost, longInTrash, setLive, setPost, wholeTexts } from './posts.queries.ts';
import { revisionOfDraft } from './revisions.service.ts';

export const PUBLISH_JOB = 'blog.publish';
const yearMs = 365 * 86_400_000;

/** The original has to be ready; other languages become public with it as soon as they are. */
async function mustBeReady(tx: Db, row: PostRow): Promise<void> {
  const original = (await wholeTexts(tx, row.id)).find((text) => text.locale === row.locale);
  const missing = missingForPublic(original ?? { title: '', slug: '', words: 0 });
  if (missing.length > 0) throw new Failure('not_ready', { data: { missing } });
}

function timeOf(ctx: Ctx, at: number | undefined): Date {
  if (at === undefined) throw new Failure('invalid_input', { fields: { 'body.at': 'required' } });
  if (at <= ctx.now()) throw new Failure('in_the_past', { fields: { 'body.at': 'in_the_past' } });
  if (at > ctx.now() + blogLimits.scheduleYears * yearMs)
    throw new Failure('too_far_ahead', { fields: { 'body.at': 'too_far_ahead' }, data: { years: blogLimits.scheduleYears } });
  return new Date(at);
}

/** Readers see the drafts from now on, each kept as a revision. */
async function putLive(ctx: Ctx, tx: Db, row: PostRow): Promise<void> {
  for (const text of await wholeTexts(tx, row.id))
    if (missingForPublic(text).length === 0)
      await setLive(tx, text, { revision: await revisionOfDraft(ctx, tx, text), plain: plainTextOf(text.body) });
}

async function changeFor(
  ctx: Ctx,
  tx: Db,
  of: { row: PostRow; action: PostAction; to: PostState; at: number | undefined },
): Promise<Partial<PostRow>> {
  const { row, action, to, at } = of;
  const now = new Date(ctx.now());
  switch (to) {
    case 'scheduled': {
      const publishAt = timeOf(ctx, at);
      await mustBeReady(tx, row);
      await ctx.jobs.enqueue(tx, {
        job: PUBLISH_JOB,
        payload: { id: row.id, at: publishAt.getTime() },
        key: `${row.id} ${publishAt.getTime()}`,
        after: publishAt.getTime(),
      });
      return { publishAt };
    }
    case 'published':
      // what comes out of the archive is what readers saw before: its draft was not approved by that
      if (action === 'publish') {
        await mustBeReady(tx, row);
        await putLive(ctx, tx, row);
      }
      return {
        publishAt: null,
        wasPublic: true,
        // what comes back keeps its place among the others; what was scheduled is new at its time
        publishedAt: row.state === 'scheduled' ? now : (row.publishedAt ?? now),
      };
    case 'draft':
    case 'in_review':
      await clearLive(tx, row.id);
      return { publishAt: null, trashedAt: null };
    case 'trashed':
      await clearLive(tx, row.id);
      return { publishAt: null, trashedAt: now };
    case 'archived':
      return {};
  }
}

type PostStep = { row: PostRow; action: PostAction; at?: number | undefined };
/** Null: it is gone for good. Throws `no_such_step`, `not_ready`, `in_the_past`, `too_far_ahead`. */
async function take(ctx: Ctx, tx: Db, { row, action, at }: PostStep): Promise<PostRow | null> {
  const to = nextState(row.state, action);
  if (to === null) throw new Failure('no_such_step', { data: { state: row.state } });
  const deed = { action: `blog.post-${action}`, subjectKind: 'blog_post', subjectId: row.id, data: { from: row.state } };
  await record(ctx, tx, ctx.actor.kind === 'system' ? { ...deed, accountId: null } : deed);
  if (to === 'purged') {
    await deletePost(tx, row.id);
    return null;
  }
  const change = await changeFor(ctx, tx, { row, action, to, at });
  const updatedBy = ctx.actor.kind === 'user' ? { updatedBy: ctx.actor.userId } : {};
  return setPost(tx, row.id, { ...change, state: to, updatedAt: new Date(ctx.now()), ...updatedBy });
}

type StepRequest = { id: string; body: Parsed<typeof postsCalls.step>['body'] };
export async function stepPost(ctx: Ctx, { id, body }: StepRequest): Promise<PostItem> {
  const actor = blogEditorOf(ctx, 'posts.edit');
  return ctx.system.write(async (tx) => {
    const row = await lockPost(tx, id);
    if (row === null) throw notFound();
    const needed = permissionFor(body.action, row.state);
    if (!actor.scope.includes(needed)) throw notAllowed(needed);
    if (row.revision !== body.revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    const before = await viewItem(ctx, tx, row);
    const changed = await take(ctx, tx, { row, action: body.action, at: body.at });
    // what is gone is answered as it was, with nothing more to do
    return changed === null ? { ...before, actions: [] } : viewItem(ctx, tx, changed);
  });
}

/** The time has come. Once: a post that was taken back, or scheduled for another time, is left alone. */
export async function publishDue(ctx: Ctx, { id, at }: { id: string; at: number }): Promise<void> {
  await ctx.system.write(async (tx) => {
    const row = await lockPost(tx, id);
    if (row?.state !== 'scheduled' || row.publishAt?.getTime() !== at) return;
    await take(ctx, tx, { row, action: 'publish' });
  });
}

/** Deletes what was in the bin for its days; how many. */
export async function purgeTrash(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now() - blogLimits.trashDays * 86_400_000);
  return ctx.system.write(async (tx) => {
    const rows = await longInTrash(tx, before);
    for (const { id } of rows) {
      const row = await lockPost(tx, id);
      if (row?.state === 'trashed') await take(ctx, tx, { row, action: 'purge' });
    }
    return rows.length;
  });
}
