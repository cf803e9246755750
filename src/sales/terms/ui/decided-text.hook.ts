import { textOf } from '#kit/ui/text/text-of.ts';
import some from '../text/en-US.json?without=tax.trust.draft.registrations.manual.errors.fieldErrors&part.json';

type Whole = typeof import('../text/en-US.json', { with: { type: 'json' }});
/** Who decided what was agreed, and nothing else: these words come with every invoice that the operator opens. */
const english: Pick<Whole, 'customer'> = some;
export const decidedText = textOf('terms', english);
