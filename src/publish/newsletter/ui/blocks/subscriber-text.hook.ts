import some from '../../text/en-US.json?only=guest.preferences.errors.fieldErrors&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
/** What subscribers see: the words for those who write stay out of their pages. */
const english: Pick<EnglishTexts, 'guest' | 'preferences' | 'errors' | 'fieldErrors'> = some;
export const subscriberText = textOf('newsletter', english);
