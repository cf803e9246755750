import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const iamText = textOf('iam', en);
export type IamSay = ReturnType<typeof iamText>;
