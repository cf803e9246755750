import english from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const accountsText = textOf('accounts', english);
