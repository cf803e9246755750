import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { policyCalls } from '#core/identity/policy.contract.ts';
import { changePolicy, getPolicy } from './policy.service.ts';

export const policyHandlers: Handlers<typeof policyCalls, Ctx> = {
  get: (ctx) => getPolicy(ctx),
  save: (ctx, { body }) => changePolicy(ctx, body),
};
