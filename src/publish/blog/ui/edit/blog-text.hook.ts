import some from '../../text/en-US.json?only=edit.write.list&part.json';
import { type OpenSay, textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'edit' | 'write' | 'list'> = some;
export const blogText = textOf('blog', english);

/** The words for refusals, where forms and failures look for them. */
export const refusalsOf = (say: OpenSay): OpenSay => ({ maybe: (key, values) => say.maybe(`edit.${key}`, values) });
