import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const adminText = textOf('admin', en);
export type AdminSay = ReturnType<typeof adminText>;
