/** What is kept with an invoice of the rate that its tax was converted at. */
import {
  type Conversion,
  conversionOn,
  type Quote,
  type RateSource,
  rateText,
  readRate,
} from '#sales/exchange/exchange.rules.ts';

/** `rate` is a decimal text, `day` when it was published, `origin` who published an own one. */
export type AccountingRate = {
  day: string;
  source: RateSource;
  origin: string;
  quotes: readonly { base: string; currency: string; rate: string }[];
};
type StoredAccounting = { currency: string; accountingCurrency: string | null; accountingRate: AccountingRate | null };

export const keptRate = ({ day, source, origin, quotes }: Conversion): AccountingRate => ({
  ...{ day, source, origin },
  quotes: quotes.map(({ base, currency, rate }) => ({ base, currency, rate: rateText(rate) })),
});
/** The conversion as it was then; null where there was none. */
export function conversionOf({ currency, accountingCurrency, accountingRate }: StoredAccounting): Conversion | null {
  if (accountingCurrency === null || accountingRate === null) return null;
  const { day, source, origin } = accountingRate;
  const quotes = accountingRate.quotes.flatMap(({ base, currency: other, rate }): Quote[] => {
    const read = readRate(rate);
    return read === null ? [] : [{ base, currency: other, rate: read, day, source, origin }];
  });
  return conversionOn(quotes, { from: currency, to: accountingCurrency, on: day });
}
