import { textOf } from '#kit/ui/text/text-of.ts';
import english from '../text/en-US.json' with { type: 'json' };

export const mailboxText = textOf('mailbox', english);
