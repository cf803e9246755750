import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#kit/facts.ts';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { CampaignState } from '../newsletter.rules.ts';
import { type CampaignRow, type CampaignTextRow, newsletterCampaigns, newsletterTexts } from './newsletter.table.ts';

export const campaignGroups: Readonly<Record<'drafts' | 'in_progress' | 'sent', readonly CampaignState[]>> = {
  drafts: ['draft'],
  in_progress: ['scheduled', 'sending', 'paused'],
  sent: ['sent', 'cancelled'],
};
type CampaignGroup = keyof typeof campaignGroups;
const columns = getTableColumns(newsletterCampaigns);

/** In progress before all others. */
const rank = sql<number>`(case when ${newsletterCampaigns.state} in ('sending', 'paused') then 0 when ${newsletterCampaigns.state} = 'scheduled' then 1 else 2 end)`;
export type CampaignFilter = { search?: string; group?: CampaignGroup };
const matching = ({ search, group }: CampaignFilter): SQL | undefined =>
  and(
    group === undefined ? undefined : inArray(newsletterCampaigns.state, [...campaignGroups[group]]),
    search === undefined
      ? undefined
      : sql`(${newsletterCampaigns.name} ilike ${containsPattern(search)} or exists (select 1 from newsletter_texts t
          where t.campaign_id = ${newsletterCampaigns.id} and t.subject ilike ${containsPattern(search)}))`,
  );

export type CampaignPosition = { rank: number; at: Date; id: string };
type CampaignsPage = { after: CampaignPosition | null; limit: number };
export function campaignsPage(
  db: Db,
  filter: CampaignFilter,
  { after, limit }: CampaignsPage,
): Promise<(CampaignRow & { rank: number })[]> {
  const further =
    after === null
      ? undefined
      : rowsAfter(
          [rank, after.rank, 'asc'],
          [newsletterCampaigns.updatedAt, after.at, 'desc'],
          [newsletterCampaigns.id, after.id, 'asc'],
        );
  return db
    .select({ ...columns, rank })
    .from(newsletterCampaigns)
    .where(and(matching(filter), further))
    .orderBy(rank, desc(newsletterCampaigns.updatedAt), asc(newsletterCampaigns.id))
    .limit(limit);
}
export const countCampaigns = (db: Db, filter: CampaignFilter): Promise<number | undefined> =>
  totalOf(db, newsletterCampaigns, matching(filter));
export async function campaignCounts(db: Db): Promise<Record<CampaignGroup, number>> {
  const rows = await db
    .select({ state: newsletterCampaigns.state, n: sql<number>`count(*)::int` })
    .from(newsletterCampaigns)
    .groupBy(newsletterCampaigns.state);
  const sum = (group: CampaignGroup) =>
    rows.filter((row) => campaignGroups[group].includes(row.state)).reduce((total, row) => total + row.n, 0);
  return { drafts: sum('drafts'), in_progress: sum('in_progress'), sent: sum('sent') };
}

export async function campaignById(db: Db, id: string): Promise<CampaignRow | null> {
  const [row] = await db.select().from(newsletterCampaigns).where(eq(newsletterCampaigns.id, id));
  return row ?? null;
}
/** Of two who change the campaign at once, be it a person or its sender, one comes first. */
export async function lockCampaign(tx: Db, id: string): Promise<CampaignRow | null> {
  const [row] = await tx.select().from(newsletterCampaigns).where(eq(newsletterCampaigns.id, id)).for('update');
  return row ?? null;
}
/** False where the post has a campaign for the list. */
export async function insertCampaign(tx: Db, row: CampaignRow): Promise<boolean> {
  const done = await tx.insert(newsletterCampaigns).values(row).onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
export async function campaignOfPost(db: Db, of: { postId: string; listId: string }): Promise<CampaignRow | null> {
  const [row] = await db
    .select()
    .from(newsletterCampaigns)
    .where(
      and(
        eq(newsletterCampaigns.postId, of.postId),
        eq(newsletterCampaigns.listId, of.listId),
        sql`${newsletterCampaigns.state} <> 'cancelled'`,
      ),
    );
  return row ?? null;
}
type CampaignChange = Partial<Omit<CampaignRow, 'id' | 'revision'>>;
/** Of an edit or a step, which others who have it open must see. */
export async function setCampaign(tx: Db, id: string, change: CampaignChange): Promise<CampaignRow | null> {
  const [row] = await tx
    .update(newsletterCampaigns)
    .set({ ...change, revision: sql`${newsletterCampaigns.revision} + 1` })
    .where(eq(newsletterCampaigns.id, id))
    .returning();
  return row ?? null;
}
/** Of the sender: how far it is. */
export async function setProgress(tx: Db, id: string, change: CampaignChange): Promise<void> {
  await tx.update(newsletterCampaigns).set(change).where(eq(newsletterCampaigns.id, id));
}
export async function countUnsubscribed(tx: Db, id: string): Promise<void> {
  await tx
    .update(newsletterCampaigns)
    .set({ unsubscribed: sql`${newsletterCampaigns.unsubscribed} + 1` })
    .where(eq(newsletterCampaigns.id, id));
}
export async function deleteCampaign(tx: Db, id: string): Promise<void> {
  await tx.delete(newsletterCampaigns).where(eq(newsletterCampaigns.id, id));
}
/** Campaigns whose job should have come by now. */
export async function stalledCampaigns(db: Db, before: Date): Promise<string[]> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from newsletter_campaigns where (state = 'scheduled' and start_at < ${at})
      or (state = 'sending' and coalesce(next_batch_at, started_at) < ${at}) limit 100`);
  return rows.map((row) => row.id);
}
/** Mails that campaigns wrote since then. */
export async function writtenSince(db: Db, since: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select coalesce(sum(written), 0)::int as n from newsletter_campaigns where started_at >= ${since.toISOString()}::timestamptz`,
  );
  return rows[0]?.n ?? 0;
}

export const textsOf = (db: Db, campaignId: string): Promise<CampaignTextRow[]> =>
  db.select().from(newsletterTexts).where(eq(newsletterTexts.campaignId, campaignId)).orderBy(asc(newsletterTexts.locale));
export async function subjectsOf(db: Db, rows: readonly CampaignRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const found = await db
    .select({ id: newsletterTexts.campaignId, locale: newsletterTexts.locale, subject: newsletterTexts.subject })
    .from(newsletterTexts)
    .where(inArray(newsletterTexts.campaignId, ids));
  const originals = found.filter((text) => rows.some((row) => row.id === text.id && row.locale === text.locale));
  return new Map(originals.map((text) => [text.id, text.subject]));
}
type TextKey = { campaignId: string; locale: Locale };
const isText = ({ campaignId, locale }: TextKey) =>
  and(eq(newsletterTexts.campaignId, campaignId), eq(newsletterTexts.locale, locale));
export async function insertTexts(tx: Db, rows: readonly CampaignTextRow[]): Promise<void> {
  await tx.insert(newsletterTexts).values([...rows]);
}
export async function setText(tx: Db, key: TextKey, change: Partial<CampaignTextRow>): Promise<void> {
  await tx
    .update(newsletterTexts)
    .set({ ...change, revision: sql`${newsletterTexts.revision} + 1` })
    .where(isText(key));
}
export async function deleteText(tx: Db, key: TextKey): Promise<void> {
  await tx.delete(newsletterTexts).where(isText(key));
}

/** Whether something is about to be sent to the list. */
export async function hasOpenCampaign(db: Db, listId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: newsletterCampaigns.id })
    .from(newsletterCampaigns)
    .where(and(eq(newsletterCampaigns.listId, listId), inArray(newsletterCampaigns.state, [...campaignGroups.in_progress])))
    .limit(1);
  return row !== undefined;
}
