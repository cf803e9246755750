import some from '../text/en-US.json?without=mail.notices&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Omit<EnglishTexts, 'mail' | 'notices'> = some;
/** Without the words of mails, which the server writes, and those of notices, which come with the frame. */
export const outboxText = textOf('outbox', english);
