import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { keysCalls } from '../keys.contract.ts';
import { createKey, listKeys, revokeKey } from './keys.service.ts';

export const keysHandlers: Handlers<typeof keysCalls, Ctx> = {
  list: (ctx) => listKeys(ctx),
  create: (ctx, { body }) => createKey(ctx, body),
  revoke: (ctx, { params }) => revokeKey(ctx, params.id),
};
