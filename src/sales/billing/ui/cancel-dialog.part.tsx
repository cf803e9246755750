import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionState, SubscriptionView } from '../billing.contract.ts';
import { billingApi, useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import s from './billing.module.css';

/** What has no service to wait for the end of. */
const idle: readonly SubscriptionState[] = ['scheduled', 'paused', 'restricted'];

/** Says what ending the plan means, and ends it with its period; what does not run ends at once. */
export function CancelDialog({ of, onClose }: { of: SubscriptionView; onClose: () => void }) {
  const say = billingText();
  const when = useTimeText();
  const api = useApi(billingApi);
  const refresh = useBillingRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: 'no' | 'yes'; failure: string }>({ busy: 'no', failure: '' });
  const end = of.trialEnd ?? of.periodEnd;
  const atOnce = idle.includes(of.state);
  const cancel = async () => {
    setState({ busy: 'yes', failure: '' });
    try {
      await api.billing.cancel({ body: { atEnd: true, revision: of.revision } });
      await refresh();
      onClose();
    } catch (error) {
      setState({ busy: 'no', failure: failureText(error) });
    }
  };
  return (
    <Dialog title={say('cancel.title', { plan: of.planName })} onClose={onClose}>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      <p>
        {of.startsAt !== null
          ? say('cancel.later')
          : atOnce
            ? say('cancel.now')
            : say('cancel.text', { on: end === null ? '' : when(end, 'day') })}
      </p>
      <div className={s.buttons}>
        <Button size="md" onClick={onClose}>
          {say('cancel.keep')}
        </Button>
        <Button size="md" variant="filled" color="red" loading={state.busy === 'yes'} onClick={() => void cancel()}>
          {say(atOnce ? 'cancel.doNow' : 'cancel.do')}
        </Button>
      </div>
    </Dialog>
  );
}
