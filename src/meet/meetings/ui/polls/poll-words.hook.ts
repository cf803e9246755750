import { csvOf } from '#kit/csv.ts';
import type { PollResult } from '#meet/meetings/attendance.contract.ts';
import { meetingsText } from '../meetings-text.hook.ts';
import { pollsText } from './polls-text.hook.ts';

/** Answers that servers send in English, of polls whose kind says that they are these. */
const fixedWords = { Yes: 'polls.yes', No: 'polls.no', True: 'polls.true', False: 'polls.false' } as const;
const fixedKinds = ['yes-no', 'true-false', 'YN', 'TF'];
const isFixed = (word: string): word is keyof typeof fixedWords => Object.hasOwn(fixedWords, word);

/** The words of a poll in the reader's language. */
export function usePollWords() {
  const say = pollsText();
  const nameWord = meetingsText()('attendance.name');
  const optionOf = ({ kind, options }: PollResult, at: number): string => {
    const option = options[at] ?? '';
    return fixedKinds.includes(kind) && isFixed(option) ? say(fixedWords[option]) : option;
  };
  const questionOf = ({ question }: PollResult, at: number): string =>
    question === '' ? say('polls.untitled', { number: at + 1 }) : question;
  return { say, nameWord, optionOf, questionOf };
}

type PollWords = ReturnType<typeof usePollWords>;
type AnswerCsvLine = { name: string; answer: string; count: number | null; isRight: boolean | null };

function answersOf({ optionOf, say }: PollWords, poll: PollResult): AnswerCsvLine[] {
  const { options, right, figures, anonymous, answers } = poll;
  if (!anonymous)
    return answers.map(({ name, choices, typed, isRight }) => ({
      name,
      answer: typed === '' ? choices.map((at) => optionOf(poll, at)).join('; ') : typed,
      count: 1,
      isRight,
    }));
  if (figures === null) return [{ name: '', answer: say('polls.tooFew'), count: null, isRight: null }];
  const chosen = options.map((_, at) => ({
    ...{ name: '', answer: optionOf(poll, at), count: figures.counts[at] ?? 0 },
    isRight: right.length === 0 ? null : right.includes(at),
  }));
  return [...chosen, ...figures.typed.map(({ text, count }) => ({ name: '', answer: text, count, isRight: null }))];
}

/** A line per person and poll, and per answer of an anonymous one. */
export function pollsCsv(words: PollWords, polls: readonly PollResult[]): string {
  const { say, nameWord, questionOf } = words;
  const head = [say('polls.question'), nameWord, say('polls.answer'), say('polls.count'), say('polls.right')];
  const lines = polls.flatMap((poll, at) =>
    answersOf(words, poll).map(({ name, answer, count, isRight }) => [
      questionOf(poll, at),
      name,
      answer,
      count === null ? '' : String(count),
      isRight === null ? '' : say(isRight ? 'polls.yes' : 'polls.no'),
    ]),
  );
  return csvOf([head, ...lines]);
}
