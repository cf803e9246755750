import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { usageCalls } from '../usage.contract.ts';
import { csv, mine, ofAccount } from './usage.service.ts';

export const usageHandlers: Handlers<typeof usageCalls, Ctx> = {
  mine: (ctx, { query }) => mine(ctx, query),
  csv: (ctx, { query }) => csv(ctx, query),
  ofAccount: (ctx, { params, query }) => ofAccount(ctx, { id: params.id, asked: query }),
};
