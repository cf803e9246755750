/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { listIssues } from './issues.service.ts';
import { listTickets } from './tickets.service.ts';

const issues: SearchSource = {
  kind: 'ticket',
  find: async (ctx, { search, limit }) => {
    const { items } = await listIssues(ctx, { whose: 'account', state: 'all', search: search.replace(/^#/, ''), limit });
    return items.map(({ id, number, subject, requester, updatedAt }) => ({
      ...{ id, name: subject, detail: `#${number} · ${requester.name}`, at: updatedAt },
    }));
  },
};

const tickets: SearchSource = {
  kind: 'ticket',
  find: async (ctx, wish) => {
    const { items } = await listTickets(ctx, { queue: 'all', ...wish });
    return items.map(({ id, number, subject, account, updatedAt }) => ({
      ...{ id, name: subject, detail: `#${number} · ${account.name}`, at: updatedAt, side: 'theirs' },
    }));
  },
};

export const searchSources: readonly SearchSource[] = [issues, tickets];
