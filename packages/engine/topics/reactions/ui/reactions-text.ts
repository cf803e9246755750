import type english from '#topics/reactions/text/en-US.json';
import type { Reaction } from '#topics/reactions/reactions.topic.ts';
import { topicWords } from '#ui/topics/topic-words.ts';

export const useReactionsText = topicWords<typeof english>('reactions');

/** What each is called for those who hear it. */
export const reactionWords = {
  '👍': 'name.thumbsUp',
  '👏': 'name.clap',
  '❤️': 'name.heart',
  '😂': 'name.laugh',
  '😮': 'name.surprise',
  '🎉': 'name.party',
  '🤔': 'name.think',
  '👎': 'name.thumbsDown',
} as const satisfies Record<Reaction, string>;
