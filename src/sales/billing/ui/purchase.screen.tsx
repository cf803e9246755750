import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { useApi } from '#kit/ui/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { PlanCompare } from '#sales/plans/ui/blocks/plan-compare.part.tsx';
import { billingApi, outcomeQuery, profileQuery, subscriptionQuery, waysQuery } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { PriceSide } from './price.part.tsx';
import type { Bought, Place } from './profile-form.part.tsx';
import { choiceOf, offersApi, offersQuery, previewQuery, useChoice, usePrice, wishOf } from './purchase-data.hook.ts';
import { CouponField, Rhythm, Seats } from './rhythm.part.tsx';
import s from './purchase.module.css';

const Checkout = loadable(async () => (await import('./profile-form.part.tsx')).Checkout);
const PayLink = loadable(async () => (await import('./pay-link.part.tsx')).PayLink);
const Outcome = loadable(async () => (await import('./outcome.part.tsx')).Outcome);

/** Why whoever looks cannot buy here; null when they can. */
function useHindrance(): ReactNode {
  const say = billingText();
  const { user, can } = useAuth();
  const mayLook = user !== null && can('subscriptions.view');
  const { data } = useQuery({ ...subscriptionQuery(useApi(billingApi)), enabled: mayLook });
  if (user === null) return null;
  if (data?.arranged === 'reseller') return <Banner hue="blue">{say('plan.none.reseller')}</Banner>;
  const state = data?.subscription?.state;
  if (state !== undefined && !['incomplete', 'incomplete_expired', 'canceled'].includes(state))
    return (
      <Banner hue="blue" action={<LinkButton to="/my-subscriptions">{say('outcome.toPlan')}</LinkButton>}>
        {say('errors.already_subscribed')}
      </Banner>
    );
  return can('subscriptions.purchase') ? null : <Banner hue="blue">{say('purchase.notYou')}</Banner>;
}

type Sold = { offers: readonly Offer[]; currency: string; currencies: readonly string[] };
function Buying({ sold, onBought }: { sold: Sold; onBought: (bought: Bought) => void }) {
  const say = billingText();
  const { user, rememberPath } = useAuth();
  const navigate = useNavigate();
  const { choice, choose, search } = useChoice();
  const failureText = useFailureText(say);
  const [place, setPlace] = useState<Place | null>(null);
  const ways = useQuery(waysQuery(useApi(billingApi))).data;
  const hindrance = useHindrance();
  const { offers, currency, currencies } = sold;
  const asked = wishOf(choice, { items: offers, currency });
  const { price, wish, refused, error } = usePrice(asked, place);
  const offer = offers.find((one) => one.id === asked?.planId);
  const signUp = () => {
    rememberPath(`/purchase-plan?${search.toString()}`);
    void navigate('/login?tab=sign-up');
  };
  const dropCoupon = () => choose({ coupon: null });
  return (
    <div className={s.grid}>
      <div className={s.stack}>
        {hindrance}
        <Rhythm choice={choice} choose={choose} currency={currency} currencies={currencies} />
        <PlanCompare
          offers={offers}
          period={choice.period}
          chosen={offer?.id}
          onChoose={(id) => choose({ plan: offers.find((one) => one.id === id)?.code ?? null, seats: null })}
        />
        {offer === undefined && <p className="quiet">{say('purchase.pick')}</p>}
        {offer !== undefined && <Seats offer={offer} currency={currency} choice={choice} choose={choose} />}
        {offer !== undefined && hindrance === null && (
          <CouponField
            key={choice.coupon}
            value={choice.coupon}
            refused={refused === null ? null : failureText(refused)}
            onUse={(coupon) => choose({ coupon })}
          />
        )}
        {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
      </div>
      {wish !== null && price !== undefined && ways !== undefined && user !== null && hindrance === null && (
        <Suspense>
          <Checkout
            wish={wish}
            price={price}
            ways={ways.ways}
            country={ways.country}
            onPlace={setPlace}
            onBought={onBought}
            onDropCoupon={dropCoupon}
          />
        </Suspense>
      )}
      {price !== undefined && (user === null || hindrance !== null) && (
        <PriceSide price={price} onDropCoupon={dropCoupon}>
          {user === null && (
            <Button variant="filled" size="md" onClick={signUp}>
              {say('purchase.signUp')}
            </Button>
          )}
        </PriceSide>
      )}
    </div>
  );
}

function Plans({ onBought }: { onBought: (bought: Bought) => void }) {
  const say = billingText();
  const { choice } = useChoice();
  const offers = useQuery({ ...offersQuery(useApi(offersApi), choice), placeholderData: (before) => before }).data;
  const ways = useQuery(waysQuery(useApi(billingApi))).data;
  if (offers === undefined || ways === undefined) return null;
  const { currency, currencies, items } = offers;
  const bases = items.filter((one) => one.kind === 'base');
  if (currency === null || bases.length === 0 || !ways.sells || ways.ways.length === 0)
    return <EmptyState title={say('purchase.nothing')} text={say('purchase.nothingText')} />;
  return <Buying sold={{ offers: bases, currency, currencies }} onBought={onBought} />;
}

/** `/purchase-plan`: compare, choose, see every line and tax, pay; and what became of it. */
export function Screen() {
  const say = billingText();
  const { search, choose } = useChoice();
  const { user } = useAuth();
  const [bought, setBought] = useState<Bought | null>(null);
  const invoice = user === null ? null : search.get('invoice');
  const token = search.get('token');
  const title = say(token !== null ? 'payLink.title' : invoice === null ? 'purchase.title' : 'purchase.result');
  usePageTitle(title);
  useEffect(() => {
    if (bought?.next.kind === 'redirect') window.location.assign(bought.next.url);
  }, [bought]);
  const onBought = (one: Bought) => {
    setBought(one);
    if (one.next.kind !== 'redirect') choose({ invoice: one.invoiceId ?? 'none' });
  };
  return (
    <div className={user === null ? s.guest : undefined}>
      <PageHead title={title} />
      {token !== null ? (
        <Suspense>
          <PayLink token={token} />
        </Suspense>
      ) : invoice === null ? (
        <Plans onBought={onBought} />
      ) : (
        <Suspense>
          <Outcome invoiceId={invoice} />
        </Suspense>
      )}
    </div>
  );
}

export const load = async ({ api, queries, user, url }: LoadContext) => {
  const client = api(billingApi);
  // a link from a mail pays one invoice and shows nothing of the shop
  if (url.searchParams.has('token')) {
    await PayLink.preload();
    return null;
  }
  const invoice = url.searchParams.get('invoice');
  if (invoice !== null && user !== null) {
    await Promise.all([Outcome.preload(), invoice === 'none' ? null : queries.prefetchQuery(outcomeQuery(client, invoice))]);
    return null;
  }
  const choice = choiceOf(url.searchParams);
  const may = (permission: string) => hasScope(user?.scope, permission);
  const [offers] = await Promise.all([
    queries.ensureQueryData(offersQuery(api(offersApi), choice)),
    queries.ensureQueryData(waysQuery(client)),
    ...(may('subscriptions.view') ? [queries.prefetchQuery(subscriptionQuery(client))] : []),
    ...(may('subscriptions.purchase') ? [queries.prefetchQuery(profileQuery(client)), Checkout.preload()] : []),
  ]);
  const wish = wishOf(choice, offers);
  // in the browser the address follows a press at once, and the price after it
  if (wish !== null && typeof document === 'undefined') await queries.prefetchQuery(previewQuery(client, { wish, place: null }));
  return null;
};
