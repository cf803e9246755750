import type { Offer } from '#sales/plans/plans.contract.ts';
import { mostOf } from '#sales/plans/plans.rules.ts';
import type { AddonView, AddonWish } from '../addons.contract.ts';

type At = { period: 'month' | 'year'; currency: string };
/** Add-ons that are sold in that rhythm and currency. */
export const addonOffers = (offers: readonly Offer[], at: At): Offer[] =>
  offers.filter(
    (offer) =>
      offer.kind === 'addon' && offer.prices.some((price) => price.currency === at.currency && price.period === at.period),
  );

/** The same with another number of one of them; none of it leaves it out. */
export const withAddon = (chosen: readonly AddonWish[], { planId, quantity }: AddonWish): AddonWish[] => {
  if (!chosen.some((one) => one.planId === planId)) return quantity > 0 ? [...chosen, { planId, quantity }] : [...chosen];
  return chosen.flatMap((one) => (one.planId !== planId ? [one] : quantity > 0 ? [{ planId, quantity }] : []));
};

/** As they stand in the address: `storage*3,look`. What is not sold, or is no number, is left out. */
export function addonsOf(text: string, of: { offers: readonly Offer[]; at: At }): AddonWish[] {
  const sold = addonOffers(of.offers, of.at);
  return [
    ...new Map(
      text
        .split(',')
        .map((part) => part.split('*'))
        .map(([code = '', count = '1']) => [code, count]),
    ),
  ].flatMap(([code, count]) => {
    const offer = sold.find((one) => one.code === code);
    const quantity = Number(count);
    const fits = offer !== undefined && Number.isInteger(quantity) && quantity >= 1;
    return fits ? [{ planId: offer.id, quantity: Math.min(quantity, mostOf(offer.entitlements)) }] : [];
  });
}
export const addonsText = (addons: readonly AddonWish[], offers: readonly Offer[]): string =>
  addons
    .flatMap(({ planId, quantity }) => {
      const code = offers.find((one) => one.id === planId)?.code;
      return code === undefined ? [] : [quantity === 1 ? code : `${code}*${quantity}`];
    })
    .join(',');

/** What is held, as a wish: only what is sold in the other rhythm too, when the rhythm is another one. */
export const wishedAddons = (held: readonly AddonView[], of: { offers: readonly Offer[]; at: At; same: boolean }): AddonWish[] =>
  held.flatMap(({ planId, quantity }) =>
    of.same || addonOffers(of.offers, of.at).some((one) => one.id === planId) ? [{ planId, quantity }] : [],
  );
