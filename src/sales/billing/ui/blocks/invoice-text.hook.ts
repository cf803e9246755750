import rest from '../../text/en-US.json?only=invoices.seller.rates.rate&part.json';
import most from '../../text/en-US.json?without=invoices.seller.rates.rate.giveUp&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type Whole = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const others: Pick<Whole, 'invoices' | 'seller' | 'rates' | 'rate'> = rest;
const english: Omit<Whole, 'invoices' | 'seller' | 'rates' | 'rate' | 'giveUp'> = most;
/** All words of billing. */
export const invoiceText = textOf('billing', { ...english, ...others });
export type InvoiceSay = ReturnType<typeof invoiceText>;
