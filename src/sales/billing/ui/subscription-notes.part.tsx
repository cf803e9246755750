import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { SubscriptionView } from '../billing.contract.ts';
import { useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { planApi } from './subscription-data.hook.ts';
import s from './subscription.module.css';

/** Runs one action at a time, refetches, and shows what failed. */
export function useAct() {
  const failureText = useFailureText(billingText());
  const refresh = useBillingRefresh();
  const [state, setState] = useState<{ busy: 'no' | 'yes'; failure: string }>({ busy: 'no', failure: '' });
  const run = async (act: () => Promise<unknown>, then?: () => void) => {
    setState({ busy: 'yes', failure: '' });
    try {
      await act();
      await refresh();
      setState({ busy: 'no', failure: '' });
      then?.();
    } catch (error) {
      setState({ busy: 'no', failure: failureText(error) });
    }
  };
  return { busy: state.busy === 'yes', failure: state.failure, run };
}

/** What is overdue, locked or paused. */
function Troubles({ of }: { of: SubscriptionView }) {
  const say = billingText();
  const when = useTimeText();
  const { openInvoice, state, pausedUntil } = of;
  // an overdue one stands below with its own button
  const way =
    openInvoice === null || openInvoice.overdue ? null : (
      <LinkButton size="sm" to={`/invoices/${openInvoice.id}`}>
        {say('plan.payNow')}
      </LinkButton>
    );
  const banner = (hue: 'red' | 'amber' | 'blue', text: string, action = way) => (
    <Banner hue={hue} action={action}>
      {text}
    </Banner>
  );
  if (of.taxWaits !== null)
    return banner(
      'blue',
      say('plan.taxWaits'),
      <LinkButton size="sm" to={`/invoices/${of.taxWaits}`}>
        {say('plan.taxInvoice')}
      </LinkButton>,
    );
  if (state === 'restricted') return banner('red', say('plan.restricted'));
  if (state === 'past_due') return banner('amber', say('plan.pastDue'));
  if (state === 'incomplete') return banner('blue', say('plan.incomplete'));
  if (state !== 'paused') return null;
  if (pausedUntil === null) return banner('amber', say('plan.paused'), null);
  return banner('amber', say('plan.pausedUntil', { until: when(pausedUntil, 'day') }), null);
}

/** What was asked for and does not count yet, each with its way back. */
function Waiting({ of, act }: { of: SubscriptionView; act: ReturnType<typeof useAct> }) {
  const say = billingText();
  const when = useTimeText();
  const toast = useToast();
  const { subscriptions } = useApi(planApi);
  const { changing, pending, pausedUntil, periodEnd, revision, acts } = of;
  const undone = () => toast({ text: say('plan.undone') });
  const undoChange = acts.includes('undo_change') && (
    <Button
      size="sm"
      loading={act.busy}
      onClick={() => void act.run(() => subscriptions.undoChange({ body: { revision } }), undone)}
    >
      {say('plan.undoChange')}
    </Button>
  );
  return (
    <>
      {changing !== null && (
        <Banner
          hue="blue"
          action={
            <>
              <LinkButton size="sm" to={`/invoices/${changing.invoiceId}`}>
                {say('plan.payNow')}
              </LinkButton>
              {undoChange}
            </>
          }
        >
          {say('plan.changing', { plan: changing.planName, on: when(changing.until, 'full') })}
        </Banner>
      )}
      {pending !== null && periodEnd !== null && (
        <Banner hue="blue" action={undoChange}>
          {say('plan.pending', { plan: pending.planName, on: when(periodEnd, 'day') })}
        </Banner>
      )}
      {of.state === 'active' && pausedUntil !== null && periodEnd !== null && (
        <Banner
          hue="blue"
          action={
            acts.includes('undo_pause') && (
              <Button
                size="sm"
                loading={act.busy}
                onClick={() => void act.run(() => subscriptions.pause({ body: { until: null, revision } }), undone)}
              >
                {say('plan.undoPause')}
              </Button>
            )
          }
        >
          {say('plan.pausing', { from: when(periodEnd, 'day'), until: when(pausedUntil, 'day') })}
        </Banner>
      )}
    </>
  );
}

/** Everything about the plan that waits for somebody, most pressing first. */
export function Notes({ of, failure }: { of: SubscriptionView; failure: string }) {
  const act = useAct();
  const wrong = failure === '' ? act.failure : failure;
  const quiet =
    of.changing === null &&
    of.pending === null &&
    of.pausedUntil === null &&
    of.taxWaits === null &&
    ['scheduled', 'trialing', 'active', 'canceled', 'incomplete_expired'].includes(of.state);
  if (quiet && wrong === '') return null;
  return (
    <div className={s.notes}>
      {wrong !== '' && <Banner hue="red">{wrong}</Banner>}
      <Troubles of={of} />
      <Waiting of={of} act={act} />
    </div>
  );
}
