/** Opens and clicks of campaigns, of readers who agreed: one of each per reader, mail and link. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

export type CampaignLink = { hash: string; url: string };
export async function keepLinks(
  tx: Db,
  { campaignId, links }: { campaignId: string; links: readonly CampaignLink[] },
): Promise<void> {
  if (links.length === 0) return;
  const [hashes, urls] = [links.map(({ hash }) => hash), links.map(({ url }) => url)];
  await tx.execute(sql`
    insert into newsletter_links (campaign_id, hash, url)
    select ${campaignId}::uuid, hash, url from unnest(${sql.param(hashes)}::text[], ${sql.param(urls)}::text[]) as l (hash, url)
    on conflict do nothing`);
}
export async function linkUrl(db: Db, of: { campaignId: string; hash: string }): Promise<string | null> {
  const { rows } = await db.execute<{ url: string }>(
    sql`select url from newsletter_links where campaign_id = ${of.campaignId}::uuid and hash = ${of.hash}`,
  );
  return rows[0]?.url ?? null;
}

export type ReaderOfCampaign = { campaignId: string; subscriberId: string };
export async function noteOpened(db: Db, { campaignId, subscriberId }: ReaderOfCampaign): Promise<void> {
  await db.execute(sql`
    update newsletter_deliveries set opened = true
    where campaign_id = ${campaignId}::uuid and subscriber_id = ${subscriberId}::uuid and counted and not opened`);
}
export async function noteClick(db: Db, { campaignId, subscriberId, hash }: ReaderOfCampaign & { hash: string }): Promise<void> {
  await db.execute(sql`
    insert into newsletter_clicks (campaign_id, subscriber_id, hash)
    select d.campaign_id, d.subscriber_id, ${hash} from newsletter_deliveries d
    where d.campaign_id = ${campaignId}::uuid and d.subscriber_id = ${subscriberId}::uuid and d.counted
    on conflict do nothing`);
}
/** What was counted of a reader who no longer agrees. */
export async function forgetFigures(tx: Db, subscriberId: string): Promise<void> {
  await tx.execute(sql`delete from newsletter_clicks where subscriber_id = ${subscriberId}::uuid`);
  await tx.execute(sql`
    update newsletter_deliveries set counted = false, opened = false where subscriber_id = ${subscriberId}::uuid and counted`);
}

export type CampaignFigures = { agreed: number; opened: number; clicked: number; links: { url: string; readers: number }[] };
export async function figuresOf(db: Db, campaignId: string): Promise<CampaignFigures> {
  const { rows } = await db.execute<{ agreed: number; opened: number; clicked: number }>(sql`
    select count(*)::int as agreed, count(*) filter (where opened)::int as opened,
      (select count(distinct subscriber_id)::int from newsletter_clicks where campaign_id = ${campaignId}::uuid) as clicked
    from newsletter_deliveries where campaign_id = ${campaignId}::uuid and counted`);
  const links = await db.execute<{ url: string; readers: number }>(sql`
    select l.url, count(c.subscriber_id)::int as readers from newsletter_links l
      left join newsletter_clicks c on c.campaign_id = l.campaign_id and c.hash = l.hash
    where l.campaign_id = ${campaignId}::uuid group by l.url order by readers desc, l.url limit 50`);
  return { ...(rows[0] ?? { agreed: 0, opened: 0, clicked: 0 }), links: links.rows };
}
