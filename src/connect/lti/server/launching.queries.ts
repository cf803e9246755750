import { and, count, desc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm';
import { type KeyPosition, rowsAfter, type TimePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { ltiLaunches, ltiLinks, ltiLogins, ltiMembers, ltiNonces, ltiPeople, ltiVisits } from './lti.table.ts';

export type LoginRow = typeof ltiLogins.$inferSelect;
export type LinkRow = typeof ltiLinks.$inferSelect;
export type VisitRow = typeof ltiVisits.$inferSelect;
export type LaunchRow = typeof ltiLaunches.$inferSelect;

export async function insertLogin(db: Db, row: typeof ltiLogins.$inferInsert): Promise<void> {
  await db.insert(ltiLogins).values(row);
}
export async function loginByState(db: Db, stateHash: string): Promise<LoginRow | null> {
  const [row] = await db.select().from(ltiLogins).where(eq(ltiLogins.stateHash, stateHash));
  return row ?? null;
}
/** Of two launches with one state one comes through. */
export async function useLogin(db: Db, stateHash: string, now: Date): Promise<boolean> {
  const used = await db
    .update(ltiLogins)
    .set({ usedAt: now })
    .where(and(eq(ltiLogins.stateHash, stateHash), isNull(ltiLogins.usedAt), gt(ltiLogins.expiresAt, now)))
    .returning({ stateHash: ltiLogins.stateHash });
  return used.length > 0;
}

/** Of two launches with one nonce one comes through, in whichever process. */
export async function useNonce(db: Db, row: typeof ltiNonces.$inferInsert): Promise<boolean> {
  const used = await db.insert(ltiNonces).values(row).onConflictDoNothing().returning({ nonceHash: ltiNonces.nonceHash });
  return used.length > 0;
}

export type LinkKey = { platformId: string; deploymentId: string; resourceLinkId: string };
export async function linkByKey(db: Db, key: LinkKey): Promise<LinkRow | null> {
  const [row] = await db
    .select()
    .from(ltiLinks)
    .where(
      and(
        eq(ltiLinks.platformId, key.platformId),
        eq(ltiLinks.deploymentId, key.deploymentId),
        eq(ltiLinks.resourceLinkId, key.resourceLinkId),
      ),
    );
  return row ?? null;
}
export async function linkById(db: Db, id: string): Promise<LinkRow | null> {
  const [row] = await db.select().from(ltiLinks).where(eq(ltiLinks.id, id));
  return row ?? null;
}
/** What deep linking made and copies of it; the one that still waits for its first launch first. */
export const linksOfContent = (db: Db, of: { accountId: string; content: string }): Promise<LinkRow[]> =>
  db
    .select()
    .from(ltiLinks)
    .where(and(eq(ltiLinks.accountId, of.accountId), eq(ltiLinks.content, of.content)))
    .orderBy(sql`${ltiLinks.resourceLinkId} is not null`, ltiLinks.id)
    .limit(20);
export async function insertLink(db: Db, row: typeof ltiLinks.$inferInsert): Promise<LinkRow | null> {
  const [made] = await db.insert(ltiLinks).values(row).onConflictDoNothing().returning();
  return made ?? null;
}
export type LinkChange = Partial<Omit<LinkRow, 'id' | 'accountId' | 'platformId'>>;
export async function setLink(db: Db, id: string, change: LinkChange): Promise<LinkRow> {
  const [row] = await db.update(ltiLinks).set(change).where(eq(ltiLinks.id, id)).returning();
  if (row === undefined) throw new Error('a link of a course is gone');
  return row;
}
/** Null: another launch took it first. */
export async function claimLink(db: Db, id: string, change: LinkChange): Promise<LinkRow | null> {
  const [row] = await db
    .update(ltiLinks)
    .set(change)
    .where(and(eq(ltiLinks.id, id), isNull(ltiLinks.resourceLinkId)))
    .returning();
  return row ?? null;
}

export type PersonInput = typeof ltiPeople.$inferInsert;
/** A name that a launch does not tell keeps what was known. */
export async function upsertPerson(
  db: Db,
  { name, email, ...row }: Omit<PersonInput, 'name'> & { name: string | null; email: string | null },
): Promise<{ id: string; name: string }> {
  const [made] = await db
    .insert(ltiPeople)
    .values({ ...row, name: name ?? '', email })
    .onConflictDoUpdate({
      target: [ltiPeople.platformId, ltiPeople.sub],
      set: {
        name: name === null ? sql`${ltiPeople.name}` : name,
        email: email === null ? sql`${ltiPeople.email}` : email,
      },
    })
    .returning({ id: ltiPeople.id, name: ltiPeople.name });
  if (made === undefined) throw new Error('a person was not written');
  return made;
}
export async function upsertMember(db: Db, row: typeof ltiMembers.$inferInsert): Promise<void> {
  await db
    .insert(ltiMembers)
    .values(row)
    .onConflictDoUpdate({
      target: [ltiMembers.linkId, ltiMembers.personId],
      set: { part: row.part, seenAt: row.seenAt, goneAt: null },
    });
}

export async function insertVisit(db: Db, row: typeof ltiVisits.$inferInsert): Promise<void> {
  await db.insert(ltiVisits).values(row);
}
export async function visitByToken(db: Db, tokenHash: string, now: Date): Promise<VisitRow | null> {
  const [row] = await db
    .select()
    .from(ltiVisits)
    .where(and(eq(ltiVisits.tokenHash, tokenHash), gt(ltiVisits.expiresAt, now)));
  return row ?? null;
}

export async function insertLaunch(db: Db, row: typeof ltiLaunches.$inferInsert): Promise<void> {
  await db.insert(ltiLaunches).values(row);
}
export type LaunchFilter = {
  accountId: string;
  platform: string | undefined;
  result: LaunchRow['result'] | undefined;
  search: string | undefined;
};
export const launchesPage = (
  db: Db,
  { accountId, platform, result, search }: LaunchFilter,
  page: { before: TimePosition | null; limit: number },
): Promise<LaunchRow[]> =>
  db
    .select()
    .from(ltiLaunches)
    .where(
      and(
        eq(ltiLaunches.accountId, accountId),
        platform === undefined ? undefined : eq(ltiLaunches.platformId, platform),
        result === undefined ? undefined : eq(ltiLaunches.result, result),
        containsText(search, ltiLaunches.person, ltiLaunches.course),
        page.before === null
          ? undefined
          : rowsAfter([ltiLaunches.at, page.before.at, 'desc'], [ltiLaunches.id, page.before.id, 'desc']),
      ),
    )
    .orderBy(desc(ltiLaunches.at), desc(ltiLaunches.id))
    .limit(page.limit);
export async function launchCounts(db: Db, accountId: string, since: Date): Promise<{ launches: number; refused: number }> {
  const [row] = await db
    .select({ all: count(), refused: sql<number>`(count(*) filter (where ${ltiLaunches.result} = 'refused'))::int` })
    .from(ltiLaunches)
    .where(and(eq(ltiLaunches.accountId, accountId), gte(ltiLaunches.at, since)));
  return { launches: row?.all ?? 0, refused: row?.refused ?? 0 };
}

export type CourseLine = { link: LinkRow; people: number; used: string };
/** `used` keeps all digits of the time, which the next page needs. */
export const coursesPage = (
  db: Db,
  platformId: string,
  page: { before: KeyPosition | null; limit: number },
): Promise<CourseLine[]> => {
  const used = sql`coalesce(${ltiLinks.lastLaunchAt}, ${ltiLinks.createdAt})`;
  return db
    .select({
      link: ltiLinks,
      people: sql<number>`(select count(*)::int from lti_members m where m.link_id = ${ltiLinks.id} and m.gone_at is null)`,
      used: sql<string>`to_char(${used} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(ltiLinks)
    .where(
      and(
        eq(ltiLinks.platformId, platformId),
        page.before === null ? undefined : rowsAfter([used, page.before.key, 'desc'], [ltiLinks.id, page.before.id, 'desc']),
      ),
    )
    .orderBy(sql`${used} desc`, desc(ltiLinks.id))
    .limit(page.limit);
};

/** What is over: logins, nonces and visits at once, the log after its days. */
export async function deleteOver(db: Db, { now, logBefore }: { now: Date; logBefore: Date }): Promise<void> {
  await db.delete(ltiLogins).where(lt(ltiLogins.expiresAt, now));
  await db.delete(ltiNonces).where(lt(ltiNonces.expiresAt, now));
  await db.delete(ltiVisits).where(lt(ltiVisits.expiresAt, now));
  await db.delete(ltiLaunches).where(lt(ltiLaunches.at, logBefore));
}
