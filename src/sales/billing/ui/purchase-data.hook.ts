import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Client } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { plansCalls } from '#sales/plans/plans.contract.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { Price, Wish } from '../billing.contract.ts';
import { addonsOf } from './addons.hook.ts';
import { billingApi, type BillingClient } from './blocks/billing-queries.hook.ts';

/** The part of the contract that the purchase speaks. */
export const offersApi = { plans: plansCalls };
export type OffersClient = Client<typeof offersApi>;

export function offersQuery({ plans }: OffersClient, asked: { currency: string | null; code: string | null }) {
  const query = {
    ...(asked.currency !== null && /^[A-Z]{3}$/.test(asked.currency) && { currency: asked.currency }),
    ...(asked.code !== null && { code: asked.code.slice(0, 60) }),
  };
  return callQuery({ area: 'root', name: 'plans.offers', call: plans.offers, input: { query } });
}

export type Choice = {
  plan: string | null;
  period: 'month' | 'year';
  currency: string | null;
  seats: number;
  coupon: string;
  code: string | null;
  /** As `addonsOf` reads it. */
  addons: string;
  /** The code of an event pass. */
  pass: string | null;
  /** The first day, `YYYY-MM-DD`; empty: at once. */
  start: string;
};
/** What is chosen stands in the address: it survives signing up, the back button and a second tab. */
export function choiceOf(search: URLSearchParams): Choice {
  const seats = Number(search.get('seats') ?? '0');
  return {
    plan: search.get('plan'),
    period: search.get('period') === 'year' ? 'year' : 'month',
    currency: search.get('currency'),
    seats: Number.isInteger(seats) && seats > 0 && seats <= 100_000 ? seats : 0,
    coupon: (search.get('coupon') ?? '').slice(0, 40),
    code: search.get('code'),
    addons: (search.get('addons') ?? '').slice(0, 1500),
    pass: search.get('pass'),
    start: /^\d{4}-\d{2}-\d{2}$/.test(search.get('start') ?? '') ? (search.get('start') ?? '') : '',
  };
}
export function useChoice() {
  const [search, setSearch] = useSearchParams();
  // a press counts at once, before the address follows
  const [ahead, setAhead] = useState({ of: search, shown: search });
  const shown = ahead.of === search ? ahead.shown : search;
  const choose = (change: Partial<Record<keyof Choice | 'invoice' | 'tab', string | null>>) => {
    const after = new URLSearchParams(shown);
    for (const [key, value] of Object.entries(change)) value === null || value === '' ? after.delete(key) : after.set(key, value);
    setAhead({ of: search, shown: after });
    setSearch(after, { replace: true, preventScrollReset: true });
  };
  return { choice: choiceOf(shown), choose, search: shown };
}

/** The price of a plan for a period; null when it is not sold like that. */
export const priceOf = (offer: Offer, at: { period: 'month' | 'year'; currency: string }) =>
  offer.prices.find((price) => price.currency === at.currency && price.period === at.period) ?? null;

/** What is chosen, as it is asked for; null as long as nothing sensible is. */
export function wishOf(choice: Choice, offers: { items: readonly Offer[]; currency: string | null }): Wish | null {
  const offer = offers.items.find((one) => one.kind === 'base' && (one.id === choice.plan || one.code === choice.plan));
  const { currency } = offers;
  if (offer === undefined || currency === null || priceOf(offer, { period: choice.period, currency }) === null) return null;
  const addons = addonsOf(choice.addons, { offers: offers.items, at: { period: choice.period, currency, to: offer } });
  return {
    planId: offer.id,
    period: choice.period,
    currency,
    seats: choice.seats,
    ...(addons.length === 0 ? {} : { addons }),
    ...(choice.coupon === '' ? {} : { coupon: choice.coupon }),
    ...(choice.code === null ? {} : { code: choice.code }),
    ...(choice.start === '' ? {} : { startsOn: choice.start }),
  };
}

type Where = { country: string; postcode: string; buyer: 'business' | 'consumer' } | null;
export const previewQuery = ({ billing }: BillingClient, { wish, place }: { wish: Wish | null; place: Where }) =>
  queryOptions({
    queryKey: ['root', 'billing.preview', { wish, place }],
    retry: false,
    queryFn: () => {
      if (wish === null) throw new Error('nothing is chosen');
      return billing.preview({ body: { wish, ...(place === null ? {} : { place }) } });
    },
  });

const isRefusedCoupon = (error: Error | null): boolean => error instanceof Failure && error.code === 'coupon_refused';
const withoutCoupon = ({ coupon: _coupon, ...wish }: Wish): Wish => wish;

/**
 * What the wish costs: for visitors where the seller is, for accounts where they are. A coupon that does not count is left out of `wish` and returned as
 * `refused`, so that the price stays on the screen.
 */
export function usePrice(asked: Wish | null, place: Where) {
  const api = useApi(billingApi);
  const usePreview = (wish: Wish | null) =>
    useQuery({
      ...previewQuery(api, { wish, place }),
      enabled: wish !== null,
      placeholderData: (before: Price | undefined) => before,
    });
  const first = usePreview(asked);
  const isRefused = asked?.coupon !== undefined && isRefusedCoupon(first.error);
  const bare = usePreview(isRefused ? withoutCoupon(asked) : null);
  const shown = isRefused ? bare : first;
  return {
    price: asked === null ? undefined : shown.data,
    wish: isRefused ? withoutCoupon(asked) : asked,
    refused: isRefused ? first.error : null,
    error: shown.error,
  };
}
