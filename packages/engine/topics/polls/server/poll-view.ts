/** Who may see what of a poll. Votes of others never leave the engine for those who may not see them. */
import { ANONYMOUS_LEAST, type Poll, type PollView } from '#topics/polls/poll-schemas.ts';
import type { PollsState, PollsView } from '#topics/polls/polls.topic.ts';

/** `voter`: the external user id; null for a recording. `leads`: may start and end polls. `here`: people who could vote now. */
export type PollReader = { voter: string | null; leads: boolean; here: number };

function countsOf({ options, votes }: Poll): number[] {
  return options.map((_, at) => votes.filter(({ choices }) => choices.includes(at)).length);
}

/** What was typed, most often first; letter case and blanks around it make no difference. */
function typedOf({ votes }: Poll): { text: string; count: number }[] {
  const found = new Map<string, { text: string; count: number }>();
  for (const { typed } of votes) {
    const key = typed.trim().toLowerCase();
    if (key === '') continue;
    const before = found.get(key);
    found.set(key, { text: before?.text ?? typed.trim(), count: (before?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

function seesFigures(one: Poll, { leads }: PollReader): boolean {
  if (leads) return true;
  if (one.anonymous && one.votes.length < ANONYMOUS_LEAST) return false;
  return one.endedAt === null ? one.live : one.published !== null;
}

export function viewOfPoll(one: Poll, reader: PollReader): PollView {
  const { votes, right, ...rest } = one;
  const figures = seesFigures(one, reader);
  const own = reader.voter === null ? undefined : votes.find(({ voter }) => voter === reader.voter);
  return {
    ...rest,
    right: reader.leads || one.endedAt !== null ? right : null,
    voted: votes.length,
    invited: one.endedAt === null ? reader.here : one.invited,
    counts: figures ? countsOf(one) : null,
    typed: figures && one.kind === 'typed' ? typedOf(one) : null,
    votes: reader.leads && !one.anonymous ? votes.map(({ name, choices, typed }) => ({ name, choices, typed })) : null,
    mine: own === undefined ? null : { choices: own.choices, typed: own.typed },
  };
}

export const viewOfPolls = ({ polls, prepared }: PollsState, reader: PollReader): PollsView => ({
  polls: polls.map((one) => viewOfPoll(one, reader)),
  prepared: reader.leads ? prepared : [],
});
