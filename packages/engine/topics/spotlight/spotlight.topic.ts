import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

/** More large faces would be small again. */
const SPOTLIGHTS_MOST = 3;

/** `by`: who chose it; null once nobody may know. First chosen first. */
const state = z.array(z.object({ member: z.string(), by: z.nullable(z.string()) }));
export type SpotlightState = z.infer<typeof state>;

/** People who are large on everybody's stage. */
export const spotlightTopic = defineTopic({
  name: 'spotlight',
  version: 1,
  command: z.object({ do: z.enum(['add', 'remove']), member: z.string().check(z.maxLength(80)) }),
  event: z.object({ is: z.enum(['added', 'removed']), member: z.string() }),
  budget: { perSecond: 2, burst: 10, bytes: 200 },
  state,
  empty: [],
  /** The first chosen makes room for a new one, as with pins. */
  reduce(people: SpotlightState, { event: { is, member }, by }) {
    const others = people.filter((one) => one.member !== member);
    return is === 'removed' ? others : [...others, { member, by }].slice(-SPOTLIGHTS_MOST);
  },
});
