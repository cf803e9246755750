import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead, Panel } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { Over } from '#sales/overflow/ui/blocks/over-banner.part.tsx';
import { mineQuery, overflowApi } from '#sales/overflow/ui/blocks/overflow-data.hook.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import type { ChangeWish } from '../subscriptions.contract.ts';
import { billingApi, subscriptionQuery } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { comingApi, waitingQuery } from './blocks/coming.hook.ts';
import { overdueApi, overdueQuery } from './blocks/overdue.hook.ts';
import { OverdueInvoices } from './blocks/overdue.part.tsx';
import { Methods } from './methods.part.tsx';
import { NextInvoice, preloadForecast } from './next-invoice.part.tsx';
import { PassPanel } from './passes.part.tsx';
import { passOffers } from './passes-data.hook.ts';
import { offersApi, offersQuery } from './purchase-data.hook.ts';
import { firstWish, useChangeAddress } from './subscription-data.hook.ts';
import { SubscriptionHead } from './subscription-head.part.tsx';
import { Use, UseDetails } from './subscription-use.part.tsx';
import s from './subscription.module.css';

const ChangePanel = loadable(async () => (await import('./change.part.tsx')).ChangePanel);
const WaitingPanel = loadable(async () => (await import('./blocks/coming.part.tsx')).WaitingPanel);
const Minutes = loadable(async () => (await import('./minutes.part.tsx')).Minutes);
const WithdrawDialog = loadable(async () => (await import('./withdraw-dialog.part.tsx')).WithdrawDialog);

type Mine = { page: SubscriptionPage; of: SubscriptionView; offers: readonly Offer[] };

/** What is late of the account, also where it has nothing to do with the plan. */
function Overdue() {
  const { can } = useAuth();
  const { data } = useQuery({ ...overdueQuery(useApi(overdueApi)), enabled: can('invoices.view') });
  return <OverdueInvoices list={data} side="buyer" />;
}

/** The first step of a withdrawal, for as long as one is possible (Directive (EU) 2023/2673). */
function Withdrawal({ of }: { of: SubscriptionView }) {
  const say = billingText();
  const when = useTimeText();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const shown = of.withdrawUntil !== null && of.acts.includes('withdraw');
  return (
    <>
      {shown && of.withdrawUntil !== null && (
        <Panel id="withdrawal" title={say('withdraw.panel')}>
          <div className={s.line}>
            <p className="quiet">{say('withdraw.hint', { on: when(of.withdrawUntil, 'full') })}</p>
            <Button onClick={() => setOpen('open')}>{say('withdraw.open')}</Button>
          </div>
        </Panel>
      )}
      <Suspense>
        {open === 'open' && (
          <WithdrawDialog
            of={{ name: of.planName, may: of.acts.includes('withdraw'), passId: null }}
            onClose={() => setOpen('closed')}
          />
        )}
      </Suspense>
    </>
  );
}

const live = ['trialing', 'active', 'past_due'];
function Plan({ page, of, offers }: Mine) {
  const { change, put } = useChangeAddress();
  const open = change !== null && of.acts.includes('change');
  // what is chosen in the panel; the address says with which plan it begins
  const [chosen, setChosen] = useState<{ by: string | null; wish: ChangeWish } | null>(null);
  const wish = chosen !== null && chosen.by === change ? chosen.wish : firstWish(of, offers, change);
  const foreseen = live.includes(of.state) && of.payBy !== 'none';
  return (
    <>
      <SubscriptionHead page={page} of={of} onChange={() => put('change', '')} />
      <Overdue />
      <Over within="stack" />
      <div className={s.page}>
        <div className={s.stack}>
          <Suspense>
            {open && (
              <ChangePanel
                page={page}
                of={of}
                offers={offers}
                wish={wish}
                onWish={(next) => setChosen({ by: change, wish: next })}
                onClose={() => {
                  setChosen(null);
                  put('change', null);
                }}
              />
            )}
          </Suspense>
          <Use page={page} offers={offers} />
          <Suspense>{of.minutes !== null && <Minutes of={of.minutes} currency={of.currency} />}</Suspense>
        </div>
        <div className={s.stack}>
          {foreseen && <NextInvoice of={of} offers={offers} wish={open ? wish : null} />}
          <Methods page={page} />
        </div>
        <div className={s.stack}>
          <PassPanel page={page} sold={passOffers(offers, of.currency).length} />
          <Suspense>{of.openInvoice !== null && <WaitingPanel id={of.id} area="user" at="/invoices/" />}</Suspense>
          <Withdrawal of={of} />
          <UseDetails page={page} offers={offers} />
        </div>
      </div>
    </>
  );
}

/** Nothing bought yet, or somebody else arranges it. */
function None({ page, offers }: Pick<Mine, 'page' | 'offers'>) {
  const say = billingText();
  return (
    <>
      <PageHead title={say('plan.title')} sub={<span className="quiet">{say(`plan.none.${page.arranged}`)}</span>}>
        {page.rights.purchase && (
          <LinkButton variant="filled" to="/purchase-plan">
            {say('plan.choose')}
          </LinkButton>
        )}
      </PageHead>
      <Overdue />
      <Over within="stack" />
      <div className={s.page}>
        <div className={s.stack}>
          <Use page={page} offers={[]} />
        </div>
        <div className={s.stack}>
          <PassPanel page={page} sold={offers.filter((one) => one.kind === 'pass').length} />
          <Methods page={page} />
        </div>
        <div className={s.stack}>
          <UseDetails page={page} offers={[]} />
        </div>
      </div>
    </>
  );
}

const offersOf = (of: SubscriptionView | null) => ({ currency: of?.currency ?? null, code: null });

/** `/my-subscriptions`: the plan of the account, what it uses, what comes next, and everything that may be done with it. */
export function Screen() {
  const say = billingText();
  const { data } = useQuery(subscriptionQuery(useApi(billingApi)));
  const of = data?.subscription ?? null;
  const offers = useQuery({ ...offersQuery(useApi(offersApi), offersOf(of)), enabled: data !== undefined }).data;
  usePageTitle(say('plan.title'));
  useLiveRefresh({ area: 'user', kinds: ['billing', 'account-changed'] });
  if (data === undefined) return <PageHead title={say('plan.title')} />;
  return of === null ? (
    <None page={data} offers={offers?.items ?? []} />
  ) : (
    <Plan key={of.id} page={data} of={of} offers={offers?.items ?? []} />
  );
}

export const load = async ({ api, queries, url, user }: LoadContext) => {
  const [{ subscription }] = await Promise.all([
    queries.ensureQueryData(subscriptionQuery(api(billingApi))),
    queries.ensureQueryData(mineQuery(api(overflowApi))),
    ...(hasScope(user?.scope, 'invoices.view') ? [queries.prefetchQuery(overdueQuery(api(overdueApi)))] : []),
  ]);
  const offers = queries.ensureQueryData(offersQuery(api(offersApi), offersOf(subscription)));
  if (subscription === null) return offers.then(() => null);
  const { id, minutes, openInvoice } = subscription;
  await Promise.all([
    ...(minutes === null ? [] : [Minutes.preload()]),
    ...(openInvoice === null
      ? []
      : [WaitingPanel.preload(), queries.prefetchQuery(waitingQuery(api(comingApi), { id, area: 'user' }))]),
    offers,
    ...(url.searchParams.has('change') ? [ChangePanel.preload(), preloadForecast()] : []),
  ]);
  return null;
};
