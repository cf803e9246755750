import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { ResultIn } from '#kit/contract.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { OpenSay } from '#kit/ui/text/text-of.ts';
import type { groupsCalls } from '../groups.contract.ts';
import { iamText } from './iam-text.hook.ts';
import type { UsersClient } from './user-data.hook.ts';

export const groupsShape = { filters: [], sort: '-created' } as const satisfies ListShape;
const area = 'IAMUser';

/** The list as its address asks for it. */
export function groupsQuery({ groups }: UsersClient, { q, after }: Pick<ListState, 'q' | 'after'>) {
  const query = {
    limit: 50,
    ...(q.trim() === '' ? {} : { search: q.trim().slice(0, 100) }),
    ...(after === null ? {} : { cursor: after }),
  };
  return callQuery({ area, name: 'groups.list', call: groups.list, input: { query } });
}
/** Groups that are given a room. */
export const sharingQuery = ({ groups }: UsersClient, room: { id: string; tags: readonly string[] }) =>
  callQuery({
    area,
    name: 'groups.sharing',
    call: groups.sharing,
    input: { query: { room: room.id, tags: room.tags.join(',') } },
  });
export const mineQuery = ({ groups }: UsersClient) => callQuery({ area, name: 'groups.mine', call: groups.mine, input: {} });
export const myInvitationsQuery = ({ iam }: UsersClient) =>
  callQuery({ area, name: 'groups.invitations', call: iam.myInvitations, input: {} });

export type GroupMember = ResultIn<typeof groupsCalls.members>['items'][number];

/** Who is in a group and who was asked, page by page. */
export const groupPeopleQuery = ({ groups }: UsersClient, id: string) =>
  infiniteQueryOptions({
    queryKey: [area, 'groups.people', id],
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      groups.members({ params: { id }, query: { limit: 50, ...(pageParam !== null && { cursor: pageParam }) } }),
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
  });

/** Asks for everything that a change of groups may change; `own` also for who I am and the rooms that I see. */
export function useGroupsRefresh(whose: 'others' | 'own' = 'others'): () => Promise<void> {
  const queries = useQueryClient();
  const { fetchUser } = useAuth();
  return async () => {
    await queries.invalidateQueries({ queryKey: [area] });
    if (whose === 'others') return;
    await fetchUser();
    await queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
  };
}

/** Words of failures, those about groups first. */
export function useGroupWords(): OpenSay {
  const say = iamText();
  return { maybe: (key, values) => say.maybe(`groups.${key}`, values) ?? say.maybe(key, values) };
}
