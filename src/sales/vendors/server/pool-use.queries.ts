/** What the customers of a vendor use at this moment. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { accountUseSql, accountsSql, isNotEndedSql, membershipsSql } from '#core/accounts/server/accounts.sql.ts';
import { meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { roomsSql } from '#meet/rooms/server/rooms.sql.ts';

const row = z.object({
  rooms: z.coerce.number(),
  people: z.coerce.number(),
  meetings: z.coerce.number(),
  present: z.coerce.number(),
  recorded: z.coerce.number(),
});
/** Sums over all of them; no name and no content leaves it. `recorded`: bytes. */
export async function useUnder(db: Db, vendorId: string): Promise<z.output<typeof row>> {
  const found = await db.execute(sql`
    with c as (select a.id from ${accountsSql} a where a.vendor_account_id = ${vendorId} and ${isNotEndedSql(sql`a`)})
    select (select count(*) from ${roomsSql} r join c on c.id = r.account_id where r.deleted_at is null) as rooms,
      (select count(*) from ${membershipsSql} m join c on c.id = m.account_id where m.state = 'active') as people,
      (select count(*) from ${meetingsSql} m join c on c.id = m.account_id where m.state in ('starting', 'live')) as meetings,
      (select coalesce(sum(m.people), 0) from ${meetingsSql} m join c on c.id = m.account_id where m.state = 'live') as present,
      (select coalesce(sum(u.recorded_bytes), 0) from ${accountUseSql} u join c on c.id = u.account_id) as recorded`);
  return z.parse(row, found.rows[0]);
}
