import type * as z from 'zod/mini';
import { presenterTopic } from '#topics/presenter/presenter.topic.ts';
import type english from '#topics/presenter/text/en-US.json';
import { useMeeting } from '#ui/room-context.tsx';
import { topicWords } from '#ui/topics/topic-words.ts';

export const usePresenterText = topicWords<typeof english>('presenter');

export function usePresenterCommand(): (command: z.infer<typeof presenterTopic.command>) => void {
  const meeting = useMeeting();
  return (command) => void meeting.command(presenterTopic.name, command);
}
