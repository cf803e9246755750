import some from '../../text/en-US.json?only=invoices.rate.errors.fieldErrors&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<Whole, 'invoices' | 'rate' | 'errors' | 'fieldErrors'> = some;
/** Words of invoices; those of plans and purchases are billing's own. */
export const invoiceText = textOf('billing', english);
export type InvoiceSay = ReturnType<typeof invoiceText>;
