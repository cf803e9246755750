import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead, Panel } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { Over } from '#sales/overflow/ui/blocks/over-banner.part.tsx';
import { mineQuery, overflowApi } from '#sales/overflow/ui/blocks/overflow-data.hook.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import type { ChangeWish } from '../subscriptions.contract.ts';
import { billingApi, subscriptionQuery } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { Methods } from './methods.part.tsx';
import { PassPanel } from './passes.part.tsx';
import { passOffers } from './passes-data.hook.ts';
import { offersApi, offersQuery } from './purchase-data.hook.ts';
import { firstWish, isSame, useChangeAddress } from './subscription-data.hook.ts';
import { SubscriptionHead } from './subscription-head.part.tsx';
import { Use } from './subscription-use.part.tsx';
import s from './subscription.module.css';

const ChangePanel = loadable(async () => (await import('./change.part.tsx')).ChangePanel);
const ForecastPanel = loadable(async () => (await import('./forecast.part.tsx')).ForecastPanel);
const WaitingPanel = loadable(async () => (await import('./blocks/coming.part.tsx')).WaitingPanel);
const Minutes = loadable(async () => (await import('./minutes.part.tsx')).Minutes);
const UsageDays = loadable(async () => (await import('#meet/usage/ui/blocks/usage-days.part.tsx')).UsageDays);
const WithdrawDialog = loadable(async () => (await import('./withdraw-dialog.part.tsx')).WithdrawDialog);

type Mine = { page: SubscriptionPage; of: SubscriptionView; offers: readonly Offer[] };

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

/** Loaded when somebody wants to see it: it is a run of the engine. */
function Ahead({ of, offers, wish }: Omit<Mine, 'page'> & { wish: ChangeWish | null }) {
  const say = billingText();
  const { now } = useReader();
  const [asked, setAsked] = useState<'yes' | 'no'>('no');
  const name = offers.find((one) => one.id === wish?.planId)?.name ?? of.planName;
  if (wish === null && asked === 'no')
    return (
      <Panel id="forecast" title={say('forecast.title')}>
        <div className={s.line}>
          <p className="quiet">{say('forecast.hint')}</p>
          <Button onClick={() => setAsked('yes')}>{say('forecast.show')}</Button>
        </div>
      </Panel>
    );
  return (
    <Suspense>
      <ForecastPanel wish={wish === null || isSame(of, wish) ? null : wish} name={name} now={now} />
    </Suspense>
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
  // first of all where it is late, and below what is had where it is not
  const waiting = <WaitingPanel id={of.id} area="user" at="/invoices/" />;
  return (
    <>
      <SubscriptionHead page={page} of={of} onChange={() => put('change', '')} />
      <div className={s.page} data-wide={foreseen || undefined}>
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
          <Over within="stack" />
          <Suspense>{of.openInvoice?.overdue === true && waiting}</Suspense>
          <Use page={page} offers={offers} />
          <Suspense>{of.minutes !== null && <Minutes of={of.minutes} currency={of.currency} />}</Suspense>
          <Suspense>
            <UsageDays />
          </Suspense>
          <PassPanel page={page} sold={passOffers(offers, of.currency).length} />
          <Methods page={page} />
          <Suspense>{of.openInvoice?.overdue === false && waiting}</Suspense>
          <Withdrawal of={of} />
        </div>
        {foreseen && <Ahead of={of} offers={offers} wish={open ? wish : null} />}
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
      <div className={s.stack}>
        <Over within="stack" />
        <Use page={page} offers={[]} />
        <Suspense>
          <UsageDays />
        </Suspense>
        <PassPanel page={page} sold={offers.filter((one) => one.kind === 'pass').length} />
        <Methods page={page} />
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

export const load = async ({ api, queries, url }: LoadContext) => {
  const [{ subscription }] = await Promise.all([
    queries.ensureQueryData(subscriptionQuery(api(billingApi))),
    queries.ensureQueryData(mineQuery(api(overflowApi))),
    UsageDays.preload(),
  ]);
  const offers = queries.ensureQueryData(offersQuery(api(offersApi), offersOf(subscription)));
  if (subscription === null) return offers.then(() => null);
  await Promise.all([
    ...(subscription.minutes === null ? [] : [Minutes.preload()]),
    offers,
    ...(url.searchParams.has('change') ? [ChangePanel.preload(), ForecastPanel.preload()] : []),
  ]);
  return null;
};
