import { createContext, useContext, useMemo } from 'react';
import { isolating } from '#ui/isolate.ts';
import type { KeysIn, TextValues } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

export type TopicTexts = { readonly [key: string]: string | TopicTexts };
type SayTopic = (key: string, values?: TextValues) => string;
/** Gives the words of a topic in the reader's language; a hook. `english`: of a topic whose words came with its code, later than the page. */
export type UseTopicText = (topic: string, english?: TopicTexts) => SayTopic;

const Context = createContext<UseTopicText>(() => (key) => key);
export const TopicTextProvider = Context;

/** The words of a topic, which lie in its folder: `const useTimerText = topicWords<typeof english>('timer')`. */
export function topicWords<M extends TopicTexts>(
  topic: string,
  english?: M,
): () => (key: KeysIn<M>, values?: TextValues) => string {
  return function useTopicWords() {
    const { dir } = useWords();
    const useText = useContext(Context);
    const say = useText(topic, english);
    return useMemo(() => isolating(say, dir), [say, dir]);
  };
}
