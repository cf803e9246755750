import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';

const personSpan = z.object({ userId: z.string(), startsAt: z.number(), endsAt: z.number() });
/** Epoch milliseconds. */
export type PersonSpan = z.output<typeof personSpan>;
/** `from`, `to`: epoch milliseconds; `apart`: a series that is left out. */
export type BusyQuery = { accountId: string; people: readonly string[]; from: number; to: number; apart: string | null };

/** Meetings of an account that these people host or are invited to and did not decline, the earliest first. */
export async function personSpans(db: Db, { accountId, people, from, to, apart }: BusyQuery): Promise<PersonSpan[]> {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const ids = sql`any(${sql.param([...people])}::uuid[])`;
  // none lasts longer than a day: so the index of the start finds those that began before
  const range = sql`d.account_id = ${accountId}::uuid and d.starts_at < ${at(to)} and d.starts_at > ${at(from - 86_400_000)}
    and d.ends_at > ${at(from)} and d.meeting_id is distinct from ${apart}::uuid`;
  const { rows } = await db.execute(sql`
    select b.user_id "userId", (extract(epoch from b.starts_at) * 1000)::float8 "startsAt",
      (extract(epoch from b.ends_at) * 1000)::float8 "endsAt"
    from (select i.user_id, d.starts_at, d.ends_at from scheduled_invitees i
        join scheduled_dates d on d.meeting_id = i.meeting_id
        where i.user_id = ${ids} and i.account_id = ${accountId}::uuid and i.answer <> 'declined' and ${range}
      union all
      select m.organizer_id, d.starts_at, d.ends_at from scheduled_dates d
        join scheduled_meetings m on m.id = d.meeting_id where m.organizer_id = ${ids} and ${range}) b
    order by b.starts_at`);
  return z.parse(z.array(personSpan), rows);
}
