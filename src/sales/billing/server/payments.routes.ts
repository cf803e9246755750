import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { allPaymentsCalls, paymentsCalls, vendorPaymentsCalls } from '../payments.contract.ts';
import * as payments from './payments.service.ts';
import { takeBackOfAll, takeBackOfVendor } from './take-back.service.ts';

export const paymentsHandlers: Handlers<typeof paymentsCalls, Ctx> = {
  list: (ctx, { query }) => payments.list(ctx, query),
  get: (ctx, { params }) => payments.get(ctx, params.id),
};
export const allPaymentsHandlers: Handlers<typeof allPaymentsCalls, Ctx> = {
  list: (ctx, { query }) => payments.listAll(ctx, query),
  get: (ctx, { params }) => payments.getOfAll(ctx, params.id),
  look: (ctx, { params }) => payments.look(ctx, params.id),
  takeBack: (ctx, { params, body }) => takeBackOfAll(ctx, { id: params.id, ...body }),
};
export const vendorPaymentsHandlers: Handlers<typeof vendorPaymentsCalls, Ctx> = {
  list: (ctx, { query }) => payments.listOfVendor(ctx, query),
  get: (ctx, { params }) => payments.getOfVendor(ctx, params.id),
  takeBack: (ctx, { params, body }) => takeBackOfVendor(ctx, { id: params.id, ...body }),
};
