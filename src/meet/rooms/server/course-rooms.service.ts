/** Rooms that courses open: what is recorded in them is shown there as soon as it is made, no matter who started the meeting. */
import type { Db } from '#kit/server/db/db.ts';
import { lockCourseRooms, setInCourse } from './course-rooms.queries.ts';

type CourseRoomsChange = { ids: readonly string[]; linkedNow: () => Promise<readonly string[]> };
/** Asks which of the rooms are linked once nobody else can change that. Does not change their version: nobody edited them. */
export async function changeCourseRooms(tx: Db, { ids, linkedNow }: CourseRoomsChange): Promise<void> {
  if (ids.length === 0) return;
  await lockCourseRooms(tx, ids);
  await setInCourse(tx, { ids, linked: await linkedNow() });
}
