import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';
import {
  POLLS,
  type Poll,
  type PreparedPoll,
  poll,
  answerShape,
  cardCorner,
  pollId,
  pollQuestion,
  pollView,
  prepared,
  published,
  slidePlace,
} from '#topics/polls/poll-schemas.ts';

const state = z.object({ polls: z.array(poll), prepared: z.array(prepared) });
/** Oldest first. At most one of them runs. */
export type PollsState = z.infer<typeof state>;
const view = z.object({ polls: z.array(pollView), prepared: z.array(prepared) });
/** What one person may see; `prepared` is empty for those who may not start one. */
export type PollsView = z.infer<typeof view>;

const seconds = z.int().check(z.gte(5), z.lte(3_600));
const command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), poll: pollQuestion, prepared: z.optional(pollId) }),
  z.object({ ...answerShape, do: z.literal('vote'), poll: pollId }),
  /** It ends by itself after that time from now. */
  z.object({ do: z.literal('end-in'), poll: pollId, seconds }),
  z.object({ do: z.literal('end'), poll: pollId }),
  z.object({ do: z.literal('publish'), poll: pollId, on: slidePlace }),
  z.object({ do: z.literal('unpublish'), poll: pollId }),
  /** Moves the card on the slide. */
  z.object({ do: z.literal('move-card'), poll: pollId, corner: cardCorner }),
  z.object({ do: z.literal('remove'), poll: pollId }),
  z.object({ do: z.literal('prepare'), poll: pollQuestion }),
  z.object({ do: z.literal('discard'), prepared: pollId }),
]);
const event = z.discriminatedUnion('is', [
  z.object({ is: z.literal('started'), id: pollId, poll: pollQuestion }),
  /** `voter`: the external user id. `again`: it takes the place of an earlier one. */
  z.object({ ...answerShape, is: z.literal('voted'), poll: pollId, voter: z.string(), name: z.string(), again: z.boolean() }),
  z.object({ is: z.literal('ends'), poll: pollId, at: z.number() }),
  z.object({ is: z.literal('ended'), poll: pollId, invited: z.int() }),
  z.object({ is: z.literal('published'), poll: pollId, published }),
  z.object({ is: z.literal('removed'), poll: pollId }),
  z.object({ is: z.literal('prepared'), id: pollId, poll: pollQuestion }),
  z.object({ is: z.literal('discarded'), prepared: pollId }),
]);
type PollsEvent = z.infer<typeof event>;

const budget = { perSecond: 3, burst: 12, bytes: 16_000 };

function changePoll(state: PollsState, id: string, change: (poll: Poll) => Poll): PollsState {
  return { ...state, polls: state.polls.map((one) => (one.id === id ? change(one) : one)) };
}

/** In an order that says nothing about who came first. */
function withoutNames(votes: Poll['votes']): Poll['votes'] {
  const bare = votes.map(({ choices, typed }) => ({ voter: '', name: '', choices, typed }));
  return bare.sort((a, b) => a.choices.join().localeCompare(b.choices.join()) || a.typed.localeCompare(b.typed));
}

const asPrepared = (list: readonly PreparedPoll[], one: PreparedPoll): PreparedPoll[] => [...list, one].slice(-POLLS.prepared);

/** Questions to everybody, as the engine knows them. Pages never get this one. */
export const pollsTopic = defineTopic({
  name: 'polls',
  version: 1,
  command,
  event,
  budget,
  state,
  empty: { polls: [], prepared: [] },
  reduce(state: PollsState, { event, at }: { event: PollsEvent; at: number }): PollsState {
    switch (event.is) {
      case 'started': {
        const times = { startedAt: at, endsAt: null, endedAt: null };
        const begun: Poll = { ...event.poll, id: event.id, ...times, votes: [], invited: 0, published: null };
        return { ...state, polls: [...state.polls, begun].slice(-POLLS.kept) };
      }
      case 'voted': {
        const { voter, name, choices, typed } = event;
        return changePoll(state, event.poll, (one) => ({
          ...one,
          votes: [...one.votes.filter((vote) => vote.voter !== voter), { voter, name, choices, typed }],
        }));
      }
      case 'ends':
        return changePoll(state, event.poll, (one) => ({ ...one, endsAt: event.at }));
      case 'ended':
        return changePoll(state, event.poll, (one) => ({
          ...one,
          endsAt: null,
          endedAt: at,
          invited: event.invited,
          votes: one.anonymous ? withoutNames(one.votes) : one.votes,
        }));
      case 'published':
        return changePoll(state, event.poll, (one) => ({ ...one, published: event.published }));
      case 'removed':
        return { ...state, polls: state.polls.filter(({ id }) => id !== event.poll) };
      case 'prepared':
        return { ...state, prepared: asPrepared(state.prepared, { ...event.poll, id: event.id }) };
      case 'discarded':
        return { ...state, prepared: state.prepared.filter(({ id }) => id !== event.prepared) };
    }
  },
});

/** The same topic as pages and recordings know it: they get what they may see, and never single votes. */
export const pollsViewTopic = defineTopic({
  name: pollsTopic.name,
  version: pollsTopic.version,
  command,
  // there is none
  event: z.object({ is: z.literal('nothing') }),
  budget,
  state: view,
  empty: { polls: [], prepared: [] },
  reduce: (state: PollsView) => state,
});
