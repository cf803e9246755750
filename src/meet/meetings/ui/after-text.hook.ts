import some from '../text/en-US.json?only=after&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'after'> = some;
/** What a meeting that is over says: most doors are opened before one. */
export const afterText = textOf('meetings', english);
