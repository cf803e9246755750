import type { PollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';

/** Whether it can be asked as it is; the engine leaves others out. */
export function isWholePoll({ kind, question, options, right }: PollQuestion): boolean {
  if (kind === 'typed') return question.trim() !== '' && options.length === 0 && right.length === 0;
  const isNamed = kind !== 'own' || options.every((option) => option.trim() !== '');
  return options.length >= 2 && isNamed && right.every((at) => at < options.length);
}
