import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { planMovesCalls } from '../migrate-version.contract.ts';
import { holders, moveVersion } from './migrate-version.service.ts';

export const planMovesHandlers: Handlers<typeof planMovesCalls, Ctx> = {
  holders: (ctx, { params }) => holders(ctx, params.id),
  move: (ctx, { params, body }) => moveVersion(ctx, { id: params.id, ...body }),
};
