import some from '../text/en-US.json?only=pause&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'pause'> = some;
/** Words of a pause; only its dialogs say them. */
export const pauseText = textOf('billing', english);
