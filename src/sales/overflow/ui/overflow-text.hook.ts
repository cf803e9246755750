import { textOf } from '#kit/ui/text/text-of.ts';
import most from '../text/en-US.json?without=mail&part.json';

type Whole = typeof import('../text/en-US.json', { with: { type: 'json' }});
/** The server writes the mails. */
const english: Omit<Whole, 'mail'> = most;
export const overflowText = textOf('overflow', english);
