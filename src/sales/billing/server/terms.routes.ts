import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { termsCalls } from '../terms.contract.ts';
import { saveLeitwegId } from './customer-leitweg.service.ts';
import { get, saveTax, saveTrust } from './terms.service.ts';

export const termsHandlers: Handlers<typeof termsCalls, Ctx> = {
  get: (ctx, { params }) => get(ctx, params.id),
  tax: (ctx, { params, body }) => saveTax(ctx, { accountId: params.id, body }),
  leitweg: (ctx, { params, body }) => saveLeitwegId(ctx, { accountId: params.id, leitwegId: body.leitwegId }),
  trust: (ctx, { params, body }) => saveTrust(ctx, { accountId: params.id, body }),
};
