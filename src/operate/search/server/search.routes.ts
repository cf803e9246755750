import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { searchCalls } from '../search.contract.ts';
import { find } from './search.service.ts';

export const searchHandlers: Handlers<typeof searchCalls, Ctx> = {
  find: async (ctx, { query }) => ({ items: await find(ctx, query.q) }),
};
