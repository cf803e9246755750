import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { overflowCalls } from '../overflow.contract.ts';
import { choose, mine, things } from './overflow.service.ts';

export const overflowHandlers: Handlers<typeof overflowCalls, Ctx> = {
  mine: (ctx) => mine(ctx),
  things: (ctx, { query }) => things(ctx, query.key),
  choose: (ctx, { body }) => choose(ctx, body),
};
