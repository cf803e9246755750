import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { peopleCalls } from '../../people.contract.ts';
import type { PeoplePurpose } from '../../people.rules.ts';

export const peopleApi = { people: peopleCalls };
export type PeopleClient = Client<typeof peopleApi>;

/** People who can be chosen for a purpose, by the beginnings of words; those with whom the reader worked last without any. */
export const peopleQuery = ({ people }: PeopleClient, of: { purpose: PeoplePurpose; search: string }) =>
  callQuery({
    area: 'user',
    name: 'people.find',
    call: people.find,
    input: { query: { for: of.purpose, search: of.search.trim().slice(0, 100) } },
  });
