import type { StatusLook } from '#kit/ui/status-shape.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionItem } from '#sales/billing/all-subscriptions.contract.ts';
import { SubscriptionStatus } from '#sales/billing/ui/blocks/subscription-state.part.tsx';
import { booksText } from './books-text.hook.ts';

/** How a subscription stands, and when it will end where that is known. */
export function SubscriptionState({ of, look = 'plain' }: { of: SubscriptionItem; look?: StatusLook }) {
  const say = booksText();
  const when = useTimeText();
  const end = of.endedAt === null && of.cancelAtEnd ? (of.trialEnd ?? of.periodEnd) : null;
  return (
    <SubscriptionStatus of={of.state} look={look}>
      {end === null ? null : say('ends', { on: when(end) })}
    </SubscriptionStatus>
  );
}
