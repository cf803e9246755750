/** What people send of polls, made fit to be kept; null where it makes no sense. */
import { cleanText } from '#topics/chat/server/chat.plug.ts';
import type { Poll, PollAnswer, PollQuestion } from '#topics/polls/poll-schemas.ts';

/** Kinds whose two answers every page says in its own language. */
const hasFixedOptions = (kind: PollQuestion['kind']): boolean => kind === 'yes-no' || kind === 'true-false';

function optionsOf({ kind, options }: PollQuestion): string[] {
  if (kind === 'typed') return [];
  return hasFixedOptions(kind) ? ['', ''] : options.map(cleanText);
}

export function questionFrom(sent: PollQuestion): PollQuestion | null {
  const options = optionsOf(sent);
  const right = [...new Set(sent.right)].sort((a, b) => a - b);
  if (sent.kind !== 'typed' && options.length < 2) return null;
  if (right.some((at) => at >= options.length)) return null;
  const question = cleanText(sent.question);
  if (sent.kind === 'typed' && question === '') return null;
  return { ...sent, question, options, right, several: sent.several && !hasFixedOptions(sent.kind) && sent.kind !== 'typed' };
}

export function answerFrom({ kind, options, several }: Poll, sent: PollAnswer): PollAnswer | null {
  const typed = cleanText(sent.typed);
  if (kind === 'typed') return typed === '' ? null : { choices: [], typed };
  const choices = [...new Set(sent.choices)].sort((a, b) => a - b);
  const fits = choices.every((at) => at < options.length) && choices.length >= 1 && (several || choices.length === 1);
  return fits ? { choices, typed: '' } : null;
}
