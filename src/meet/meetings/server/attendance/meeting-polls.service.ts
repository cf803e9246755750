/** Polls of a meeting that is over, as its server sent them, and what people may see of them. */
import type { Analytics, AnalyticsPoll } from '@atrium/bbb/analytics';
import type { Db } from '#kit/server/db/db.ts';
import { isTooFew, type PollResult, pollLimits } from '../../attendance.contract.ts';
import type { MeetingRow } from '#meet/meetings/server/meetings.queries.ts';
import { type MeetingPollRow, setMeetingPolls } from './meeting-polls.queries.ts';

/** PostgreSQL refuses half of a surrogate pair. */
const shortened = (text: string, most: number): string => text.slice(0, most).toWellFormed();
const countOf = (value: number): number => Math.min(1_000_000, Math.max(0, Math.round(value)));
const optionsIn = (choices: readonly number[]): number[] => choices.filter((at) => at < pollLimits.options);

type NamesById = ReadonlyMap<string, string>;
function answersOf({ votes, anonymous }: AnalyticsPoll, names: NamesById): MeetingPollRow['answers'] {
  if (anonymous) return [];
  return votes.slice(0, pollLimits.answers).map(({ extUserId, name, choices, typed }) => ({
    key: shortened(extUserId, 200),
    name: shortened(name || (names.get(extUserId) ?? ''), 200),
    choices: optionsIn(choices),
    typed: shortened(typed, pollLimits.text),
  }));
}

/** `skew`: by how many milliseconds the server's clock is ahead of ours. */
type SentPolls = { row: Pick<MeetingRow, 'id' | 'accountId'>; sent: Analytics; skew: number };
/** Keeps what a server sent of its polls. Sent twice, nothing doubles; sent without any, those that are kept remain. */
export async function keepPolls(tx: Db, { row, sent, skew }: SentPolls): Promise<void> {
  const names = new Map(sent.attendees.map(({ extUserId, name }) => [extUserId, name]));
  const rows = (sent.polls ?? []).slice(0, pollLimits.polls).map((poll, position) => ({
    ...{ meetingId: row.id, accountId: row.accountId, position },
    question: shortened(poll.question, pollLimits.question),
    kind: shortened(poll.type, 40),
    options: poll.options.slice(0, pollLimits.options).map((option) => shortened(option, pollLimits.text)),
    right: optionsIn(poll.right),
    several: poll.several,
    anonymous: poll.anonymous,
    counts: poll.counts.slice(0, pollLimits.options).map(countOf),
    typed: poll.typed.slice(0, pollLimits.answers).map((text) => shortened(text, pollLimits.text)),
    answers: answersOf(poll, names),
    voted: countOf(poll.voted),
    invited: countOf(poll.invited),
    startedAt: poll.start > 0 ? new Date(poll.start - skew) : null,
  }));
  if (rows.length > 0) await setMeetingPolls(tx, row.id, rows);
}

/** Each different text with how often it was typed, letter case aside, the most frequent first. */
function typedCounts(texts: readonly string[]): { text: string; count: number }[] {
  const groups = Map.groupBy(
    texts.map((text) => text.trim()).filter((text) => text !== ''),
    (text) => text.toLocaleLowerCase(),
  );
  return [...groups.values()].map((same) => ({ text: same[0] ?? '', count: same.length })).sort((a, b) => b.count - a.count);
}

type ChosenAnswer = Pick<MeetingPollRow['answers'][number], 'choices'>;
const isRight = ({ right, several }: MeetingPollRow, { choices }: ChosenAnswer): boolean =>
  choices.every((at) => right.includes(at)) && choices.length === (several ? right.length : 1);

export function pollResultOf(row: MeetingPollRow): PollResult {
  const { question, kind, options, right, anonymous, voted, invited } = row;
  const texts = anonymous ? row.typed : row.answers.map(({ typed }) => typed);
  return {
    ...{ question, kind, options, right, anonymous, voted, invited },
    startedAt: row.startedAt?.getTime() ?? null,
    figures: isTooFew(row) ? null : { counts: row.counts, typed: typedCounts(texts) },
    answers: row.answers.map(({ key: _key, ...answer }) => ({
      ...answer,
      isRight: right.length === 0 ? null : isRight(row, answer),
    })),
  };
}

/** Questions of a quiz whose answers have names, and how many of them each person answered rightly, of those who answered any. */
export function quizOf(rows: readonly MeetingPollRow[]): { questions: number; right: Map<string, number> } {
  const questions = rows.filter(({ right, anonymous }) => right.length > 0 && !anonymous);
  const right = new Map<string, number>();
  for (const row of questions)
    for (const answer of row.answers) right.set(answer.key, (right.get(answer.key) ?? 0) + (isRight(row, answer) ? 1 : 0));
  return { questions: questions.length, right };
}
