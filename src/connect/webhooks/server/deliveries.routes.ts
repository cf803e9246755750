import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { deliveriesCalls } from '../deliveries.contract.ts';
import { list, retry } from './operator.service.ts';

export const deliveriesHandlers: Handlers<typeof deliveriesCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  retry: (ctx, { params }) => retry(ctx, params.id),
};
