import some from '../text/en-US.json?only=period&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'period'> = some;
/** Words of the download of a period’s attendance. */
export const periodText = textOf('meetings', english);
