import { asc, inArray } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { rooms } from './rooms.table.ts';

/** Lets others refer to the rooms meanwhile: a link that is being written holds its room, too. */
export async function lockCourseRooms(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(inArray(rooms.id, [...ids]))
    .orderBy(asc(rooms.id))
    .for('no key update');
}
export async function setInCourse(db: Db, of: { ids: readonly string[]; linked: readonly string[] }): Promise<void> {
  const rest = of.ids.filter((id) => !of.linked.includes(id));
  if (of.linked.length > 0)
    await db
      .update(rooms)
      .set({ inCourse: true })
      .where(inArray(rooms.id, [...of.linked]));
  if (rest.length > 0) await db.update(rooms).set({ inCourse: false }).where(inArray(rooms.id, rest));
}
