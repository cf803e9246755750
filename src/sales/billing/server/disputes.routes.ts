import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { disputesCalls } from '../disputes.contract.ts';
import * as disputes from './dispute-answers.service.ts';

export const disputesHandlers: Handlers<typeof disputesCalls, Ctx> = {
  propose: (ctx, { params }) => disputes.propose(ctx, params.id),
  answer: (ctx, { params, body }) => disputes.answerDispute(ctx, { id: params.id, body }),
  accept: (ctx, { params }) => disputes.accept(ctx, params.id),
};
