import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { billingApi, outcomeQuery, subscriptionQuery } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';

/** What became of a payment: the same after a reload, in a second tab, and before the provider's news is here. */
export function Outcome({ invoiceId }: { invoiceId: string }) {
  const say = billingText();
  const money = useMoney();
  const when = useTimeText();
  const api = useApi(billingApi);
  const failureText = useFailureText(say);
  useLiveRefresh({ area: 'user', kinds: ['billing'] });
  const asked = invoiceId !== 'none';
  const { data, error } = useQuery({
    ...outcomeQuery(api, invoiceId),
    enabled: asked,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 3_000 : false),
  });
  const plan = useQuery({ ...subscriptionQuery(api), enabled: !asked }).data?.subscription;
  if (!asked && plan === undefined) return null;
  if (asked && data === undefined)
    return error === null ? null : (
      <Banner hue="red" action={<LinkButton to="/my-subscriptions">{say('outcome.toPlan')}</LinkButton>}>
        {failureText(error)}
      </Banner>
    );
  const state = data?.state ?? 'paid';
  const startsAt = plan?.startsAt ?? null;
  const begun = startsAt === null ? 'trial' : 'scheduled';
  const trusted = state === 'transfer' && data?.runs === 'yes';
  const values = {
    by: startsAt !== null ? when(startsAt, 'day') : data?.dueDate == null ? '' : when(Date.parse(data.dueDate), 'day'),
    plan: data?.planName ?? '',
    number: leftToRight(data?.number ?? ''),
    amount: data === undefined ? '' : money(data.remaining, data.currency),
  };
  return (
    <EmptyState
      title={say(asked ? `outcome.${state}.title` : `outcome.${begun}.title`, values)}
      text={say(asked ? (trusted ? 'outcome.transfer.trusted' : `outcome.${state}.text`) : `outcome.${begun}.text`, values)}
    >
      {asked && (state === 'transfer' || state === 'failed') && (
        <LinkButton variant="filled" to={`/invoices/${invoiceId}`}>
          {say(state === 'transfer' ? 'outcome.howToPay' : 'outcome.again')}
        </LinkButton>
      )}
      <LinkButton to="/my-subscriptions">{say('outcome.toPlan')}</LinkButton>
    </EmptyState>
  );
}
