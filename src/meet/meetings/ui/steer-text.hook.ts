import some from '../text/en-US.json?only=steer&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'steer'> = some;
/** Words beside a meeting that runs. */
export const steerText = textOf('meetings', english);
