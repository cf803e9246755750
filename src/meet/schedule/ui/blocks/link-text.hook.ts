import some from './text/en-US.json?only=link&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('./text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'link'> = some;
/** What the public link says of dates. */
export const linkText = textOf('dates', english);
