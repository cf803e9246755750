import some from '../../text/en-US.json?only=giveUp&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
/** What is asked before an order is given up, and why it is refused: these words come with the form that buys. */
const english: Pick<Whole, 'giveUp'> = some;
export const giveUpText = textOf('billing', english);
