/** Courses hear that a meeting is over: attendance may be a grade there. */
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { meetingEvents } from '#meet/meetings/server/settle.service.ts';
import { gradeRoom } from './grades.service.ts';

export const listeners: DomainEventListener[] = [
  {
    event: meetingEvents.ended,
    name: 'lti',
    later: async (ctx, { data: { roomId } }) => {
      if (typeof roomId === 'string') await gradeRoom(ctx, roomId);
    },
  },
];
