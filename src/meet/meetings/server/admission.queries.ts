import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** Held until the end of the transaction: people of an account are let in one after the other. */
export async function lockAdmission(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`meetings:people ${accountId}`}, 0))`);
}

/** Whether this person was in the meeting before, or is now. */
export async function wasInside(db: Db, of: { meetingId: string; person: string }): Promise<boolean> {
  const { rows } = await db.execute<{ inside: boolean }>(
    sql`select exists (select 1 from attendances where meeting_id = ${of.meetingId} and person_key = ${of.person}) as inside`,
  );
  return rows[0]?.inside === true;
}

/**
 * `people`: in all open meetings of the account as the poll knows; `arrived`: of those who came since then; `isIn`: this person, in this
 * meeting; `overSince`: when the account went over its number, epoch milliseconds.
 */
export type AdmissionFigures = { people: number; arrived: number; isIn: boolean; overSince: number | null };

export async function admissionFigures(
  db: Db,
  of: { accountId: string; meetingId: string; person: string | null; since: Date },
): Promise<AdmissionFigures> {
  const { accountId, meetingId, person, since } = of;
  const open = sql`m.account_id = ${accountId} and m.state in ('starting', 'live')`;
  const { rows } = await db.execute<AdmissionFigures>(sql`
    select (select coalesce(sum(m.people), 0)::int from meetings m where ${open} and m.people > 0) as people,
      (select count(*)::int from meetings m join attendances a on a.meeting_id = m.id
        where ${open} and a.joined_at >= ${since.toISOString()}::timestamptz) as arrived,
      exists (select 1 from attendances a where a.meeting_id = ${meetingId} and a.person_key = ${person} and a.left_at is null) as "isIn",
      (select (extract(epoch from since) * 1000)::float8 from people_over where account_id = ${accountId}) as "overSince"`);
  return rows[0] ?? { people: 0, arrived: 0, isIn: false, overSince: null };
}

export async function noteOver(tx: Db, of: { accountId: string; since: Date }): Promise<void> {
  await tx.execute(
    sql`insert into people_over (account_id, since) values (${of.accountId}, ${of.since.toISOString()}::timestamptz)`,
  );
}
export async function endOver(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`delete from people_over where account_id = ${accountId}`);
}
