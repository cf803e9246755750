import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { newsletterCalls } from '../../subscribing.contract.ts';

const subscriberApi = { newsletter: newsletterCalls };
export const useNewsletter = (): Client<typeof subscriberApi>['newsletter'] => useApi(subscriberApi).newsletter;
