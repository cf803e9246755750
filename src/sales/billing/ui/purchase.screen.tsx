import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { PlanCompare } from '#sales/plans/ui/blocks/plan-compare.part.tsx';
import type { SubscriptionView } from '../billing.contract.ts';
import { addonsOf, addonsText } from './addons.hook.ts';
import { billingApi, outcomeQuery, profileQuery, subscriptionQuery, waysQuery } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { usePlanTill } from './plan-till.hook.ts';
import { passOffers } from './passes-data.hook.ts';
import { PriceSide } from './price.part.tsx';
import type { Bought, ProfilePlace } from './profile-form.part.tsx';
import { choiceOf, offersApi, offersQuery, previewQuery, useChoice, usePrice, wishOf } from './purchase-data.hook.ts';
import { CouponField, Rhythm, Seats } from './rhythm.part.tsx';
import extras from './extras.module.css';
import s from './purchase.module.css';

const StartDay = loadable(async () => (await import('./start-day.part.tsx')).StartDay);
const Addons = loadable(async () => (await import('./addons.part.tsx')).Addons);
const Checkout = loadable(async () => (await import('./profile-form.part.tsx')).Checkout);
const PayLink = loadable(async () => (await import('./pay-link.part.tsx')).PayLink);
const PassBuying = loadable(async () => (await import('./pass-buying.part.tsx')).PassBuying);
const TrialArrived = loadable(async () => (await import('./trial-arrived.part.tsx')).TrialArrived);
const Outcome = loadable(async () => (await import('./outcome.part.tsx')).Outcome);

const unheld: readonly string[] = ['incomplete', 'incomplete_expired', 'canceled'];
const isHeld = (one: SubscriptionView | null | undefined): one is SubscriptionView => one != null && !unheld.includes(one.state);
/** The plan that the reader has already; null for guests, too. */
function useHeldPlan(): SubscriptionView | null {
  const { user, can } = useAuth();
  const mayLook = user !== null && can('subscriptions.view');
  const { data } = useQuery({ ...subscriptionQuery(useApi(billingApi)), enabled: mayLook });
  return isHeld(data?.subscription) ? data.subscription : null;
}
const changePath = ({ code }: Offer): string => `/my-subscriptions?change=${code}`;

/** Why the reader cannot buy that here; null when they can. */
function useHindrance(what: 'plan' | 'pass'): ReactNode {
  const say = billingText();
  const { user, can } = useAuth();
  const mayLook = user !== null && can('subscriptions.view');
  const { data } = useQuery({ ...subscriptionQuery(useApi(billingApi)), enabled: mayLook });
  if (user === null) return null;
  if (data?.arranged === 'reseller') return <Banner hue="blue">{say('plan.none.reseller')}</Banner>;
  if (what === 'plan' && isHeld(data?.subscription))
    return (
      <Banner hue="blue" action={<LinkButton to="/my-subscriptions">{say('outcome.toPlan')}</LinkButton>}>
        {say('errors.already_subscribed')}
      </Banner>
    );
  return can('subscriptions.purchase') ? null : <Banner hue="blue">{say('purchase.notYou')}</Banner>;
}

/** Everything on sale in a currency. */
type Sold = { items: readonly Offer[]; currency: string; currencies: readonly string[] };
/** What was chosen survives the way over signing up. */
function useSignUp() {
  const { rememberPath } = useAuth();
  const { search } = useChoice();
  const navigate = useNavigate();
  return () => {
    rememberPath(`/purchase-plan?${search.toString()}`);
    void navigate('/login?tab=sign-up');
  };
}

function Buying({ sold, onBought }: { sold: Sold; onBought: (bought: Bought) => void }) {
  const say = billingText();
  const { user } = useAuth();
  const { choice, choose } = useChoice();
  const signUp = useSignUp();
  const till = usePlanTill();
  const failureText = useFailureText(say);
  const [place, setPlace] = useState<ProfilePlace | null>(null);
  const ways = useQuery(waysQuery(useApi(billingApi))).data;
  const hindrance = useHindrance('plan');
  const held = useHeldPlan();
  const { items, currency, currencies } = sold;
  const offers = items.filter((one) => one.kind === 'base');
  const asked = wishOf(choice, { items, currency });
  const { price, wish, refused, error } = usePrice(asked, place);
  const offer = offers.find((one) => one.id === asked?.planId);
  const at = { period: choice.period, currency, to: offer };
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
          current={held?.planId ?? null}
          {...(held?.acts.includes('change') === true && { changeAt: changePath })}
        />
        {offer === undefined && <p className="quiet">{say('purchase.pick')}</p>}
        {offer !== undefined && <Seats offer={offer} currency={currency} choice={choice} choose={choose} />}
        {offer !== undefined && items.some((one) => one.kind === 'addon') && (
          <div className={extras.later}>
            <Suspense>
              <Addons
                offers={items}
                at={at}
                chosen={addonsOf(choice.addons, { offers: items, at })}
                held={[]}
                onChoose={(addons) => choose({ addons: addonsText(addons, items) })}
              />
            </Suspense>
          </div>
        )}
        {offer !== undefined && hindrance === null && (
          <Suspense>
            <StartDay choice={choice} choose={choose} />
          </Suspense>
        )}
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
          <Checkout {...ways} till={till(wish)} price={price} onPlace={setPlace} onBought={onBought} onDropCoupon={dropCoupon} />
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
  const { choice, choose, search } = useChoice();
  const hindrance = useHindrance('pass');
  const signUp = useSignUp();
  const offers = useQuery({ ...offersQuery(useApi(offersApi), choice), placeholderData: (before) => before }).data;
  const ways = useQuery(waysQuery(useApi(billingApi))).data;
  if (offers === undefined || ways === undefined) return null;
  const { currency, currencies, items } = offers;
  const plans = items.filter((one) => one.kind === 'base').length;
  const passes = passOffers(items, currency);
  if (currency === null || plans + passes.length === 0 || !ways.sells)
    return <EmptyState title={say('purchase.nothing')} text={say('purchase.nothingText')} />;
  const what = passes.length > 0 && (plans === 0 || search.get('tab') === 'passes') ? 'passes' : 'plans';
  return (
    <>
      {plans > 0 && passes.length > 0 && (
        <SegmentedControl
          className={s.what}
          aria-label={say('purchase.what')}
          value={what}
          onChange={(next) => choose({ tab: next === 'passes' ? 'passes' : null })}
          data={[
            { value: 'plans', label: say('purchase.plansTab') },
            { value: 'passes', label: say('purchase.passesTab') },
          ]}
        />
      )}
      {what === 'plans' ? (
        <Buying sold={{ items, currency, currencies }} onBought={onBought} />
      ) : (
        <Suspense>
          <PassBuying {...{ passes, currency, currencies, hindrance }} onBought={onBought} onSignUp={signUp} />
        </Suspense>
      )}
    </>
  );
}

/** `/purchase-plan`: compare, choose, see every line and tax, pay; and what became of it. */
export function Screen() {
  const say = billingText();
  const { search, choose } = useChoice();
  const { user } = useAuth();
  const [bought, setBought] = useState<Bought | null>(null);
  const invoice = user === null ? null : search.get('invoice');
  // back from the page on which a card is stored for a trial
  const card = user === null ? null : search.get('card');
  const token = search.get('token');
  const over = invoice !== null || card !== null;
  const title = say(token !== null ? 'payLink.title' : over ? 'purchase.result' : 'purchase.title');
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
      ) : over ? (
        <Suspense>{card !== null ? <TrialArrived id={card} /> : <Outcome invoiceId={invoice ?? 'none'} />}</Suspense>
      ) : (
        <Plans onBought={onBought} />
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
    const asked =
      invoice === 'none'
        ? queries.prefetchQuery(subscriptionQuery(client))
        : queries.prefetchQuery(outcomeQuery(client, invoice));
    await Promise.all([Outcome.preload(), asked]);
    return null;
  }
  if (url.searchParams.has('card') && user !== null) {
    await TrialArrived.preload();
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
  if (url.searchParams.get('tab') === 'passes') await PassBuying.preload();
  else if (offers.items.some((one) => one.kind === 'addon')) await Addons.preload();
  const wish = wishOf(choice, offers);
  // in the browser the address follows a press at once, and the price after it
  if (wish !== null && typeof document === 'undefined') await queries.prefetchQuery(previewQuery(client, { wish, place: null }));
  return null;
};
