/** Who of those that one writes with is online. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { presenceStates } from './chat.rules.ts';

const onlinePerson = z.object({ userId: z.string(), state: z.enum(presenceStates) });
export type OnlinePerson = z.infer<typeof onlinePerson>;

export const presenceCalls = {
  list: call({
    method: 'GET',
    path: '/api/chat/presence',
    summary:
      'People of my account who are online or in a meeting: those of my direct conversations, and the members of one more.',
    access: 'chat.use',
    query: z.object({ conversation: z.optional(z.string().check(z.refine(isId, 'not_an_id'))) }),
    /** `visible`: whether others see me. Who hides is left out. */
    result: z.object({ items: z.array(onlinePerson), visible: z.boolean() }),
  }),
  set: call({
    method: 'PUT',
    path: '/api/chat/presence',
    summary: 'Sets whether others see that I am online.',
    access: 'chat.use',
    body: z.object({ visible: z.boolean() }),
    result: z.object({ visible: z.boolean() }),
  }),
};
