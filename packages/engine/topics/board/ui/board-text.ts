import english from '#topics/board/text/en-US.json' with { type: 'json' };
import { topicWords } from '#ui/topics/topic-words.ts';

/** They come with the board's code: most meetings draw nothing. */
export const useBoardText = topicWords('board', english);
export type BoardText = ReturnType<typeof useBoardText>;
