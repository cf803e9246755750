import en from '@atrium/engine/text/en-US.json' with { type: 'json' };
import type { UseTopicText } from '@atrium/engine/ui/topics/topic-words.ts';
import { textOf } from '#kit/ui/text/text-of.ts';

/** Words of the engine's own screens, in the reader's language. */
export const engineText = textOf('engine', en);

const topicTexts = new Map<string, ReturnType<typeof textOf>>();

/** Words of a topic of the meeting, which has a folder of texts of its own. */
export const useTopicText: UseTopicText = (topic, english) => {
  const useText = topicTexts.get(topic) ?? textOf(topic, english);
  topicTexts.set(topic, useText);
  return useText();
};
