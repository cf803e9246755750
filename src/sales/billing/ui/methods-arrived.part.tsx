import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { leftToRight } from './blocks/money.hook.ts';
import { planApi } from './subscription-data.hook.ts';

/** What became of the page of the provider from which somebody comes back; a reload says the same. */
export function Arrived({ id, onSeen }: { id: string; onSeen: () => void }) {
  const say = billingText();
  const { methods } = useApi(planApi);
  const refresh = useBillingRefresh();
  const failureText = useFailureText(say);
  const [said, setSaid] = useState<{ hue: 'blue' | 'amber' | 'red'; text: string } | null>(null);
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === id) return;
    asked.current = id;
    methods.arrive({ body: { id } }).then(
      async ({ state, last4 }) => {
        setSaid(
          state === 'stored'
            ? { hue: 'blue', text: say('plan.cardStored', { last4: leftToRight(last4 ?? '') }) }
            : { hue: 'amber', text: say('plan.cardMissing') },
        );
        await refresh();
      },
      (error: unknown) => setSaid({ hue: 'red', text: failureText(error) }),
    );
  });
  if (said === null) return null;
  return (
    <Banner
      hue={said.hue}
      action={
        <Button variant="subtle" onClick={onSeen}>
          {say('change.close')}
        </Button>
      }
    >
      {said.text}
    </Banner>
  );
}
