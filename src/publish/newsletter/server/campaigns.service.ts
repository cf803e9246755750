/** Writing campaigns. The newsletter is no account's data, hence the system's eyes; each verb asks the operator's permission first. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { countWords, emptyRichText, plainTextOf } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cursorId, cursorOf, cursorTime, pageOf, requirePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { requireNewEmbeds } from '#publish/blog/server/embeds.service.ts';
import { liveTexts } from '#publish/blog/server/live-texts.service.ts';
import { requireNewPictures } from '#publish/blog/server/pictures.service.ts';
import type { CampaignDetail, CampaignText, newsletterCampaignsCalls } from '../campaigns.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import { viewCampaign, viewCampaigns, viewText } from './campaign-view.service.ts';
import {
  campaignById,
  campaignCounts,
  campaignOfPost,
  type CampaignPosition,
  campaignsPage,
  countCampaigns,
  deleteCampaign,
  deleteText,
  insertCampaign,
  insertTexts,
  lockCampaign,
  setCampaign,
  setText,
  textsOf,
  writtenSince,
} from './campaigns.queries.ts';
import { listById } from './lists.queries.ts';
import { newsletterEditorOf } from './newsletter-editor.service.ts';
import type { CampaignRow, CampaignTextRow } from './newsletter.table.ts';
import { subscriberFigures } from './subscribers.queries.ts';

type NewsletterCampaignsCalls = typeof newsletterCampaignsCalls;
const campaignCursor = cursorOf<CampaignPosition>(
  z.object({ rank: z.int().check(z.gte(0), z.lte(2)), at: cursorTime, id: cursorId }),
);

export async function listCampaigns(
  ctx: Ctx,
  query: Parsed<NewsletterCampaignsCalls['list']>['query'],
): Promise<ResultIn<NewsletterCampaignsCalls['list']>> {
  newsletterEditorOf(ctx);
  const { read } = ctx.system;
  const { group, search = '', cursor, limit } = query;
  const filter = { ...(group === undefined ? {} : { group }), ...(search === '' ? {} : { search }) };
  const rows = await campaignsPage(read, filter, { after: requirePosition(campaignCursor, cursor), limit: limit + 1 });
  const { shown, next } = pageOf(rows, limit, ({ rank, updatedAt, id }) => campaignCursor.write({ rank, at: updatedAt, id }));
  return {
    items: await viewCampaigns(read, shown),
    next,
    total: await countCampaigns(read, filter),
    counts: await campaignCounts(read),
  };
}

const lately = 30 * 86_400_000;
export async function newsletterFigures(ctx: Ctx): Promise<ResultIn<NewsletterCampaignsCalls['figures']>> {
  newsletterEditorOf(ctx);
  const since = new Date(ctx.now() - lately);
  const [figures, written] = await Promise.all([subscriberFigures(ctx.system.read, since), writtenSince(ctx.system.read, since)]);
  return { ...figures, written };
}

type NewCampaign = { name: string; listId: string; locale: Locale; postId: string | null };
function blankCampaign(ctx: Ctx, of: NewCampaign): CampaignRow {
  const by = newsletterEditorOf(ctx).userId;
  const at = new Date(ctx.now());
  return {
    id: newId(ctx.now()),
    ...of,
    state: 'draft',
    audience: { locales: [], plans: [] },
    perMinute: newsletterLimits.perMinute.standard,
    ...{ startAt: null, startedAt: null, frozenTo: null, frozenAt: null, nextBatchAt: null, finishedAt: null },
    ...{ recipients: 0, written: 0, skipped: 0, unsubscribed: 0, contentVersion: 1, testedVersion: null, testedAt: null },
    ...{ revision: 1, createdBy: by, updatedBy: by, createdAt: at, updatedAt: at },
  };
}
async function requireOpenList(tx: Db, id: string): Promise<void> {
  const list = await listById(tx, id);
  if (list === null || list.archivedAt !== null) throw notFound();
}
const deed = (action: string, id: string) => ({
  action: `newsletter.${action}`,
  subjectKind: 'newsletter_campaign',
  subjectId: id,
});
type TextStart = Pick<CampaignTextRow, 'campaignId' | 'locale' | 'subject' | 'preview' | 'body' | 'slug'>;
const textRow = (ctx: Ctx, text: TextStart): CampaignTextRow => ({
  ...text,
  ...{ words: countWords(plainTextOf(text.body)), editedAt: new Date(ctx.now()), revision: 1 },
});

export async function createCampaign(
  ctx: Ctx,
  body: Parsed<NewsletterCampaignsCalls['create']>['body'],
): Promise<CampaignDetail> {
  const row = blankCampaign(ctx, { ...body, postId: null });
  return ctx.system.write(async (tx) => {
    await requireOpenList(tx, body.listId);
    await insertCampaign(tx, row);
    const blank = { subject: '', preview: '', body: emptyRichText, slug: null };
    await insertTexts(tx, [textRow(ctx, { campaignId: row.id, locale: row.locale, ...blank })]);
    await record(ctx, tx, deed('campaign-created', row.id));
    return viewCampaign(ctx, tx, row);
  });
}

/** A subject is one line, a title of a post may be longer. */
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
async function alreadyMade(tx: Db, of: { postId: string; listId: string }): Promise<Failure> {
  const known = await campaignOfPost(tx, of);
  return new Failure('already_made', { data: { campaign: known?.id ?? null } });
}

export async function createFromPost(
  ctx: Ctx,
  body: Parsed<NewsletterCampaignsCalls['fromPost']>['body'],
): Promise<CampaignDetail> {
  newsletterEditorOf(ctx);
  return ctx.system.write(async (tx) => {
    await requireOpenList(tx, body.listId);
    const texts = await liveTexts(tx, body.postId);
    const [original] = texts ?? [];
    if (texts === null || original === undefined) throw notFound();
    const name = cut(original.title, newsletterLimits.campaignName);
    const row = blankCampaign(ctx, { name, listId: body.listId, locale: original.locale, postId: body.postId });
    if (!(await insertCampaign(tx, row))) throw await alreadyMade(tx, body);
    await insertTexts(
      tx,
      texts.map(({ locale, title, excerpt, body: text, slug }) =>
        textRow(ctx, {
          ...{ campaignId: row.id, locale, slug, body: text },
          subject: cut(title.replaceAll(/\s+/g, ' '), newsletterLimits.subject),
          preview: cut(excerpt, newsletterLimits.preview),
        }),
      ),
    );
    await record(ctx, tx, { ...deed('campaign-created', row.id), data: { post: body.postId } });
    return viewCampaign(ctx, tx, row);
  });
}

export async function getCampaign(ctx: Ctx, id: string): Promise<CampaignDetail> {
  newsletterEditorOf(ctx);
  const row = await campaignById(ctx.system.read, id);
  if (row === null) throw notFound();
  return viewCampaign(ctx, ctx.system.read, row);
}

/** Readers of one campaign get one text: nothing of it changes once it is scheduled. */
async function lockDraft(tx: Db, id: string): Promise<CampaignRow> {
  const row = await lockCampaign(tx, id);
  if (row === null) throw notFound();
  if (row.state !== 'draft') throw new Failure('not_a_draft', { data: { state: row.state } });
  return row;
}
const edited = (ctx: Ctx, row: CampaignRow) => ({
  updatedAt: new Date(ctx.now()),
  updatedBy: newsletterEditorOf(ctx).userId,
  contentVersion: row.contentVersion + 1,
});

type CampaignEdit = { id: string; body: Parsed<NewsletterCampaignsCalls['edit']>['body'] };
export async function editCampaign(ctx: Ctx, { id, body }: CampaignEdit): Promise<CampaignDetail> {
  newsletterEditorOf(ctx);
  const { revision, name, listId, audience, perMinute } = body;
  return ctx.system.write(async (tx) => {
    const row = await lockDraft(tx, id);
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    if (listId !== undefined && listId !== row.listId) {
      await requireOpenList(tx, listId);
      const of = row.postId === null ? null : { postId: row.postId, listId };
      if (of !== null && (await campaignOfPost(tx, of)) !== null) throw await alreadyMade(tx, of);
    }
    const changed = await setCampaign(tx, id, {
      ...(name === undefined ? {} : { name }),
      ...(listId === undefined ? {} : { listId }),
      ...(audience === undefined ? {} : { audience }),
      ...(perMinute === undefined ? {} : { perMinute }),
      ...edited(ctx, row),
      // a name or a throttle changes nothing that was tested
      ...(listId === undefined && audience === undefined ? { contentVersion: row.contentVersion } : {}),
    });
    await record(ctx, tx, deed('campaign-edited', id));
    return viewCampaign(ctx, tx, changed ?? row);
  });
}

type TextWriting = { id: string; locale: Locale; body: Parsed<NewsletterCampaignsCalls['write']>['body'] };
export async function writeCampaignText(ctx: Ctx, { id, locale, body }: TextWriting): Promise<CampaignText> {
  newsletterEditorOf(ctx);
  const { revision, ...written } = body;
  const known = (await textsOf(ctx.system.read, id)).find((text) => text.locale === locale)?.body ?? null;
  await requireNewPictures(ctx, written.body, known);
  await requireNewEmbeds(ctx, written.body, known);
  return ctx.system.write(async (tx) => {
    const row = await lockDraft(tx, id);
    const before = (await textsOf(tx, id)).find((text) => text.locale === locale) ?? null;
    if ((before?.revision ?? null) !== revision)
      throw new Failure('changed_meanwhile', { data: { version: before?.revision ?? 0 } });
    const text = textRow(ctx, { campaignId: id, locale, slug: before?.slug ?? null, ...written });
    const { revision: _first, ...change } = text;
    if (before === null) await insertTexts(tx, [text]);
    else await setText(tx, { campaignId: id, locale }, change);
    await setCampaign(tx, id, edited(ctx, row));
    return viewText(ctx, { ...text, revision: (before?.revision ?? 0) + 1 });
  });
}

export async function dropCampaignText(ctx: Ctx, { id, locale }: { id: string; locale: Locale }): Promise<Record<string, never>> {
  newsletterEditorOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockDraft(tx, id);
    if (row.locale === locale) throw new Failure('invalid_input', { fields: { 'params.locale': 'original' } });
    await deleteText(tx, { campaignId: id, locale });
    await setCampaign(tx, id, edited(ctx, row));
  });
  return {};
}

export async function removeCampaign(ctx: Ctx, id: string): Promise<Record<string, never>> {
  newsletterEditorOf(ctx);
  await ctx.system.write(async (tx) => {
    await lockDraft(tx, id);
    await deleteCampaign(tx, id);
    await record(ctx, tx, deed('campaign-removed', id));
  });
  return {};
}
