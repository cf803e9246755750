import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { planApi } from './subscription-data.hook.ts';

const words = { begun: 'trial', waiting: 'cardWaiting', refused: 'trialRefused', given_up: 'cardMissing' } as const;

/** What became of the card with which a trial begins: the same after a reload, in a second tab, and before the provider's news is here. */
export function TrialArrived({ id }: { id: string }) {
  const say = billingText();
  const { methods } = useApi(planApi);
  const failureText = useFailureText(say);
  useLiveRefresh({ area: 'user', kinds: ['billing'] });
  const { data, error } = useQuery({
    // asking is what has the card kept; doing it again changes nothing
    queryKey: ['user', 'billing.arrived', id],
    queryFn: () => methods.arrive({ body: { id } }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || (state.data?.state === 'stored' && state.data.begun === 'waiting') ? 3_000 : false,
  });
  if (data === undefined)
    return error === null ? null : (
      <Banner hue="red" action={<LinkButton to="/my-subscriptions">{say('outcome.toPlan')}</LinkButton>}>
        {failureText(error)}
      </Banner>
    );
  const word = words[data.state === 'given_up' ? 'given_up' : data.state === 'stored' ? (data.begun ?? 'begun') : 'waiting'];
  const over = word === 'cardMissing' || word === 'trialRefused';
  return (
    <EmptyState title={say(`outcome.${word}.title`)} text={say(`outcome.${word}.text`)}>
      {over && (
        <LinkButton variant="filled" to="/purchase-plan">
          {say('outcome.toPlans')}
        </LinkButton>
      )}
      <LinkButton to="/my-subscriptions">{say('outcome.toPlan')}</LinkButton>
    </EmptyState>
  );
}
