/** By which number a seller is known on its invoices: without one of them no document is valid, so it is asked for where the seller is set up. */
import { rateAt, ratesWith } from './rates.rules.ts';

export type SellerNumbers = {
  vatId: string | null;
  taxNumber: string | null;
  registration: string | null;
  country: string;
  regime: 'standard' | 'small-business' | 'outside-eu';
  oss: 'on' | 'threshold' | 'off';
  ownRates: Readonly<Record<string, number>>;
  /** `YYYY-MM-DD`. */
  on: string;
};
const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';

/** Whether an invoice may show a tax, or say by which law it shows none. */
const isTaxed = ({ country, regime, oss, ownRates, on }: SellerNumbers): boolean =>
  regime !== 'outside-eu' ||
  oss === 'on' ||
  Object.keys(ownRates).length > 0 ||
  rateAt(country, on, ratesWith(ownRates)) !== null;

/**
 * What is missing: `number_missing`, any of the three (BR-CO-26); `tax_number_missing`, one of the tax office's (BR-S-02, BR-E-02, BR-Z-02),
 * where only a registration is there.
 */
export function missingNumber(seller: SellerNumbers): 'number_missing' | 'tax_number_missing' | null {
  if (!isEmpty(seller.vatId) || !isEmpty(seller.taxNumber)) return null;
  if (isEmpty(seller.registration)) return 'number_missing';
  return isTaxed(seller) ? 'tax_number_missing' : null;
}
