/** Who a campaign goes to: counted before it starts, fixed when it does, and taken in batches. */
import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#kit/facts.ts';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';
import { subscriptionsSql } from '#sales/billing/server/billing.sql.ts';
import type { CampaignAudience, CampaignRow } from './newsletter.table.ts';

export type AudienceOf = Pick<CampaignRow, 'listId' | 'audience'>;
/** Somebody of an account with one of these plans, known by the address. */
const onPlans = (plans: readonly string[]): SQL => sql`exists (
  select 1 from ${usersSql} u join ${membershipsSql} m on m.user_id = u.id and m.state = 'active'
    join ${subscriptionsSql} b on b.account_id = m.account_id and b.kind = 'base'
      and b.state in ('trialing', 'active', 'past_due', 'restricted', 'paused')
  where lower(u.email) = p.email and b.plan_id = any(${sql.param([...plans])}::uuid[]))`;
const narrowed = ({ locales, plans }: CampaignAudience): SQL =>
  sql.join(
    [
      sql`true`,
      ...(locales.length === 0 ? [] : [sql`p.locale = any(${sql.param([...locales])}::text[])`]),
      ...(plans.length === 0 ? [] : [onPlans(plans)]),
    ],
    sql` and `,
  );
const confirmed = (listId: string): SQL => sql`newsletter_subscriptions s join newsletter_subscribers p on p.id = s.subscriber_id
  where s.list_id = ${listId} and s.state = 'confirmed'`;

export type AudienceCount = { confirmed: number; matching: number; suppressed: number };
/** `matching` of the confirmed are in the segment, `suppressed` of those get nothing. */
export async function countAudience(db: Db, { listId, audience }: AudienceOf): Promise<AudienceCount> {
  const { rows } = await db.execute<AudienceCount>(sql`
    select count(*)::int as confirmed, count(*) filter (where fits)::int as matching,
      count(*) filter (where fits and state <> 'active')::int as suppressed
    from (select p.state, (${narrowed(audience)}) as fits from ${confirmed(listId)}) counted`);
  return rows[0] ?? { confirmed: 0, matching: 0, suppressed: 0 };
}

type FreezeStep = { campaign: CampaignRow; limit: number };
/**
 * Writes the next subscribers of the audience down as deliveries, in the order of their ids, and answers the last; null: there were none.
 * Who confirmed after the start is not among them, however long the freezing takes.
 */
export async function freezeNext(tx: Db, { campaign, limit }: FreezeStep): Promise<{ last: string; added: number } | null> {
  const startedAt = (campaign.startedAt ?? new Date(0)).toISOString();
  const { rows } = await tx.execute<{ last: string | null; added: number }>(sql`
    with chosen as (
      select p.id from ${confirmed(campaign.listId)} and p.state = 'active' and s.confirmed_at <= ${startedAt}::timestamptz
        and ${narrowed(campaign.audience)} ${campaign.frozenTo === null ? sql`` : sql`and p.id > ${campaign.frozenTo}::uuid`}
      order by p.id limit ${limit}),
    added as (
      insert into newsletter_deliveries (campaign_id, subscriber_id) select ${campaign.id}::uuid, id from chosen
      on conflict do nothing returning 1)
    select (select id from chosen order by id desc limit 1) as last, (select count(*)::int from added) as added`);
  const [row] = rows;
  return row === undefined || row.last === null ? null : { last: row.last, added: row.added };
}

export type DueDelivery = { subscriberId: string; email: string; locale: Locale; receives: boolean; counted: boolean };
/**
 * The next deliveries, locked. One that somebody else has locked is waited for, and not skipped: what is skipped here would be missing when
 * nothing else is left. `receives`: false for who left the list, or is suppressed, since the audience was fixed.
 */
export async function takeDeliveries(tx: Db, of: { campaignId: string; listId: string; limit: number }): Promise<DueDelivery[]> {
  const { rows } = await tx.execute<DueDelivery>(sql`
    select d.subscriber_id as "subscriberId", p.email, p.locale, p.figures_agreed_at is not null as counted,
      (p.state = 'active' and exists (select 1 from newsletter_subscriptions s
        where s.subscriber_id = p.id and s.list_id = ${of.listId}::uuid and s.state = 'confirmed')) as receives
    from newsletter_deliveries d join newsletter_subscribers p on p.id = d.subscriber_id
    where d.campaign_id = ${of.campaignId}::uuid and d.state = 'waiting' order by d.subscriber_id limit ${of.limit} for update of d`);
  return rows;
}
type SettlingAudience = {
  campaignId: string;
  ids: readonly string[];
  /** Those of them whose opens and clicks are counted. */
  counted: readonly string[];
  state: 'written' | 'skipped';
  at: Date;
};
export async function settleDeliveries(tx: Db, { campaignId, ids, counted, state, at }: SettlingAudience): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update newsletter_deliveries set state = ${state}, at = ${at.toISOString()}::timestamptz, counted = subscriber_id = any(${sql.param([...counted])}::uuid[])
    where campaign_id = ${campaignId}::uuid and subscriber_id = any(${sql.param([...ids])}::uuid[])`);
}
