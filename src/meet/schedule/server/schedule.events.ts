import * as z from 'zod/mini';
import type { Listener } from '#kit/server/jobs/events.ts';
import { roomEvents } from '#meet/rooms/server/rooms.events.ts';
import { takeReply } from './answering.service.ts';
import { leaveRoom } from './cancelling.service.ts';

/** A mail to a signed address of ours, as `core/inbound` tells it. */
const replied = 'inbound.replied';
const repliedData = z.object({
  id: z.string(),
  from: z.string(),
  calendar: z._default(z.nullable(z.string()), null),
});

const moved = z.object({ roomId: z.string(), from: z.string(), to: z.string() });

export const listeners: Listener[] = [
  {
    event: replied,
    name: 'schedule.take-answer',
    now: async (ctx, tx, { data }) => {
      const mail = z.safeParse(repliedData, data);
      if (mail.success) await takeReply(ctx, tx, mail.data);
    },
  },
  {
    event: roomEvents.transferred,
    name: 'schedule.leave-room',
    now: async (ctx, tx, { data }) => {
      const { roomId, from, to } = moved.parse(data);
      if (from !== to) await leaveRoom(ctx, tx, { roomId, accountId: from });
    },
  },
];
