import type english from '#topics/spotlight/text/en-US.json';
import { topicWords } from '#ui/topics/topic-words.ts';

export const useSpotlightText = topicWords<typeof english>('spotlight');
