import some from '../text/en-US.json?only=invitation.repeat.errors&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'invitation' | 'repeat' | 'errors'> = some;
/** What invitees read: the words of the calendar stay out of their page. */
export const invitationText = textOf('schedule', english);
