import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { termsCalls } from '../terms.contract.ts';
import { get, saveTax, saveTrust } from './terms.service.ts';

export const termsHandlers: Handlers<typeof termsCalls, Ctx> = {
  get: (ctx, { params }) => get(ctx, params.id),
  tax: (ctx, { params, body }) => saveTax(ctx, { accountId: params.id, body }),
  trust: (ctx, { params, body }) => saveTrust(ctx, { accountId: params.id, body }),
};
