import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { dataEndsCalls } from '../data-ends.contract.ts';
import { get, hold, list, mine, release } from './data-ends-view.service.ts';

export const dataEndsHandlers: Handlers<typeof dataEndsCalls, Ctx> = {
  mine: (ctx) => mine(ctx),
  list: (ctx, { query }) => list(ctx, query),
  get: (ctx, { params }) => get(ctx, params.id),
  hold: (ctx, { params, body }) => hold(ctx, { id: params.id, reason: body.reason }),
  release: (ctx, { params }) => release(ctx, params.id),
};
