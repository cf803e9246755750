import invoices from '../../text/en-US.json?only=invoices.rate.errors.fieldErrors&part.json';
import most from '../../text/en-US.json?without=invoices.seller.rates.rate.giveUp.pause&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const ofInvoices: Pick<Whole, 'invoices' | 'rate'> = invoices;
const english: Omit<Whole, 'invoices' | 'seller' | 'rates' | 'rate' | 'giveUp' | 'pause'> = most;
/** For parts that speak of plans and of their invoices. */
export const everyBillingText = textOf('billing', { ...english, ...ofInvoices });
