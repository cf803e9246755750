import type { Offer } from '#sales/plans/plans.contract.ts';
import { mostOf } from '#sales/plans/plans.rules.ts';
import type { AddonView, AddonWish } from '../addons.contract.ts';

/** `to`: the plan that they come on top of, where one is chosen. */
export type At = { period: 'month' | 'year'; currency: string; to?: Pick<Offer, 'entitlements'> | undefined };
/** Whether the plan has all that the add-on gives: nothing is above "yes" and "no limit". */
export const isInPlan = (offer: Offer, { to }: Pick<At, 'to'>): boolean => {
  const had = new Map(Object.entries(to?.entitlements ?? {}));
  return Object.entries(offer.entitlements).every(([key, value]) => {
    const now = had.get(key);
    return value === undefined || value === false || value === 0 || now === true || now === null;
  });
};
/** Add-ons that are sold in that rhythm and currency, and give something that the plan has not. */
export const addonOffers = (offers: readonly Offer[], at: At): Offer[] =>
  offers.filter(
    (offer) =>
      offer.kind === 'addon' &&
      offer.prices.some((price) => price.currency === at.currency && price.period === at.period) &&
      !isInPlan(offer, at),
  );
/** The same, and those that were chosen before the plan had them itself: they can be given up. */
export const shownAddons = (offers: readonly Offer[], { at, chosen }: { at: At; chosen: readonly AddonWish[] }): Offer[] => {
  const sold = addonOffers(offers, at);
  return [
    ...sold,
    ...addonOffers(offers, { ...at, to: undefined }).filter(
      (one) => !sold.includes(one) && chosen.some(({ planId }) => planId === one.id),
    ),
  ];
};
/** Held ones that are not sold any more stay; what the plan has itself does not. */
export const keptAddons = (held: readonly AddonView[], { offers, at }: { offers: readonly Offer[]; at: At }): AddonView[] => {
  const sold = addonOffers(offers, at);
  return held.filter(
    ({ planId }) => sold.every(({ id }) => id !== planId) && !offers.some((one) => one.id === planId && isInPlan(one, at)),
  );
};

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

export const wishOfHeld = (held: readonly AddonView[]): AddonWish[] => held.map(({ planId, quantity }) => ({ planId, quantity }));
/** What is held, as a wish: only what is sold in the other rhythm too, when the rhythm is another one, and nothing that the plan has itself. */
export function wishedAddons(held: readonly AddonView[], of: { offers: readonly Offer[]; at: At; same: boolean }): AddonWish[] {
  const stay = [
    ...addonOffers(of.offers, of.at).map(({ id }) => id),
    ...(of.same ? keptAddons(held, of).map((one) => one.planId) : []),
  ];
  return held.flatMap(({ planId, quantity }) => (stay.includes(planId) ? [{ planId, quantity }] : []));
}
