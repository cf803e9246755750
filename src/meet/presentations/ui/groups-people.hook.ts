import type { Client } from '#kit/contract.ts';
import { groupsCalls } from '#core/iam/groups.contract.ts';
import { iamCalls } from '#core/iam/iam.contract.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { KnownPerson } from '../room-groups.rules.ts';

export const accountPeopleApi = {
  iam: { members: iamCalls.members },
  groups: { list: groupsCalls.list, members: groupsCalls.members },
};
type AccountPeopleClient = Client<typeof accountPeopleApi>;

export const membersQuery = ({ iam }: AccountPeopleClient, search: string) =>
  callQuery({
    area: 'IAMUser',
    name: 'users.choice',
    call: iam.members,
    input: { query: { state: 'active' as const, limit: 8, ...(search !== '' && { search: search.slice(0, 100) }) } },
  });
export const accountGroupsQuery = ({ groups }: AccountPeopleClient) =>
  callQuery({ area: 'IAMUser', name: 'groups.choice', call: groups.list, input: { query: { limit: 100 } } });

/** Everybody in a group of the account, as far as a set of breakout groups takes them. */
export async function peopleOfGroup({ groups }: AccountPeopleClient, id: string): Promise<KnownPerson[]> {
  const people: KnownPerson[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof groups.members>> = await groups.members({
      params: { id },
      query: { limit: 100, ...(cursor !== null && { cursor }) },
    });
    people.push(...page.items.filter(({ state }) => state === 'in').map(({ userId, name }) => ({ key: userId, name })));
    cursor = people.length < 300 ? page.next : null;
  } while (cursor !== null);
  return people;
}

/** Who has an address; null for nobody, and for those who may not see the people of the account. */
export function useMemberByAddress(): (email: string) => Promise<KnownPerson | null> {
  const { iam } = useApi(accountPeopleApi);
  const { can } = useAuth();
  return async (email) => {
    if (!can('iam.view')) return null;
    const { items } = await iam.members({ query: { search: email, limit: 20 } });
    const member = items.find((one) => one.kind === 'member' && one.email?.toLowerCase() === email);
    return member === undefined ? null : { key: member.id, name: member.name, email };
  };
}
