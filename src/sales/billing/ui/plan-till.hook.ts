import { Failure } from '#kit/errors.ts';
import { useApis } from '#kit/ui/query/api.tsx';
import type { Wish } from '../billing.contract.ts';
import { billingApi } from './blocks/billing-queries.hook.ts';
import type { Till } from './profile-form.part.tsx';

/** Buys a plan. Where its trial begins with a card and there is none, the way leads over the page on which one is stored. */
export function usePlanTill(): (wish: Wish) => Till {
  const apis = useApis();
  const { billing } = apis(billingApi);
  return (wish) => ({
    of: 'plan',
    quote: () => billing.quote({ body: wish }),
    buy: ({ quoteId, ...more }) =>
      billing.purchase({ body: { quoteId, terms: true, ...more } }).catch(async (error: unknown) => {
        if (more.by !== 'card' || !(error instanceof Failure && error.code === 'method_needed')) throw error;
        return (await import('./trial-card.hook.ts')).trialByCard(apis, { quoteId, givesUp: more.givesUp });
      }),
  });
}
