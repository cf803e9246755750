import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { passesCalls, type PassWish } from '../passes.contract.ts';
import type { ProfilePlace } from './profile-form.part.tsx';

/** The part of the contract by which event passes are bought. */
export const passesApi = { passes: passesCalls };
type PassesClient = Client<typeof passesApi>;

/** The passes on sale in a currency. */
export const passOffers = (offers: readonly Offer[], currency: string | null): Offer[] =>
  offers.filter((offer) => offer.kind === 'pass' && offer.prices.some((price) => price.currency === currency));
export const passPrice = (offer: Offer, currency: string): number =>
  offer.prices.find((price) => price.currency === currency && price.period === 'once')?.amount ?? 0;

type PassPriceRequest = { wish: PassWish | null; place: ProfilePlace | null };
export const passPreviewQuery = ({ passes }: PassesClient, { wish, place }: PassPriceRequest) =>
  queryOptions({
    queryKey: ['root', 'billing.passPreview', { wish, place }],
    retry: false,
    queryFn: () => {
      if (wish === null) throw new Error('nothing is chosen');
      return passes.preview({ body: { wish, ...(place === null ? {} : { place }) } });
    },
  });
