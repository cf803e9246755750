import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { BookRule, SubjectKind } from '../books.rules.ts';

export type BookFinding = {
  rule: BookRule;
  subject: SubjectKind;
  subjectId: string;
  expected: string | null;
  found: string | null;
  currency: string | null;
};
type KeptFinding = BookFinding & { id: string; since: string };

export async function lastCheck(db: Db): Promise<{ at: number; findings: number } | null> {
  const { rows } = await db.execute<{ at: string; findings: number }>(
    sql`select (extract(epoch from checked_at) * 1000)::bigint::text as at, findings from books_check`,
  );
  const [row] = rows;
  return row === undefined ? null : { at: Number(row.at), findings: row.findings };
}

/** Those that last, the newest first. */
export async function openFindings(db: Db, limit: number): Promise<KeptFinding[]> {
  const { rows } = await db.execute<KeptFinding>(sql`select id, rule, subject_kind as subject, subject_id as "subjectId",
      expected::text as expected, found::text as found, currency, (extract(epoch from found_at) * 1000)::bigint::text as since
    from books_findings where gone_at is null order by id desc limit ${limit}`);
  return rows;
}

/** What the findings of a rule that last are about. */
export async function subjectsOf(db: Db, rule: BookRule): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select subject_id as id from books_findings where gone_at is null and rule = ${rule} order by id`,
  );
  return rows.map(({ id }) => id);
}

/** What was found is kept as long as it lasts; returns how many were not there before. One run at a time. */
export async function keepFindings(tx: Db, of: { rows: readonly (BookFinding & { id: string })[]; at: Date }): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('books check', 0))`);
  let fresh = 0;
  for (const one of of.rows) {
    const { rows } = await tx.execute<{ fresh: boolean }>(sql`insert into books_findings
        (id, rule, subject_kind, subject_id, expected, found, currency, found_at, seen_at)
      values (${one.id}, ${one.rule}, ${one.subject}, ${one.subjectId}, ${one.expected}, ${one.found}, ${one.currency}, ${of.at}, ${of.at})
      on conflict (rule, subject_id) where gone_at is null
        do update set seen_at = excluded.seen_at, expected = excluded.expected, found = excluded.found
      returning found_at = seen_at as fresh`);
    if (rows[0]?.fresh === true) fresh += 1;
  }
  await tx.execute(sql`update books_findings set gone_at = ${of.at} where gone_at is null and seen_at < ${of.at}`);
  await tx.execute(sql`insert into books_check (lone, checked_at, findings) values (true, ${of.at}, ${of.rows.length})
    on conflict (lone) do update set checked_at = excluded.checked_at, findings = excluded.findings`);
  return fresh;
}
export async function dropGone(tx: Db, before: Date): Promise<void> {
  await tx.execute(sql`delete from books_findings where gone_at < ${before}`);
}

/** Rows of one rule: `id`, and as texts what was to be and what is. */
export async function findingsBy(
  db: Db,
  question: SQL,
): Promise<{ id: string; expected: string | null; found: string | null; currency: string | null }[]> {
  const { rows } = await db.execute<{ id: string; expected: string | null; found: string | null; currency: string | null }>(
    sql`select id::text as id, expected::text as expected, found::text as found, currency from (${question}) q limit 100`,
  );
  return rows;
}
