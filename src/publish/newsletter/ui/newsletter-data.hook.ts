import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import type { Locale } from '#kit/facts.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { type ListShape, type ListState, readListState } from '#kit/ui/table/list-state.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { newsletterCampaignsCalls } from '../campaigns.contract.ts';
import { newsletterListsCalls, newsletterSubscribersCalls } from '../lists.contract.ts';
import { subscriptionStates } from '../newsletter.rules.ts';

/** The part of the contract that the editors' screens speak. */
export const deskApi = {
  newsletterCampaigns: newsletterCampaignsCalls,
  newsletterLists: newsletterListsCalls,
  newsletterSubscribers: newsletterSubscribersCalls,
};
export type DeskClient = Client<typeof deskApi>;

export const campaignGroups = ['drafts', 'in_progress', 'sent'] as const;
export const subscriberFilters = [...subscriptionStates, 'suppressed'] as const;
export const campaignsShape = { filters: ['group'], sort: '-updated' } as const satisfies ListShape;
export const subscribersShape = { filters: ['state', 'list'], sort: '-since' } as const satisfies ListShape;
export const listsShape = { filters: [], sort: 'place' } as const satisfies ListShape;

const pageOf = ({ q, after }: ListState) => ({
  ...(q.trim() === '' ? {} : { search: q.trim().slice(0, 100) }),
  ...(after === null ? {} : { cursor: after }),
});
export function campaignsQuery({ newsletterCampaigns: { list: call } }: DeskClient, list: ListState) {
  const group = campaignGroups.find((one) => one === list.filters['group']?.at(-1));
  const query = { ...pageOf(list), ...(group === undefined ? {} : { group }) };
  return callQuery({ area: 'blog', name: 'newsletter.campaigns', call, input: { query } });
}
export const figuresQuery = ({ newsletterCampaigns: { figures } }: DeskClient) =>
  callQuery({ area: 'blog', name: 'newsletter.figures', call: () => figures(), input: {} });
export const campaignQuery = ({ newsletterCampaigns: { get: call } }: DeskClient, id: string) =>
  callQuery({ area: 'blog', name: 'newsletter.campaign', call, input: { params: { id } } });
/** Where the email of a draft is written in a language. */
export const emailAddress = (id: string, locale: Locale): string => `/newsletter/${id}?text=${locale}`;
/** `revision`: of what is previewed, so that a change is seen. */
export const previewQuery = (
  { newsletterCampaigns: { preview } }: DeskClient,
  { id, locale, revision }: { id: string; locale: Locale; revision: number },
) =>
  callQuery({
    area: 'blog',
    name: 'newsletter.preview',
    call: ({ params }) => preview({ params }),
    input: { params: { id, locale }, revision },
  });
export function subscribersQuery({ newsletterSubscribers: { list: call } }: DeskClient, list: ListState) {
  const state = subscriberFilters.find((one) => one === list.filters['state']?.at(-1));
  const chosen = list.filters['list']?.at(-1);
  const query = {
    ...pageOf(list),
    ...(state === undefined ? {} : { state }),
    ...(chosen === undefined ? {} : { list: chosen }),
  };
  return callQuery({ area: 'blog', name: 'newsletter.subscribers', call, input: { query } });
}
export const listsQuery = ({ newsletterLists: { list } }: DeskClient) =>
  callQuery({ area: 'blog', name: 'newsletter.lists', call: () => list(), input: {} });

export const deskTabs = ['campaigns', 'subscribers', 'lists'] as const;
export type DeskTab = (typeof deskTabs)[number];
export const tabOf = (search: URLSearchParams): DeskTab => deskTabs.find((one) => one === search.get('tab')) ?? 'campaigns';

/** What the shown tab asks before it is drawn. */
export function loadDesk({ api, queries, url }: LoadContext): Promise<unknown> {
  const desk = api(deskApi);
  const lists = queries.ensureQueryData(listsQuery(desk));
  const state = (shape: ListShape) => readListState(url.searchParams, shape);
  switch (tabOf(url.searchParams)) {
    case 'lists':
      return lists;
    case 'subscribers':
      return Promise.all([lists, queries.ensureQueryData(subscribersQuery(desk, state(subscribersShape)))]);
    case 'campaigns':
      return Promise.all([
        lists,
        queries.ensureQueryData(figuresQuery(desk)),
        queries.ensureQueryData(campaignsQuery(desk, state(campaignsShape))),
      ]);
  }
}

export function useDeskRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['blog'] });
}
