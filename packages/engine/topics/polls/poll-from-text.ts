import { POLLS, type PollQuestion } from '#topics/polls/poll-schemas.ts';

/** What a slide's text offers as a poll. */
export type SlidePoll = Pick<PollQuestion, 'kind' | 'question' | 'options'>;

/** A letter or number with a bracket, a full stop or a colon behind it, at the start of a line or after a wide gap. */
const mark = /(?:^|\s{2,}|\t)\(?([A-I]|[1-9])[).:]\s+(?=\S)/gu;
/** A letter alone, as boxes on slides have it. */
const bareMark = /^([A-I])\s+(?=\S)/u;

type Mark = { at: number; end: number; letter: string };

/** Every mark of a line, in order. */
function marksIn(line: string): Mark[] {
  const found = [...line.matchAll(mark)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    letter: match[1] ?? '',
  }));
  const bare = bareMark.exec(line);
  return found.length > 0 || bare === null ? found : [{ at: 0, end: bare[0].length, letter: bare[1] ?? '' }];
}

function optionsIn(line: string): { letter: string; text: string }[] {
  const marks = marksIn(line);
  return marks.map(({ end, letter }, i) => ({ letter, text: line.slice(end, marks[i + 1]?.at ?? line.length).trim() }));
}

const letterAt = (first: string, place: number): string => String.fromCharCode(first.charCodeAt(0) + place);

/** The longest run A, B, C … or 1, 2, 3 …; a lone A is a word. */
function runOf(options: readonly { letter: string; text: string }[]): string[] {
  const first = options.findIndex(({ letter }) => letter === 'A' || letter === '1');
  if (first === -1) return [];
  const from = options.slice(first);
  const start = from[0]?.letter ?? 'A';
  const wrong = from.findIndex(({ letter }, place) => letter !== letterAt(start, place));
  return from.slice(0, wrong === -1 ? from.length : wrong).map(({ text }) => text.slice(0, POLLS.option));
}

/** The last question above the answers, or else the last line there. */
function questionAbove(lines: readonly string[], answersAt: number): string {
  const above = lines.slice(0, answersAt).filter((line) => line !== '');
  const question = above.findLast((line) => /[?？؟]\s*$/u.test(line)) ?? above.at(-1) ?? '';
  return question.slice(0, POLLS.question);
}

/** Reads answers A to I or 1 to 9 off a slide, or a question that ends in a question mark; null: it offers nothing. */
export function pollFromText(text: string): SlidePoll | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const options = runOf(lines.flatMap(optionsIn));
  if (options.length >= 2) {
    const answersAt = lines.findIndex((line) => optionsIn(line).some(({ letter }) => letter === 'A' || letter === '1'));
    return { kind: 'letters', question: questionAbove(lines, answersAt), options: options.slice(0, POLLS.options) };
  }
  const question = lines.findLast((line) => /[?？؟]$/u.test(line));
  return question === undefined ? null : { kind: 'yes-no', question: question.slice(0, POLLS.question), options: ['', ''] };
}
