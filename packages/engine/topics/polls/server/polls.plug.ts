import type * as z from 'zod/mini';
import { peopleOf } from '#server/members.ts';
import type { Meeting, MeetingSeat } from '#server/model.ts';
import { notePollVote } from '#server/statistics.ts';
import { randomToken } from '#server/tokens.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announce } from '#server/webhooks.ts';
import { type Poll, POLLS } from '#topics/polls/poll-schemas.ts';
import { type PollsState, pollsTopic } from '#topics/polls/polls.topic.ts';
import { answerFrom, questionFrom } from '#topics/polls/server/poll-input.ts';
import { optionName } from '#topics/polls/server/poll-results.ts';
import { viewOfPolls } from '#topics/polls/server/poll-view.ts';

type PollsCommand = z.infer<typeof pollsTopic.command>;
type CommandTo<Name extends PollsCommand['do']> = Extract<PollsCommand, { do: Name }>;
type PollsEvent = z.infer<typeof pollsTopic.event>;
type PollsPlug = TopicPlug<PollsCommand, PollsEvent, PollsState>;
type PollsDecision = ReturnType<PollsPlug['decide']>;
type PollDecision = { seat: MeetingSeat; state: PollsState; now: number };

const ID_LENGTH = 16;
const newId = (): string => randomToken(ID_LENGTH);
const runs = ({ endedAt }: Poll): boolean => endedAt === null;

/** Who presents asks, and does not answer. */
const mayAnswer = ({ rights }: MeetingSeat): boolean => !rights.has('present');
const invitedIn = (meeting: Meeting): number => peopleOf(meeting).filter(mayAnswer).length;

/** Two hosts may press at once: the poll that runs stays, and both see it. */
function start({ state }: PollDecision, command: CommandTo<'start'>): PollsDecision {
  const poll = questionFrom(command.poll);
  if (poll === null) return 'bad-message';
  if (state.polls.some(runs)) return [];
  const used = state.prepared.find(({ id }) => id === command.prepared);
  return [{ is: 'started', id: newId(), poll }, ...(used === undefined ? [] : [{ is: 'discarded' as const, prepared: used.id }])];
}

function vote({ seat }: PollDecision, command: CommandTo<'vote'>, poll: Poll): PollsDecision {
  if (!runs(poll)) return 'over';
  if (!mayAnswer(seat)) return 'not-allowed';
  const answer = answerFrom(poll, command);
  const { externalId: voter, name } = seat.pass;
  const again = poll.votes.some((one) => one.voter === voter);
  return answer === null ? 'bad-message' : [{ is: 'voted', poll: poll.id, voter, name, again, ...answer }];
}

function prepare({ state }: PollDecision, command: CommandTo<'prepare'>): PollsDecision {
  const poll = questionFrom(command.poll);
  if (poll === null) return 'bad-message';
  return state.prepared.length >= POLLS.prepared ? 'too-many' : [{ is: 'prepared', id: newId(), poll }];
}

function steer(decision: PollDecision, command: Exclude<PollsCommand, { do: 'start' | 'prepare' | 'discard' }>): PollsDecision {
  const { state, seat, now } = decision;
  const poll = state.polls.find(({ id }) => id === command.poll);
  if (poll === undefined) return command.do === 'vote' ? 'over' : [];
  switch (command.do) {
    case 'vote':
      return vote(decision, command, poll);
    case 'end-in':
      return runs(poll) ? [{ is: 'ends', poll: poll.id, at: Math.max(now, poll.endsAt ?? now) + command.seconds * 1_000 }] : [];
    case 'end':
      return runs(poll) ? [{ is: 'ended', poll: poll.id, invited: invitedIn(seat.meeting) }] : [];
    case 'publish':
      return runs(poll) ? 'not-allowed' : [{ is: 'published', poll: poll.id, published: { on: command.on } }];
    case 'unpublish':
      return poll.published === null ? [] : [{ is: 'published', poll: poll.id, published: null }];
    case 'move-card':
      if (poll.published?.on == null) return [];
      return [{ is: 'published', poll: poll.id, published: { ...poll.published, corner: command.corner } }];
    case 'remove':
      return [{ is: 'removed', poll: poll.id }];
  }
}

export const pollsPlug: PollsPlug = {
  topic: pollsTopic,
  feature: 'polls',
  needs: ({ command }) => (command.do === 'vote' ? null : 'poll'),
  decide({ seat, state, command, now }) {
    const decision = { seat, state, now };
    if (command.do === 'start') return start(decision, command);
    if (command.do === 'prepare') return prepare(decision, command);
    if (command.do !== 'discard') return steer(decision, command);
    return state.prepared.some(({ id }) => id === command.prepared) ? [{ is: 'discarded', prepared: command.prepared }] : [];
  },
  opened: ({ plan }) => plan.preparedPolls.map((poll) => ({ is: 'prepared', id: newId(), poll })),
  ticked: ({ polls }, { meeting, now }) =>
    polls.flatMap(({ id, endsAt }) =>
      endsAt === null || endsAt > now ? [] : [{ is: 'ended' as const, poll: id, invited: invitedIn(meeting) }],
    ),
  view: (state, { pass, rights, meeting }) =>
    viewOfPolls(state, { voter: pass.externalId, leads: rights.has('poll'), here: invitedIn(meeting) }),
  // the figures that everybody saw, and nobody's own answer
  recorded: (state) => viewOfPolls(state, { voter: null, leads: false, here: 0 }),
  happened({ engine, meeting, seat, state }, { event }) {
    const user = seat && { 'internal-user-id': seat.id, 'external-user-id': seat.pass.externalId };
    if (event.is === 'started') {
      const answers = event.poll.options.map((_, id) => ({ id, key: optionName(event.poll, id) }));
      announce(engine, meeting, {
        id: 'poll-started',
        more: { user, poll: { id: event.id, question: event.poll.question, answers } },
      });
    }
    if (event.is !== 'voted') return;
    if (seat !== null && !event.again) notePollVote(seat);
    const secret = state.polls.some(({ id, anonymous }) => id === event.poll && anonymous);
    announce(engine, meeting, {
      id: 'poll-responded',
      more: { ...(!secret && { user }), poll: { id: event.poll, answerIds: secret ? [] : event.choices } },
    });
  },
};
