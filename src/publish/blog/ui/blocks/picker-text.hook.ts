import some from '../../text/en-US.json?only=pick&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'pick'> = some;
export const pickerText = textOf('blog', english);
