import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

const member = z.string().check(z.maxLength(80));
/** `requests`: who asks to present, first asked first. `declined`: when a host said "not now"; epoch milliseconds of the engine. */
const state = z.object({
  presenter: z.nullable(z.string()),
  requests: z.array(z.string()),
  declined: z.record(z.string(), z.number()),
});
export type PresenterState = z.infer<typeof state>;

/** After "not now" a person may ask again when this time has passed. Milliseconds. */
export const ASK_AGAIN_MS = 60_000;

/** The one person who presents. */
export const presenterTopic = defineTopic({
  name: 'presenter',
  version: 1,
  command: z.discriminatedUnion('do', [
    z.object({ do: z.literal('give'), member }),
    /** A moderator presents. */
    z.object({ do: z.literal('take') }),
    /** Who presents no longer does; a host takes over where there is another one. */
    z.object({ do: z.literal('stop') }),
    z.object({ do: z.literal('request') }),
    /** A moderator says "not now", or the person no longer asks. */
    z.object({ do: z.literal('decline'), member }),
  ]),
  event: z.discriminatedUnion('is', [
    /** `before`: who presented until then. */
    z.object({ is: z.literal('assigned'), member: z.nullable(z.string()), before: z.nullable(z.string()) }),
    z.object({ is: z.literal('requested'), member: z.string() }),
    z.object({ is: z.literal('declined'), member: z.string() }),
    /** The person no longer asks, or is gone. */
    z.object({ is: z.literal('withdrawn'), member: z.string() }),
  ]),
  budget: { perSecond: 1, burst: 10, bytes: 200 },
  state,
  empty: { presenter: null, requests: [], declined: {} },
  reduce(state: PresenterState, { event, at }): PresenterState {
    const requests = state.requests.filter((one) => one !== event.member);
    const recent = Object.entries(state.declined).filter(([, when]) => at - when < ASK_AGAIN_MS);
    const declined = Object.fromEntries(recent);
    switch (event.is) {
      case 'assigned':
        return { presenter: event.member, requests, declined };
      case 'requested':
        return { ...state, requests: [...requests, event.member], declined };
      case 'declined':
        return { ...state, requests, declined: { ...declined, [event.member]: at } };
      case 'withdrawn':
        return { ...state, requests, declined };
    }
  },
});
