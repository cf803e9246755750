import { POLLS, type PollKind, type PollQuestion } from '#topics/polls/poll-schemas.ts';
import { pollFromText } from '#topics/polls/poll-from-text.ts';

const LETTERS_AT_FIRST = 4;
const OWN_AT_FIRST = 2;

const blank: PollQuestion = {
  ...{ kind: 'yes-no', question: '', options: ['', ''], right: [], several: false, anonymous: false, live: false },
};

/** What the slide offers, else yes or no. */
export function draftFor(slideText: string): PollQuestion {
  return { ...blank, ...pollFromText(slideText) };
}

const empty = (count: number): string[] => Array.from({ length: count }, () => '');

function optionsFor(kind: PollKind, before: readonly string[]): string[] {
  if (kind === 'typed') return [];
  if (kind === 'yes-no' || kind === 'true-false') return empty(2);
  const kept = before.filter((option) => option !== '');
  return kept.length >= 2 ? kept : empty(kind === 'letters' ? LETTERS_AT_FIRST : OWN_AT_FIRST);
}

/** Another kind of poll keeps the question, and the answers where it has some. */
export const withKind = (draft: PollQuestion, kind: PollKind): PollQuestion => ({
  ...draft,
  kind,
  options: optionsFor(kind, draft.options),
  right: [],
});

export const withOption = (draft: PollQuestion, at: number, option: string): PollQuestion => ({
  ...draft,
  options: draft.options.map((one, place) => (place === at ? option : one)),
});

export const withoutOption = (draft: PollQuestion, at: number): PollQuestion => ({
  ...draft,
  options: draft.options.filter((_, place) => place !== at),
  right: [],
});

export const mayAddOption = ({ options }: PollQuestion): boolean => options.length < POLLS.options;

/** What is missing until it can be asked; answers without words are letters. */
export function missingIn({ kind, question, options }: PollQuestion): 'needsQuestion' | 'needsAnswers' | null {
  if (kind === 'typed' && question.trim() === '') return 'needsQuestion';
  if (kind === 'own' && options.filter((option) => option.trim() !== '').length < 2) return 'needsAnswers';
  return null;
}

/** Own answers that were left empty are left out, and the places of the right ones follow. */
export function pollToAsk(draft: PollQuestion): PollQuestion {
  if (draft.kind !== 'own') return draft;
  const kept = draft.options.flatMap((option, at) => (option.trim() === '' ? [] : [at]));
  return {
    ...draft,
    options: kept.map((at) => draft.options[at] ?? ''),
    right: draft.right.map((at) => kept.indexOf(at)).filter((at) => at >= 0),
  };
}
