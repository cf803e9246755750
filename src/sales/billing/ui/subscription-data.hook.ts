import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Client } from '#kit/contract.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { AddonView } from '../addons.contract.ts';
import { isInPlan, wishOfHeld } from './addons.hook.ts';
import type { SubscriptionView } from '../billing.contract.ts';
import { methodsCalls } from '../methods.contract.ts';
import { passesCalls } from '../passes.contract.ts';
import { type ChangeWish, subscriptionsCalls } from '../subscriptions.contract.ts';

/** The part of the contract by which a plan is changed. */
export const planApi = { subscriptions: subscriptionsCalls, methods: methodsCalls, passes: passesCalls };
export type PlanClient = Client<typeof planApi>;

/** It takes a run of the engine: asked for when somebody wants to see it, and kept for as long as nothing happens. */
export const forecastQuery = ({ subscriptions }: PlanClient, change: ChangeWish | null) =>
  queryOptions({
    queryKey: ['user', 'billing.forecast', change],
    retry: false,
    staleTime: 300_000,
    queryFn: () => subscriptions.forecast({ body: change === null ? {} : { change } }),
  });
/** A price that holds for a quarter of an hour. */
export const changeQuery = ({ subscriptions }: PlanClient, wish: ChangeWish | null) =>
  queryOptions({
    queryKey: ['user', 'billing.change', wish],
    retry: false,
    staleTime: 600_000,
    refetchOnWindowFocus: false,
    queryFn: () => {
      if (wish === null) throw new Error('nothing is chosen');
      return subscriptions.quoteChange({ body: wish });
    },
  });
/** What is withdrawn from: the plan, or an event pass of the account. */
export type WithdrawnFrom = { name: string; may: boolean; passId: string | null };
export const withdrawalQuery = ({ subscriptions, passes }: PlanClient, passId: string | null) =>
  queryOptions({
    queryKey: ['user', 'billing.withdrawal', passId],
    queryFn: () => (passId === null ? subscriptions.withdrawal({}) : passes.withdrawal({ params: { id: passId } })),
  });

/** Whether the plan is being changed, and to which one, stands in the address: `?change=` or `?change=<code>`. */
export function useChangeAddress() {
  const [search, setSearch] = useSearchParams();
  const put = (name: 'change' | 'card', value: string | null) => {
    const after = new URLSearchParams(search);
    if (value === null) after.delete(name);
    else after.set(name, value);
    setSearch(after, { replace: true, preventScrollReset: true });
  };
  return { change: search.get('change'), card: search.get('card'), put };
}

type HeldSubscription = Pick<SubscriptionView, 'planId' | 'period' | 'seats'> & { addons: readonly AddonView[] };
/** What the panel begins with: the plan of the address, else the own one. */
export const firstWish = (held: HeldSubscription, offers: readonly Offer[], code: string | null): ChangeWish => {
  const offer = offers.find((one) => one.code === code && one.kind === 'base');
  const period = held.period === 'year' ? 'year' : 'month';
  if (offer === undefined || offer.id === held.planId)
    return { planId: held.planId, period, seats: held.seats, addons: wishOfHeld(held.addons) };
  const more = held.addons.filter((one) => !offers.some((sold) => sold.id === one.planId && isInPlan(sold, { to: offer })));
  return { planId: offer.id, period, seats: 0, addons: wishOfHeld(more) };
};
const addonsKey = (addons: readonly { planId: string; quantity: number }[]): string =>
  addons
    .map((one) => `${one.planId} ${one.quantity}`)
    .sort()
    .join(',');
export const isSame = (held: HeldSubscription, wish: ChangeWish): boolean =>
  held.planId === wish.planId &&
  held.period === wish.period &&
  held.seats === wish.seats &&
  (wish.addons === undefined || addonsKey(held.addons) === addonsKey(wish.addons));

type Lifted = { key: keyof Offer['entitlements']; max: number };
/** The cheapest plan on sale that allows more of it, with how much; null when none does. */
export function liftOf(
  offers: readonly Offer[],
  of: { held: Omit<HeldSubscription, 'addons'> & { currency: string }; limit: Lifted },
) {
  const { held, limit } = of;
  const priced = offers.flatMap((offer) => {
    const price = offer.prices.find((one) => one.currency === held.currency && one.period === held.period);
    const allowed = offer.entitlements[limit.key];
    const more = allowed === null || (typeof allowed === 'number' && allowed > limit.max);
    return offer.kind !== 'base' || price === undefined || !more || offer.id === held.planId
      ? []
      : [{ offer, amount: price.amount, allowed: typeof allowed === 'number' ? allowed : null }];
  });
  return priced.sort((one, other) => one.amount - other.amount)[0] ?? null;
}
