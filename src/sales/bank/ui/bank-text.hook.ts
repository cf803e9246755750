import { textOf } from '#kit/ui/text/text-of.ts';
import en from '../text/en-US.json' with { type: 'json' };

export const bankText = textOf('bank', en);
export type BankSay = ReturnType<typeof bankText>;
