import some from '../text/en-US.json?only=none.like&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'none' | 'like'> = some;
/** Words of a list without rooms. */
export const roomsEmptyText = textOf('rooms', english);
