import some from '../../text/en-US.json?only=help.home.state&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
/** What other domains' pages show of tickets: the words of our screens stay out of theirs. */
const english: Pick<EnglishTexts, 'help' | 'home' | 'state'> = some;
export const helpText = textOf('tickets', english);
