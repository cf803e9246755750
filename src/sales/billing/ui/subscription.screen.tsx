import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { Meter, PageHead, Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/live.ts';
import { loadable } from '#kit/ui/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { type State, Status } from '#kit/ui/status.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionPage, SubscriptionState, SubscriptionView } from '../billing.contract.ts';
import { billingApi, subscriptionQuery, useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import s from './billing.module.css';

const CancelDialog = loadable(async () => (await import('./cancel-dialog.part.tsx')).CancelDialog);

const looks: Readonly<Record<SubscriptionState, State>> = {
  scheduled: 'waiting',
  incomplete: 'waiting',
  incomplete_expired: 'ended',
  trialing: 'trial',
  active: 'active',
  past_due: 'pastDue',
  restricted: 'locked',
  paused: 'suspended',
  canceled: 'ended',
};

/** What comes next, in one sentence. */
function Next({ of }: { of: SubscriptionView }) {
  const say = billingText();
  const when = useTimeText();
  const money = useMoney();
  const { next, openInvoice, currency } = of;
  if (of.endedAt !== null) return <>{say('plan.ended', { on: when(of.endedAt, 'day') })}</>;
  if (openInvoice !== null && openInvoice.remaining > 0)
    return (
      <>
        {say(openInvoice.overdue ? 'plan.overdue' : 'plan.open', {
          amount: money(openInvoice.remaining, currency),
          number: leftToRight(openInvoice.number),
        })}
      </>
    );
  if (of.cancelAtEnd && of.periodEnd !== null) return <>{say('plan.ends', { on: when(of.periodEnd, 'day') })}</>;
  if (of.trialEnd !== null) return <>{say('plan.trial', { on: when(of.trialEnd, 'day') })}</>;
  if (next === null) return <>{say('plan.noCharge')}</>;
  return <>{say('plan.next', { amount: money(next.total, currency), on: when(next.at, 'day'), by: of.payBy })}</>;
}

function Use({ use }: { use: SubscriptionPage['use'] }) {
  const say = billingText();
  const figures = new Intl.NumberFormat(intlTag(useReader().locale), { maximumFractionDigits: 2 });
  return (
    <Panel id="use" title={say('plan.use')} aside={<span className="small quiet">{say('plan.useHint')}</span>}>
      <div className={s.use}>
        {use.map(({ key, used, max }) => (
          <div key={key} className={s.useOf}>
            <span className={s.useHead}>
              <span>{say(`limit.${key}`)}</span>
              <span>
                <b>{figures.format(used ?? 0)}</b>
                <span className="quiet"> / {max === null ? say('limit.none') : figures.format(max)}</span>
              </span>
            </span>
            {max !== null && <Meter value={used ?? 0} of={max} label={say(`limit.${key}`)} />}
          </div>
        ))}
      </div>
    </Panel>
  );
}

function Troubles({ of }: { of: SubscriptionView }) {
  const say = billingText();
  const { openInvoice, state } = of;
  const way =
    openInvoice === null ? null : (
      <LinkButton size="sm" to={`/invoices/${openInvoice.id}`}>
        {say('plan.payNow')}
      </LinkButton>
    );
  if (state === 'restricted')
    return (
      <Banner hue="red" action={way}>
        {say('plan.restricted')}
      </Banner>
    );
  if (state === 'past_due')
    return (
      <Banner hue="amber" action={way}>
        {say('plan.pastDue')}
      </Banner>
    );
  if (state === 'incomplete')
    return (
      <Banner hue="blue" action={way}>
        {say('plan.incomplete')}
      </Banner>
    );
  if (state === 'paused') return <Banner hue="amber">{say('plan.paused')}</Banner>;
  return null;
}

function Methods({ page }: { page: SubscriptionPage }) {
  const say = billingText();
  const money = useMoney();
  if (page.methods.length === 0 && page.balances.length === 0) return null;
  return (
    <Panel id="methods" title={say('plan.methods')}>
      <ul className={s.lines}>
        {page.methods.map((method) => (
          <li key={method.id}>
            <bdi className="grow">{`${method.brand} ·· ${method.last4}`}</bdi>
            <span className="quiet">{method.first ? say('plan.first') : ''}</span>
          </li>
        ))}
        {page.balances.map(({ currency, amount }) => (
          <li key={currency}>
            <span className="grow">{say('plan.balance')}</span>
            <span className="num">{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Mine({ page, of }: { page: SubscriptionPage; of: SubscriptionView }) {
  const say = billingText();
  const api = useApi(billingApi);
  const refresh = useBillingRefresh();
  const [asking, setAsking] = useState<'no' | 'cancel'>('no');
  const mayEnd = page.rights.purchase && ['trialing', 'active', 'past_due'].includes(of.state);
  const over = of.endedAt !== null;
  const undo = async () => {
    await api.billing.cancel({ body: { atEnd: false, revision: of.revision } });
    await refresh();
  };
  return (
    <>
      <PageHead
        title={of.planName}
        sub={
          <span className={s.sub}>
            <Status of={looks[of.state]} />
            <span>
              <Next of={of} />
            </span>
          </span>
        }
      >
        {mayEnd && of.cancelAtEnd && <Button onClick={() => void undo()}>{say('plan.undo')}</Button>}
        {mayEnd && !of.cancelAtEnd && <Button onClick={() => setAsking('cancel')}>{say('plan.cancel')}</Button>}
        {page.rights.purchase && (over || of.state === 'incomplete') && (
          <LinkButton variant="filled" to="/purchase-plan">
            {say('plan.choose')}
          </LinkButton>
        )}
      </PageHead>
      <Troubles of={of} />
      <Suspense>{asking === 'cancel' && <CancelDialog of={of} onClose={() => setAsking('no')} />}</Suspense>
    </>
  );
}

/** `/my-subscriptions`: the plan of the account, what it uses, and what comes next. */
export function Screen() {
  const say = billingText();
  const { data } = useQuery(subscriptionQuery(useApi(billingApi)));
  usePageTitle(say('plan.title'));
  useLiveRefresh({ area: 'user', kinds: ['billing', 'account-changed'] });
  if (data === undefined) return <PageHead title={say('plan.title')} />;
  const { subscription } = data;
  return (
    <>
      {subscription === null ? (
        <PageHead title={say('plan.title')} sub={<span className="quiet">{say(`plan.none.${data.arranged}`)}</span>}>
          {data.rights.purchase && (
            <LinkButton variant="filled" to="/purchase-plan">
              {say('plan.choose')}
            </LinkButton>
          )}
        </PageHead>
      ) : (
        <Mine page={data} of={subscription} />
      )}
      <div className={s.stack}>
        <Use use={data.use} />
        <Methods page={data} />
      </div>
    </>
  );
}

export const load = async ({ api, queries }: LoadContext) => {
  await queries.ensureQueryData(subscriptionQuery(api(billingApi)));
  return null;
};
