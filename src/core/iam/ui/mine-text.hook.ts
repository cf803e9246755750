import some from '../text/en-US.json?only=mine&part.json';
import { iamText } from './iam-text.hook.ts';
import { type OpenSay, textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'mine'> = some;
/** Words of somebody's own groups; only their page says them. */
export const mineText = textOf('iam', english);

/** Words of failures, those about my own groups first. */
export function useMineWords(): OpenSay {
  const [say, mine] = [iamText(), mineText()];
  return { maybe: (key, values) => mine.maybe(`mine.${key}`, values) ?? say.maybe(key, values) };
}
