import some from '../../text/en-US.json?only=seller.rates.address.errors.fieldErrors&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'seller' | 'rates' | 'address' | 'errors' | 'fieldErrors'> = some;
/** Words of what stands on an invoice about its seller. */
export const sellerText = textOf('billing', english);
