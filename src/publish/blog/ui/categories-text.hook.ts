import some from '../text/en-US.json?only=categories&part.json';
import { type OpenSay, textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'categories'> = some;
export const categoriesText = textOf('blog', english);
export type CategoriesSay = ReturnType<typeof categoriesText>;

/** The words for refusals, where forms and failures look for them. */
export const refusalsOf = (say: OpenSay): OpenSay => ({ maybe: (key, values) => say.maybe(`categories.${key}`, values) });
