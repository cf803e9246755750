import * as z from 'zod/mini';
import { type MeetingLocks, noLocks } from '#protocol/rights.ts';
import { defineTopic } from '#protocol/topic.ts';

const member = z.string().check(z.maxLength(80));
export const meetingLocks = z.object({
  mic: z.boolean(),
  cam: z.boolean(),
  share: z.boolean(),
  chat: z.boolean(),
  privateChat: z.boolean(),
  names: z.boolean(),
});
const someLocks = z.partial(meetingLocks);
type LocksChange = z.infer<typeof someLocks>;

const changed = (before: MeetingLocks, change: LocksChange): z.infer<typeof meetingLocks> => ({
  mic: change.mic ?? before.mic,
  cam: change.cam ?? before.cam,
  share: change.share ?? before.share,
  chat: change.chat ?? before.chat,
  privateChat: change.privateChat ?? before.privateChat,
  names: change.names ?? before.names,
});
/** Exceptions that are kept, also for people who come back. */
const EXEMPT_MOST = 500;

/**
 * `exempt`: people whom a moderator excepted. `arrived`: people who came while locks did not hold for newcomers; the next lock holds
 * for them too. `onJoin`: locks hold for people who come; `onJoinFixed`: moderators cannot change that.
 */
const state = z.object({
  locks: meetingLocks,
  onJoin: z.boolean(),
  onJoinFixed: z.boolean(),
  exempt: z.array(z.string()),
  arrived: z.array(z.string()),
});
export type LocksState = z.infer<typeof state>;

/** What viewers may not do at the moment. */
export const locksTopic = defineTopic({
  name: 'locks',
  version: 1,
  command: z.discriminatedUnion('do', [
    /** What is left out stays as it is. */
    z.object({ do: z.literal('set'), locks: someLocks }),
    z.object({ do: z.literal('except'), member, on: z.boolean() }),
    z.object({ do: z.literal('on-join'), on: z.boolean() }),
  ]),
  event: z.discriminatedUnion('is', [
    z.object({ is: z.literal('created'), locks: meetingLocks, onJoin: z.boolean(), onJoinFixed: z.boolean() }),
    z.object({ is: z.literal('set'), locks: someLocks }),
    z.object({ is: z.literal('excepted'), member: z.string(), on: z.boolean() }),
    z.object({ is: z.literal('on-join'), on: z.boolean() }),
    /** Somebody came for whom the locks do not hold, or such a person is gone. */
    z.object({ is: z.literal('arrived'), member: z.string() }),
    z.object({ is: z.literal('gone'), member: z.string() }),
  ]),
  budget: { perSecond: 4, burst: 20, bytes: 300 },
  state,
  empty: { locks: { ...noLocks }, onJoin: true, onJoinFixed: false, exempt: [], arrived: [] },
  reduce(state: LocksState, { event }): LocksState {
    switch (event.is) {
      case 'created':
        return { ...state, locks: event.locks, onJoin: event.onJoin, onJoinFixed: event.onJoinFixed };
      case 'set': {
        const locksMore = Object.values(event.locks).includes(true);
        return { ...state, locks: changed(state.locks, event.locks), arrived: locksMore ? [] : state.arrived };
      }
      case 'on-join':
        return { ...state, onJoin: event.on };
      case 'excepted': {
        const others = state.exempt.filter((one) => one !== event.member);
        const arrived = state.arrived.filter((one) => one !== event.member);
        return { ...state, exempt: event.on ? [...others, event.member].slice(-EXEMPT_MOST) : others, arrived };
      }
      case 'arrived':
        return { ...state, arrived: [...state.arrived, event.member] };
      case 'gone':
        return { ...state, arrived: state.arrived.filter((one) => one !== event.member) };
    }
  },
});
