import type { SubscriptionDetail } from '#sales/billing/all-subscriptions.contract.ts';

export const acts = ['extend', 'credit', 'restart', 'cancel'] as const;
export type Act = (typeof acts)[number];
type ActableSubscription = Pick<SubscriptionDetail, 'state' | 'endedAt' | 'cancelAtEnd' | 'trialEnd' | 'periodEnd'>;

const may: Readonly<Record<Act, (of: ActableSubscription) => boolean>> = {
  extend: ({ state, trialEnd, periodEnd }) =>
    (state === 'trialing' && trialEnd !== null) || (state === 'active' && periodEnd !== null),
  credit: () => true,
  restart: ({ state, endedAt, cancelAtEnd }) => state === 'canceled' || (endedAt === null && cancelAtEnd),
  cancel: ({ endedAt }) => endedAt === null,
};
/** What can be done with a subscription as it stands. */
export const actsOf = (of: ActableSubscription): Act[] => acts.filter((act) => may[act](of));
