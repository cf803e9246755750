/** What tickets hear: mails to their addresses. */
import type { Listener } from '#kit/server/jobs/events.ts';
import { inboundEvents, letterIn } from '#core/inbound/server/inbound.events.ts';
import { takeAnswer, takeQuestion } from './letters.service.ts';

export const listeners: Listener[] = [
  {
    event: inboundEvents.replied,
    name: 'tickets',
    later: async (ctx, { data }) => {
      const { id } = data;
      if (typeof id === 'string') await takeAnswer(ctx, { id, letter: letterIn(data) });
    },
  },
  {
    event: inboundEvents.supportAsked,
    name: 'tickets',
    later: (ctx, { data }) => takeQuestion(ctx, letterIn(data)),
  },
];
