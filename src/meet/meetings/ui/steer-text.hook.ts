import some from '../text/en-US.json?only=steer&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'steer'> = some;
/** Words beside a meeting that runs. */
export const steerText = textOf('meetings', english);
