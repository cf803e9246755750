import { isRecord, listIn, numberIn, textIn, timeIn } from '#json-reading.ts';

/** A poll in a meeting's statistics. Times are epoch milliseconds. */
export type AnalyticsPoll = {
  id: string;
  /** The server's own word for its kind. */
  type: string;
  question: string;
  published: boolean;
  options: readonly string[];
  start: number;
  anonymous: boolean;
  /** Places of the right options, counted from 0; empty: it was no quiz. */
  right: readonly number[];
  /** More than one answer could be chosen. */
  several: boolean;
  /** Who chose what, by places of options or in typed words; empty for an anonymous one. */
  votes: readonly { extUserId: string; name: string; choices: readonly number[]; typed: string }[];
  /** How often each option was chosen, by its place. */
  counts: readonly number[];
  /** What was typed in an anonymous poll. */
  typed: readonly string[];
  voted: number;
  /** People who could vote; 0 where the server does not say. */
  invited: number;
};

/** BBB's members, and after them what only our engine says. */
export function pollBody(poll: AnalyticsPoll) {
  const chosen = (choices: readonly number[], typed: string) =>
    typed === '' ? choices.map((at) => poll.options[at] ?? '').join(', ') : typed;
  return {
    id: poll.id,
    type: poll.type,
    question: poll.question,
    published: poll.published,
    options: poll.options,
    start: new Date(poll.start).toISOString(),
    votes: Object.fromEntries(poll.votes.map(({ extUserId, choices, typed }) => [extUserId, chosen(choices, typed)])),
    anonymous: poll.anonymous,
    right: poll.right,
    several: poll.several,
    counts: poll.counts,
    typed: poll.typed,
    answers: poll.votes.map(({ extUserId, name, choices, typed }) => ({ ext_user_id: extUserId, name, choices, typed })),
    voted: poll.voted,
    invited: poll.invited,
  };
}

const placesIn = (list: readonly unknown[], options: readonly string[]): number[] =>
  list.filter((at) => typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < options.length).map(Number);

type PollVote = AnalyticsPoll['votes'][number];

/** BBB says who chose which option by its words, and nothing of a person but the id. */
function plainVotes(votes: unknown, options: readonly string[]): PollVote[] {
  if (!isRecord(votes)) return [];
  return Object.entries(votes).flatMap(([extUserId, value]) => {
    const words = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    const choices = words.map((word) => options.indexOf(word)).filter((at) => at >= 0);
    const typed = choices.length === 0 ? words.join(', ') : '';
    return words.length === 0 ? [] : [{ extUserId, name: '', choices, typed }];
  });
}

function answersIn(list: readonly unknown[], options: readonly string[]): PollVote[] {
  return list.filter(isRecord).map((one) => ({
    extUserId: textIn(one, 'ext_user_id'),
    name: textIn(one, 'name'),
    choices: placesIn(listIn(one, 'choices'), options),
    typed: textIn(one, 'typed'),
  }));
}

/** A poll of any server's statistics; nothing where it is none. */
export function readPoll(one: unknown): AnalyticsPoll[] {
  if (!isRecord(one)) return [];
  const options = listIn(one, 'options').map(String);
  const own = answersIn(listIn(one, 'answers'), options);
  const votes = own.length > 0 ? own : plainVotes(one['votes'], options);
  const counts = listIn(one, 'counts').map(Number);
  const counted = options.map((_, at) => votes.filter(({ choices }) => choices.includes(at)).length);
  return [
    {
      id: textIn(one, 'id'),
      type: textIn(one, 'type'),
      question: textIn(one, 'question'),
      published: one['published'] === true,
      options,
      start: timeIn(one['start']) ?? 0,
      anonymous: one['anonymous'] === true,
      right: placesIn(listIn(one, 'right'), options),
      several: one['several'] === true || votes.some(({ choices }) => choices.length > 1),
      votes: one['anonymous'] === true ? [] : votes,
      counts: counts.length === options.length && counts.every(Number.isFinite) ? counts : counted,
      typed: listIn(one, 'typed').filter((text) => typeof text === 'string'),
      voted: numberIn(one, 'voted') || votes.length,
      invited: numberIn(one, 'invited'),
    },
  ];
}
