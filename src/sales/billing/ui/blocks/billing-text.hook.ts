import most from '../../text/en-US.json?without=invoices.seller.rates.rate.giveUp.pause&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
/** Without what only invoices and sellers say: these words come with every page that sells. */
const english: Omit<Whole, 'invoices' | 'seller' | 'rates' | 'rate' | 'giveUp' | 'pause'> = most;
export const billingText = textOf('billing', english);
export type BillingSay = ReturnType<typeof billingText>;
