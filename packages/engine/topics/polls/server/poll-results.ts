/** What a meeting's statistics say of its polls. */
import type { AnalyticsPoll } from '@atrium/bbb/analytics';
import type { Meeting } from '#server/model.ts';
import type { Poll, PollQuestion } from '#topics/polls/poll-schemas.ts';
import { pollsTopic } from '#topics/polls/polls.topic.ts';

const fixedNames: Partial<Record<PollQuestion['kind'], readonly string[]>> = {
  'yes-no': ['Yes', 'No'],
  'true-false': ['True', 'False'],
};

/** An answer as programs read it: in English, or by its letter where it has no words. */
export const optionName = ({ kind, options }: Pick<PollQuestion, 'kind' | 'options'>, at: number): string =>
  fixedNames[kind]?.[at] ?? (options[at] || String.fromCharCode(65 + at));

function resultOf(poll: Poll): AnalyticsPoll {
  const named = poll.anonymous ? [] : poll.votes;
  return {
    id: poll.id,
    type: poll.kind,
    question: poll.question,
    published: poll.published !== null,
    options: poll.options.map((_, at) => optionName(poll, at)),
    start: poll.startedAt,
    anonymous: poll.anonymous,
    right: poll.right,
    several: poll.several,
    votes: named.map(({ voter, name, choices, typed }) => ({ extUserId: voter, name, choices, typed })),
    counts: poll.options.map((_, at) => poll.votes.filter(({ choices }) => choices.includes(at)).length),
    typed: poll.anonymous ? poll.votes.map(({ typed }) => typed).filter((text) => text !== '') : [],
    voted: poll.votes.length,
    invited: poll.invited,
  };
}

const stateOf = ({ topics }: Meeting) => pollsTopic.state.parse(topics.get(pollsTopic.name)?.state() ?? pollsTopic.empty);

export const pollResults = (meeting: Meeting): AnalyticsPoll[] => stateOf(meeting).polls.map(resultOf);
/** Questions that were saved for later, for the room's next meeting. */
export const preparedPolls = (meeting: Meeting): PollQuestion[] =>
  stateOf(meeting).prepared.map(({ id: _id, ...question }) => question);
