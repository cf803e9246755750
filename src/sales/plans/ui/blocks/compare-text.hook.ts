import some from '../../text/en-US.json?only=compare.limit&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'compare' | 'limit'> = some;
/** What plans side by side say: the words of the operator's forms stay out of the shop. */
export const compareText = textOf('plans', english);
