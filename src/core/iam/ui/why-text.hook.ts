import some from '../text/en-US.json?only=why&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'why'> = some;
/** Words of what somebody may do and why; only a person's page says them. */
export const whyText = textOf('iam', english);
