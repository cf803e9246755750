import some from '../../text/en-US.json?only=defaults&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'defaults'> = some;
/** Words of what new rooms begin with; only the account's settings say them. */
export const defaultsText = textOf('rooms', english);
