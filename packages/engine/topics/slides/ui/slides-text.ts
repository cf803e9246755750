import type * as z from 'zod/mini';
import type english from '#topics/slides/text/en-US.json';
import { slidesTopic } from '#topics/slides/slides.topic.ts';
import { useMeeting } from '#ui/room-context.tsx';
import { topicWords } from '#ui/topics/topic-words.ts';

export const useSlidesText = topicWords<typeof english>('slides');

export function useSlidesCommand(): (command: z.infer<typeof slidesTopic.command>) => void {
  const meeting = useMeeting();
  return (command) => void meeting.command(slidesTopic.name, command);
}
