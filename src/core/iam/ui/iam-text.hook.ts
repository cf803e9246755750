import most from '../text/en-US.json?without=why.mine&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Omit<EnglishTexts, 'why' | 'mine'> = most;
export const iamText = textOf('iam', english);
export type IamSay = ReturnType<typeof iamText>;
