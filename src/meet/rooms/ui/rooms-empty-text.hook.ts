import some from '../text/en-US.json?only=none.like&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'none' | 'like'> = some;
/** Words of a list without rooms. */
export const roomsEmptyText = textOf('rooms', english);
