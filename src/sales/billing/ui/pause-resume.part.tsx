import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import type { SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import { useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { pauseText } from './pause-text.hook.ts';
import { useChecked } from './card-check.hook.ts';
import { usePaidBy, wayAsked } from './paid-by.hook.ts';
import { planApi } from './subscription-data.hook.ts';
import s from './subscription.module.css';

type Props = { page: SubscriptionPage; of: SubscriptionView; onClose: () => void };

/** Goes on with what is paused, by the way that is chosen, and leads to where it is paid. */
export function ResumeDialog({ page, of, onClose }: Props) {
  const say = billingText();
  const words = pauseText();
  const { subscriptions } = useApi(planApi);
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const failureText = useFailureText(say);
  const checked = useChecked();
  const { options, usual } = usePaidBy({ page, of });
  const [way, setWay] = useState(usual);
  const [state, setState] = useState<{ busy: 'no' | 'yes'; failure: string }>({ busy: 'no', failure: '' });
  const resume = async () => {
    setState({ busy: 'yes', failure: '' });
    try {
      const { invoiceId, next } = await checked((answered) =>
        subscriptions.resume({ body: { ...wayAsked(way), revision: of.revision, ...answered } }),
      );
      if (next.kind === 'redirect') return window.location.assign(next.url);
      await refresh();
      if (next.kind === 'instructions') return void navigate(`/purchase-plan?invoice=${invoiceId}`);
      onClose();
    } catch (error) {
      setState({ busy: 'no', failure: failureText(error) });
    }
  };
  return (
    <Dialog title={words('pause.resumeTitle', { plan: of.planName })} lead={words('pause.resumeText')} onClose={onClose}>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      <RadioList
        label={say('purchase.payBy')}
        value={way}
        onChange={setWay}
        options={options.map(({ value, label, text }) => ({ value, title: label, ...(text !== '' && { text }) }))}
      />
      <div className={s.buttons}>
        <Button size="md" onClick={onClose}>
          {words('pause.resumeKeep')}
        </Button>
        <Button size="md" variant="filled" loading={state.busy === 'yes'} onClick={() => void resume()}>
          {words('pause.resumeDo')}
        </Button>
      </div>
    </Dialog>
  );
}
