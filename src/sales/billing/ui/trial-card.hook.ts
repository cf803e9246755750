import type { Apis } from './card-check.hook.ts';
import { checked } from './card-check.hook.ts';
import type { Bought } from './profile-form.part.tsx';
import { planApi } from './subscription-data.hook.ts';

/** Leads to the page on which the card of a trial is stored; what was quoted begins then. */
export async function trialByCard(apis: Apis, of: { quoteId: string; givesUp: string[] }): Promise<Bought> {
  const { methods } = apis(planApi);
  const { url } = await checked(apis, (answered) => methods.trial({ body: { ...of, terms: true, ...answered } }));
  return { subscriptionId: '', invoiceId: null, next: { kind: 'redirect', url } };
}
