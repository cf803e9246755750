/** Tells rooms which of them courses open, in the transaction that changes links. */
import type { Db } from '#kit/server/db/db.ts';
import { changeCourseRooms } from '#meet/rooms/server/course-rooms.service.ts';
import { linkedRooms } from './course.queries.ts';

export async function noteCourseRooms(tx: Db, rooms: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(rooms.flatMap((id) => id ?? []))];
  await changeCourseRooms(tx, { ids, linkedNow: () => linkedRooms(tx, ids) });
}
