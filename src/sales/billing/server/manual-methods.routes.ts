import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { manualMethodsCalls } from '../manual-methods.contract.ts';
import { add, archive, change, list } from './manual-methods.service.ts';

export const manualMethodsHandlers: Handlers<typeof manualMethodsCalls, Ctx> = {
  list: (ctx) => list(ctx),
  add: (ctx, { body }) => add(ctx, body),
  change: (ctx, { params, body }) => change(ctx, { id: params.id, body }),
  archive: (ctx, { params }) => archive(ctx, params.id),
};
