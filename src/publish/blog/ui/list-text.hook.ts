import some from '../text/en-US.json?only=list&part.json';
import { type OpenSay, textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'list'> = some;
export const listText = textOf('blog', english);
export type ListSay = ReturnType<typeof listText>;

/** The words for refusals, where forms and failures look for them. */
export const refusalsOf = (say: OpenSay): OpenSay => ({ maybe: (key, values) => say.maybe(`list.${key}`, values) });
