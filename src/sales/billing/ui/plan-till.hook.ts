import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/api.tsx';
import type { Wish } from '../billing.contract.ts';
import { billingApi } from './blocks/billing-queries.hook.ts';
import type { Till } from './profile-form.part.tsx';
import { planApi } from './subscription-data.hook.ts';

/** Buys a plan. Where its trial begins with a card and there is none, the way leads over the page on which one is stored. */
export function usePlanTill(): (wish: Wish) => Till {
  const { billing } = useApi(billingApi);
  const { methods } = useApi(planApi);
  return (wish) => ({
    of: 'plan',
    quote: () => billing.quote({ body: wish }),
    buy: ({ quoteId, by }) =>
      billing.purchase({ body: { quoteId, by, terms: true } }).catch(async (error: unknown) => {
        if (by !== 'card' || !(error instanceof Failure && error.code === 'method_needed')) throw error;
        const { url } = await methods.trial({ body: { quoteId, terms: true } });
        return { subscriptionId: '', invoiceId: null, next: { kind: 'redirect', url } };
      }),
  });
}
