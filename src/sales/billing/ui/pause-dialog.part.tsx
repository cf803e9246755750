import { Button } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { msOf } from '#kit/ui/local-moment.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { SubscriptionView } from '../billing.contract.ts';
import { dayIn } from '../days.rules.ts';
import { beginOf } from '../start.rules.ts';
import { PAUSE_DAYS } from '../subscriptions.contract.ts';
import { useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { pauseText } from './pause-text.hook.ts';
import { planApi } from './subscription-data.hook.ts';
import s from './subscription.module.css';

const DAY_MS = 86_400_000;
/** What is offered first: a month without the plan. */
const USUAL_DAYS = 30;

/** Says what a pause is, and asks for the day on which it ends. `end`: of the period that is paid, in epoch milliseconds. */
export function PauseDialog({ of, end, onClose }: { of: SubscriptionView; end: number; onClose: () => void }) {
  const say = billingText();
  const words = pauseText();
  const when = useTimeText();
  const toast = useToast();
  const { zone } = useReader();
  const { subscriptions } = useApi(planApi);
  const refresh = useBillingRefresh();
  const failureText = useFailureText(say);
  // the first day that begins after the period, and the last one that is not too far away
  const [first, last] = [dayIn(end + DAY_MS, zone), dayIn(end + PAUSE_DAYS * DAY_MS, zone)];
  const [day, setDay] = useState(() => dayIn(end + USUAL_DAYS * DAY_MS, zone));
  const [state, setState] = useState<{ busy: 'no' | 'yes'; failure: string; wrong: string }>({
    busy: 'no',
    failure: '',
    wrong: '',
  });
  const span = { on: when(end, 'day'), last: when(msOf(`${last}T12:00`, zone) ?? end, 'day') };
  const pause = async () => {
    if (msOf(`${day}T00:00`, zone) === null || day < first || day > last)
      return setState({ busy: 'no', failure: '', wrong: words('pause.day', span) });
    setState({ busy: 'yes', failure: '', wrong: '' });
    const until = Math.min(beginOf(day, zone), end + PAUSE_DAYS * DAY_MS);
    try {
      await subscriptions.pause({ body: { until, revision: of.revision } });
      await refresh();
      toast({ text: words('pause.done', { on: when(end, 'day') }) });
      onClose();
    } catch (error) {
      setState({ busy: 'no', failure: failureText(error), wrong: '' });
    }
  };
  return (
    <Dialog title={words('pause.title', { plan: of.planName })} lead={words('pause.text', { on: span.on })} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void pause();
        }}
      >
        {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
        <DateField
          size="md"
          label={words('pause.until')}
          description={words('pause.untilHint', span)}
          min={first}
          max={last}
          value={day}
          error={state.wrong === '' ? null : state.wrong}
          onChange={setDay}
        />
        <div className={s.buttons}>
          <Button size="md" onClick={onClose}>
            {words('pause.keep')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={state.busy === 'yes'}>
            {words('pause.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
