import some from '../../text/en-US.json?only=pick&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'pick'> = some;
export const pickerText = textOf('blog', english);
