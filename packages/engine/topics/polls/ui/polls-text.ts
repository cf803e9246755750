import type * as z from 'zod/mini';
import type { PollQuestion } from '#topics/polls/poll-schemas.ts';
import { pollsTopic } from '#topics/polls/polls.topic.ts';
import type english from '#topics/polls/text/en-US.json';
import type { SendOutcome } from '#ui/media/connection.ts';
import { useMeeting } from '#ui/room-context.tsx';
import { topicWords } from '#ui/topics/topic-words.ts';

export const usePollsText = topicWords<typeof english>('polls');
export type SayPolls = ReturnType<typeof usePollsText>;

export type PollsCommand = z.infer<typeof pollsTopic.command>;
export function usePollsCommand(): (command: PollsCommand) => Promise<SendOutcome> {
  const meeting = useMeeting();
  return (command) => meeting.command(pollsTopic.name, command);
}

export const letterOf = (at: number): string => String.fromCharCode(65 + at);

/** An answer as it is read: in the reader's words, in its own, or by its letter. */
export function optionWords(text: SayPolls, { kind, options }: Pick<PollQuestion, 'kind' | 'options'>, at: number): string {
  if (kind === 'yes-no') return text(at === 0 ? 'yes' : 'no');
  if (kind === 'true-false') return text(at === 0 ? 'true' : 'false');
  return options[at] || letterOf(at);
}

/** Whether answers are called A, B, C beside their words. */
export const hasLetters = ({ kind }: Pick<PollQuestion, 'kind'>): boolean => kind === 'letters' || kind === 'own';

/** Shares of everybody who answered, in whole percent. */
export const percentOf = (count: number, voted: number): number => (voted === 0 ? 0 : Math.round((count * 100) / voted));
