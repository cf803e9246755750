import some from '../text/en-US.json?only=conflict&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'conflict'> = some;
/** Words for two people who changed a room at once; only its form says them. */
export const conflictText = textOf('rooms', english);
