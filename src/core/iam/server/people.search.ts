/** What the search finds here. */
import { findKeptPeople } from '#core/accounts/server/directory.service.ts';
import type { SearchSource } from '#kit/server/search-source.ts';
import { list } from './members.service.ts';

const members: SearchSource = {
  kind: 'person',
  find: async (ctx, wish) => {
    const { items } = await list(ctx, wish);
    return items
      .filter(({ kind }) => kind === 'member')
      .map(({ id, name, email, signInName }) => ({ id, name, detail: email ?? signInName }));
  },
};

const peopleOfCustomers: SearchSource = {
  kind: 'person',
  find: async (ctx, { search, limit }) => {
    const own = ctx.actor.kind === 'user' ? ctx.actor.accountId : null;
    const people = await findKeptPeople(ctx, search, limit);
    return people
      .filter(({ accountId }) => accountId !== own)
      .map(({ id, name, email, account }) => ({ id, name, detail: `${email} · ${account}`, side: 'theirs' }));
  },
};

export const searchSources: readonly SearchSource[] = [members, peopleOfCustomers];
