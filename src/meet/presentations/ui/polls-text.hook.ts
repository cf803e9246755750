import en from '@atrium/engine/topics/polls/text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

/** The words of polls in a meeting. */
export const pollsText = textOf('polls', en);
