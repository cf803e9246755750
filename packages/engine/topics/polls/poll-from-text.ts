import { POLLS, type PollQuestion } from '#topics/polls/poll-schemas.ts';

/** What a slide's text offers as a poll. */
export type SlidePoll = Pick<PollQuestion, 'kind' | 'question' | 'options'>;

/** A letter or number with a bracket, a full stop or a colon behind it. */
const mark = /^\(?([A-I1-9])[).:] +(?=[^ ])/u;
/** A letter alone, as boxes on slides have it. */
const bareMark = /^([A-I]) +(?=[^ ])/u;

type PollOption = { letter: string; text: string };

function readOption(cell: string, pattern: RegExp): PollOption | null {
  const match = pattern.exec(cell);
  return match === null ? null : { letter: match[1] ?? '', text: cell.slice(match[0].length).trim() };
}

/** Answers may stand beside each other, with wide gaps between them. */
function optionsIn(line: string): PollOption[] {
  const cells = line.split(/\t| {2}/).flatMap((cell) => cell.trim() || []);
  const options: PollOption[] = [];
  for (const cell of cells) {
    const option = readOption(cell, mark);
    const last = options.at(-1);
    if (option !== null) options.push(option);
    else if (last !== undefined) last.text += ` ${cell}`;
  }
  const bare = options.length === 0 ? readOption(line, bareMark) : null;
  return bare === null ? options : [bare];
}

const letterAt = (first: string, place: number): string => String.fromCharCode(first.charCodeAt(0) + place);

/** The longest run A, B, C … or 1, 2, 3 …; a lone A is a word. */
function runOf(options: readonly PollOption[]): string[] {
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
