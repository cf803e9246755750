import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

const member = z.string().check(z.maxLength(80));
/** In the order in which they were raised. `at`: epoch milliseconds of the engine. */
const state = z.array(z.object({ member: z.string(), at: z.number() }));
export type HandsState = z.infer<typeof state>;

/** Raised hands, served in their order. */
export const handsTopic = defineTopic({
  name: 'hands',
  version: 1,
  command: z.discriminatedUnion('do', [
    z.object({ do: z.literal('raise') }),
    /** The own hand, or as a moderator that of somebody else. */
    z.object({ do: z.literal('lower'), member: z.optional(member) }),
    z.object({ do: z.literal('lower-all') }),
  ]),
  event: z.discriminatedUnion('is', [
    z.object({ is: z.literal('raised'), member: z.string() }),
    z.object({ is: z.literal('lowered'), member: z.string() }),
  ]),
  budget: { perSecond: 2, burst: 10, bytes: 200 },
  state,
  empty: [],
  reduce(hands: HandsState, { event, at }) {
    const others = hands.filter(({ member }) => member !== event.member);
    return event.is === 'lowered' ? others : [...others, { member: event.member, at }];
  },
});
