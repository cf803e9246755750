/** Trials of a seller's plans. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { subscriptionsSql } from '#sales/billing/server/billing.sql.ts';

type Trial = { id: string; account: string; endsAt: string; pays: boolean; meetings: number };
/** Those that end between two moments, the next one first, with what was done in them. What ends at its end anyway is left out. */
export async function trialsEnding(
  db: Db,
  { sellerId, from, to }: { sellerId: string; from: Date; to: Date },
  limit: number,
): Promise<Trial[]> {
  const { rows } =
    await db.execute<Trial>(sql`select s.id, a.name as account, (extract(epoch from s.trial_end) * 1000)::bigint::text as "endsAt",
      s.method_id is not null as pays, (select count(*)::int from ${meetingsSql} m where m.account_id = s.account_id
        and m.created_at >= s.created_at and m.state <> 'failed') as meetings
    from (select * from ${subscriptionsSql} subscriptions where seller_id = ${sellerId} and state = 'trialing' and kind = 'base' and not cancel_at_end
      and trial_end >= ${from} and trial_end < ${to} order by trial_end, id limit ${limit}) s
    join ${accountsSql} a on a.id = s.account_id order by s.trial_end, s.id`);
  return rows;
}
