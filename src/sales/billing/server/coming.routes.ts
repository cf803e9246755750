import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { comingCalls } from '../coming.contract.ts';
import type { sendingCalls } from '../sending.contract.ts';
import { comingOfInvoice, comingOfSubscription } from './coming.service.ts';
import { recipients, sendAgain } from './sending.service.ts';

export const comingHandlers: Handlers<typeof comingCalls, Ctx> = {
  ofInvoice: (ctx, { params }) => comingOfInvoice(ctx, params.id),
  ofSubscription: (ctx, { params }) => comingOfSubscription(ctx, params.id),
};
export const sendingHandlers: Handlers<typeof sendingCalls, Ctx> = {
  recipients: (ctx, { params }) => recipients(ctx, params.id),
  send: (ctx, { params, body }) => sendAgain(ctx, { id: params.id, to: body.to }),
};
