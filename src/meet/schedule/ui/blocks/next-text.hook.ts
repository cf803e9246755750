import some from './text/en-US.json?only=next&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('./text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'next'> = some;
/** What other screens say of dates: the words of the calendar stay out of their pages. */
export const nextText = textOf('dates', english);
