import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SearchSource } from '#kit/server/search-source.ts';
import type { searchCalls } from '../search.contract.ts';
import { find } from './search.service.ts';

/** The handlers, given what the domains can find. */
export const searchHandlers = (loadSources: () => Promise<readonly SearchSource[]>): Handlers<typeof searchCalls, Ctx> => ({
  find: async (ctx, { query }) => ({ items: await find(ctx, query.q, await loadSources()) }),
});
