import type * as z from 'zod/mini';
import { locksTopic } from '#topics/locks/locks.topic.ts';
import type english from '#topics/locks/text/en-US.json';
import { useMeeting } from '#ui/room-context.tsx';
import { topicWords } from '#ui/topics/topic-words.ts';

export const useLocksText = topicWords<typeof english>('locks');

export function useLocksCommand(): (command: z.infer<typeof locksTopic.command>) => void {
  const meeting = useMeeting();
  return (command) => void meeting.command(locksTopic.name, command);
}
