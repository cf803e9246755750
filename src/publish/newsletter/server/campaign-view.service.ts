/** Campaigns as those who write them see them: sums, never people. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { mailFigures } from '#core/outbox/server/bulk-mail.service.ts';
import { hasMailServer, platformNow } from '#core/platform/server/platform.service.ts';
import { embedsOf } from '#publish/blog/server/embeds.service.ts';
import { picturesOf } from '#publish/blog/server/pictures.service.ts';
import type { CampaignDetail, CampaignItem, CampaignText } from '../campaigns.contract.ts';
import { campaignActionsFor, gapsOf, type ReadinessGap } from '../newsletter.rules.ts';
import { type AudienceCount, countAudience } from './audience.queries.ts';
import { figuresOf } from './figures.queries.ts';
import { subjectsOf, textsOf } from './campaigns.queries.ts';
import { listById } from './lists.queries.ts';
import type { CampaignRow, CampaignTextRow } from './newsletter.table.ts';

const timeOf = (at: Date | null): number | null => at?.getTime() ?? null;

const itemOf = (row: CampaignRow, subject: string): CampaignItem => ({
  id: row.id,
  name: row.name,
  subject,
  state: row.state,
  listId: row.listId,
  postId: row.postId,
  audience: row.audience,
  startAt: timeOf(row.startAt),
  startedAt: timeOf(row.startedAt),
  finishedAt: timeOf(row.finishedAt),
  recipients: row.recipients,
  written: row.written,
  skipped: row.skipped,
  unsubscribed: row.unsubscribed,
  updatedAt: row.updatedAt.getTime(),
  revision: row.revision,
  actions: campaignActionsFor(row.state),
});
export async function viewCampaigns(db: Db, rows: readonly CampaignRow[]): Promise<CampaignItem[]> {
  const subjects = await subjectsOf(db, rows);
  return rows.map((row) => itemOf(row, subjects.get(row.id) ?? ''));
}

export async function viewText(ctx: Ctx, text: CampaignTextRow): Promise<CampaignText> {
  const { locale, subject, preview, body, words, editedAt, revision } = text;
  return {
    ...{ locale, subject, preview, body, words, revision },
    ...{ pictures: await picturesOf(ctx, body), embeds: await embedsOf(ctx, body) },
    editedAt: editedAt.getTime(),
  };
}

type CampaignReadiness = { texts: readonly CampaignTextRow[]; count: AudienceCount };
/** What keeps the campaign from going out as it is now. */
export async function readinessGapsOf(
  ctx: Ctx,
  db: Db,
  { row, texts, count }: CampaignReadiness & { row: CampaignRow },
): Promise<ReadinessGap[]> {
  const original = texts.find((text) => text.locale === row.locale);
  const list = await listById(db, row.listId);
  return gapsOf({
    listArchived: list === null || list.archivedAt !== null,
    subject: original?.subject ?? '',
    words: original?.words ?? 0,
    recipients: count.matching - count.suppressed,
    hasMailServer: await hasMailServer(ctx, db),
    contentVersion: row.contentVersion,
    testedVersion: row.testedVersion,
  });
}

export async function viewCampaign(ctx: Ctx, db: Db, row: CampaignRow): Promise<CampaignDetail> {
  const texts = await textsOf(db, row.id);
  const count = await countAudience(db, row);
  const began = row.startedAt !== null;
  const figures = began ? await mailFigures(db, row.id) : {};
  const original = texts.find((text) => text.locale === row.locale);
  return {
    ...itemOf(row, original?.subject ?? ''),
    locale: row.locale,
    perMinute: row.perMinute,
    texts: await Promise.all(texts.map((text) => viewText(ctx, text))),
    testedAt: row.testedVersion === row.contentVersion ? timeOf(row.testedAt) : null,
    delivered: figures.sent ?? 0,
    failed: figures.failed ?? 0,
    waiting: figures.queued ?? 0,
    count: { ...count, recipients: began ? row.recipients : count.matching - count.suppressed },
    gaps: began ? [] : await readinessGapsOf(ctx, db, { row, texts, count }),
    figures: await figuresOf(db, row.id),
    sender: (await platformNow(ctx, db)).mail.from,
  };
}
