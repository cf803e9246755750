import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { CoursePart } from '../lti.rules.ts';
import type { LinkRow } from './launching.queries.ts';
import { ltiLinks, ltiMembers, ltiPeople, ltiRooms } from './lti.table.ts';

export async function addMade(db: Db, row: typeof ltiRooms.$inferInsert): Promise<void> {
  await db.insert(ltiRooms).values(row).onConflictDoNothing();
}
/** Rooms behind links of the platform, and those that its teachers made. */
export async function offeredRooms(db: Db, platformId: string): Promise<string[]> {
  const [made, linked] = await Promise.all([
    db.select({ id: ltiRooms.roomId }).from(ltiRooms).where(eq(ltiRooms.platformId, platformId)),
    db
      .selectDistinct({ id: ltiLinks.roomId })
      .from(ltiLinks)
      .where(and(eq(ltiLinks.platformId, platformId), isNotNull(ltiLinks.roomId))),
  ]);
  return [...new Set([...made, ...linked].flatMap(({ id }) => id ?? []))];
}
/** Rooms that stand in this course already. */
export async function hereRooms(db: Db, of: { platformId: string; contextId: string | null }): Promise<Set<string>> {
  if (of.contextId === null) return new Set();
  const rows = await db
    .selectDistinct({ id: ltiLinks.roomId })
    .from(ltiLinks)
    .where(and(eq(ltiLinks.platformId, of.platformId), eq(ltiLinks.contextId, of.contextId)));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** Those of the rooms that a course opens. */
export async function linkedRooms(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: ltiLinks.roomId })
    .from(ltiLinks)
    .where(inArray(ltiLinks.roomId, [...ids]));
  return rows.flatMap(({ id }) => id ?? []);
}

export type MemberLine = {
  personId: string;
  sub: string;
  name: string;
  part: CoursePart;
  gradeSent: number | null;
};
/** People of a link that the platform still names, by name. */
export const membersOfLink = (db: Db, linkId: string, limit: number): Promise<MemberLine[]> =>
  db
    .select({
      personId: ltiPeople.id,
      sub: ltiPeople.sub,
      name: ltiPeople.name,
      part: ltiMembers.part,
      gradeSent: ltiMembers.gradeSent,
    })
    .from(ltiMembers)
    .innerJoin(ltiPeople, eq(ltiPeople.id, ltiMembers.personId))
    .where(and(eq(ltiMembers.linkId, linkId), isNull(ltiMembers.goneAt), ne(ltiMembers.part, 'nobody')))
    .orderBy(sql`${ltiPeople.name} collate people_order`, asc(ltiPeople.id))
    .limit(limit);
export async function markGone(db: Db, of: { linkId: string; seenBefore: Date; at: Date }): Promise<void> {
  await db
    .update(ltiMembers)
    .set({ goneAt: of.at })
    .where(and(eq(ltiMembers.linkId, of.linkId), isNull(ltiMembers.goneAt), lt(ltiMembers.seenAt, of.seenBefore)));
}
export async function setGradeSent(db: Db, of: { linkId: string; personId: string; grade: number }): Promise<void> {
  await db
    .update(ltiMembers)
    .set({ gradeSent: of.grade })
    .where(and(eq(ltiMembers.linkId, of.linkId), eq(ltiMembers.personId, of.personId)));
}
export const gradedLinks = (db: Db, roomId: string): Promise<LinkRow[]> =>
  db
    .select()
    .from(ltiLinks)
    .where(and(eq(ltiLinks.roomId, roomId), eq(ltiLinks.gradeRule, 'attended'), isNotNull(ltiLinks.lineItemUrl)));
