import some from '../text/en-US.json?only=bulk&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'bulk'> = some;
/** Words of what is done to several rooms at once; only lists say them. */
export const bulkText = textOf('rooms', english);
