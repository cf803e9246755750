import en from '@atrium/engine/text/en-US.json' with { type: 'json' };
import { topicUis } from '@atrium/engine/ui/topics/registry.ts';
import type { UseTopicText } from '@atrium/engine/ui/topics/topic-words.ts';
import { textOf } from '#kit/ui/text/text-of.ts';

/** Words of the engine's own screens, in the reader's language. */
export const engineText = textOf('engine', en);

const topicTexts = new Map(topicUis.flatMap(({ name, english }) => (english ? [[name, textOf(name, english)] as const] : [])));

const useKeys = () => (key: string) => key;

/** Words of a topic of the meeting, which has a folder of texts of its own; one without says its keys. */
export const useTopicText: UseTopicText = (topic, english) => {
  if (english !== undefined && !topicTexts.has(topic)) topicTexts.set(topic, textOf(topic, english));
  return (topicTexts.get(topic) ?? useKeys)();
};
