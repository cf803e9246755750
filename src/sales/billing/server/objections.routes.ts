import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { objectionsCalls } from '../objections.contract.ts';
import { answerObjection, objectionOf, ownObjection, raise, withdraw } from './objections.service.ts';
import { prove } from './proofs.service.ts';

export const objectionsHandlers: Handlers<typeof objectionsCalls, Ctx> = {
  own: (ctx, { params }) => ownObjection(ctx, params.id),
  raise: (ctx, { params, body }) => raise(ctx, { id: params.id, reason: body.reason }),
  withdraw: (ctx, { params }) => withdraw(ctx, params.id),
  of: (ctx, { params }) => objectionOf(ctx, params.id),
  answer: (ctx, { params, body }) => answerObjection(ctx, { id: params.id, text: body.answer }),
  prove: (ctx, { params, body }) => prove(ctx, { id: params.id, content: body.content }),
};
