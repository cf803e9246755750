/** A locked meeting lets nobody new in; who was in it before may come back. Counts on every server, because every way in leads through here. */
import type { Ctx } from '#kit/server/ctx.ts';
import { wasInside } from './admission.queries.ts';
import type { MeetingRow } from './meetings.queries.ts';

/** `person`: the userID of the join, null when there is none. */
export type EnteringPerson = { person: string | null; as: 'moderator' | 'viewer' };

/** Whether this person stays outside. */
export async function isLockedFor(
  ctx: Ctx,
  row: Pick<MeetingRow, 'id' | 'entryLockedAt'>,
  comer: EnteringPerson,
): Promise<boolean> {
  if (row.entryLockedAt === null || comer.as === 'moderator') return false;
  return comer.person === null || !(await wasInside(ctx.system.read, { meetingId: row.id, person: comer.person }));
}
