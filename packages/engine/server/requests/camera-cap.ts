import { peopleOf } from '#server/members.ts';
import type { MeetingSeat } from '#server/model.ts';

const camerasOf = (seat: MeetingSeat): string[] => [...seat.sources].flatMap(([key, { kind }]) => (kind === 'cam' ? [key] : []));

/** Whether one camera more would be too many. A connection that is rebuilt under its key is no camera more. */
export function isCameraOverCap(seat: MeetingSeat, key: string): boolean {
  const own = camerasOf(seat);
  if (own.includes(key)) return false;
  const { person, meeting } = seat.meeting.plan.camerasMost;
  if (person > 0 && own.length >= person) return true;
  return meeting > 0 && peopleOf(seat.meeting).flatMap(camerasOf).length >= meeting;
}
