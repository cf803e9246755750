import english from '#topics/reactions/text/en-US.json' with { type: 'json' };
import { type Reaction, reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { pageTopic } from '#ui/topics/topic-store.ts';
import { topicWords } from '#ui/topics/topic-words.ts';

export const reactionsOnPage = pageTopic(reactionsTopic);
export const useReactionsText = topicWords('reactions', english);

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
