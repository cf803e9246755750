import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { passesCalls } from '../passes.contract.ts';
import { passWithdrawal, withdrawPass } from './withdraw-pass.service.ts';
import { buyPass, previewPass, quotePass } from './passes.service.ts';

export const passesHandlers: Handlers<typeof passesCalls, Ctx> = {
  preview: (ctx, { body }) => previewPass(ctx, body),
  quote: (ctx, { body }) => quotePass(ctx, body),
  buy: (ctx, { body }) => buyPass(ctx, body),
  withdrawal: (ctx, { params }) => passWithdrawal(ctx, params.id),
  withdraw: (ctx, { params, body }) => withdrawPass(ctx, { id: params.id, revision: body.revision }),
};
