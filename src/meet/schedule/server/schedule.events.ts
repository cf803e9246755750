import * as z from 'zod/mini';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { inboundEvents, letterIn, letterRetries } from '#core/inbound/server/inbound.events.ts';
import { roomEvents } from '#meet/rooms/server/rooms.events.ts';
import { takeReply } from './answering.service.ts';
import { leaveRoom } from './cancelling.service.ts';

const moved = z.object({ roomId: z.string(), from: z.string(), to: z.string() });

export const listeners: DomainEventListener[] = [
  {
    event: inboundEvents.replied,
    name: 'schedule.take-answer',
    retries: letterRetries,
    later: async (ctx, { data }) => {
      if (typeof data['id'] === 'string') await takeReply(ctx, { id: data['id'], letter: letterIn(data) });
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
