import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { exchangeCalls } from '../exchange.contract.ts';
import { add, rates, remove, saveState, state, take } from './exchange.service.ts';

export const exchangeHandlers: Handlers<typeof exchangeCalls, Ctx> = {
  state: (ctx) => state(ctx),
  saveState: (ctx, { body }) => saveState(ctx, body),
  take: (ctx) => take(ctx),
  rates: (ctx, { query }) => rates(ctx, query),
  add: (ctx, { body }) => add(ctx, body),
  remove: (ctx, { params }) => remove(ctx, params.id),
};
