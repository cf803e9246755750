import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { type ListShape, type ListState, readListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { groupsCalls } from '../groups.contract.ts';
import { iamCalls } from '../iam.contract.ts';
import { memberStates } from '../iam.rules.ts';

/** The part of the contract that these screens speak. */
export const usersApi = { iam: iamCalls, groups: groupsCalls };
export type UsersClient = Client<typeof usersApi>;

export const usersShape = { filters: ['state', 'group'], sort: '-created' } as const satisfies ListShape;
type ListQuery = Pick<ListState, 'q' | 'filters' | 'after'>;

/** The list as its address asks for it. */
export function queryOf({ q, filters, after }: ListQuery) {
  const state = memberStates.find((one) => one === filters['state']?.[0]);
  const group = filters['group']?.find(isId);
  return {
    ...(q.trim() === '' ? {} : { search: q.trim().slice(0, 100) }),
    ...(state === undefined ? {} : { state }),
    ...(group === undefined ? {} : { group }),
    ...(after === null ? {} : { cursor: after }),
  };
}

const area = 'IAMUser';
export const membersQuery = ({ iam }: UsersClient, list: ListQuery) =>
  callQuery({ area, name: 'users.list', call: iam.members, input: { query: queryOf(list) } });
export const membersQueryOf = (api: UsersClient, search: URLSearchParams) => membersQuery(api, readListState(search, usersShape));
export const memberQuery = ({ iam }: UsersClient, id: string) =>
  callQuery({ area, name: 'users.get', call: iam.member, input: { params: { id } } });
export const usesQuery = ({ iam }: UsersClient, id: string) =>
  callQuery({ area, name: 'users.permissions', call: iam.uses, input: { params: { id } } });
/** All of them: an account has at most two pages. */
async function allSets({ iam }: UsersClient) {
  const first = await iam.sets({ query: { limit: 100 } });
  if (first.next === null) return first;
  const more = await iam.sets({ query: { limit: 100, cursor: first.next } });
  return { ...more, items: [...first.items, ...more.items] };
}
export const setsQuery = (api: UsersClient) => callQuery({ area, name: 'sets.list', call: () => allSets(api), input: null });
export const catalogueQuery = ({ iam }: UsersClient) => callQuery({ area, name: 'catalogue', call: iam.catalogue, input: {} });
/** Groups whose names match, else the newest; enough of them to choose from. */
export const groupChoiceQuery = ({ groups }: UsersClient, search: string) => {
  const text = search.trim().slice(0, 100);
  return callQuery({
    area,
    name: 'groups.choice',
    call: groups.list,
    input: { query: { limit: 30, ...(text !== '' && { search: text }) } },
  });
};
export const groupNameQuery = ({ groups }: UsersClient, id: string) =>
  callQuery({ area, name: 'groups.name', call: groups.get, input: { params: { id } } });

/** Refetches everything about the account's people. */
export function useUsersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [area] });
}
