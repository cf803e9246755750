/** The views beside the list of invoices, for who pays and for the seller. */
import * as bank from '#sales/bank/ui/blocks/bank-tabs.part.tsx';
import { ownPayments, sellerPayments } from '#sales/payments/ui/blocks/payment-tabs.part.tsx';

export const ownTabs = [ownPayments, ...bank.ownTabs];
export const sellerTabs = [sellerPayments, ...bank.sellerTabs];
