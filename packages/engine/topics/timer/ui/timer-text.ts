import type * as z from 'zod/mini';
import type english from '#topics/timer/text/en-US.json';
import { timerTopic } from '#topics/timer/timer.topic.ts';
import { useMeeting } from '#ui/room-context.tsx';
import { topicWords } from '#ui/topics/topic-words.ts';

export const useTimerText = topicWords<typeof english>('timer');

/** Sends what a host wants of the timer. */
export function useTimerCommand(): (command: z.infer<typeof timerTopic.command>) => void {
  const meeting = useMeeting();
  return (command) => void meeting.command(timerTopic.name, command);
}
