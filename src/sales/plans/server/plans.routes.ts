import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { plansCalls } from '../plans.contract.ts';
import { addCoupon, coupons, stopCoupon } from './coupons.service.ts';
import { offers } from './offers.service.ts';
import { copy, create, edit, get, list, move, publish } from './plans.service.ts';

export const plansHandlers: Handlers<typeof plansCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  get: (ctx, { params }) => get(ctx, params.id),
  create: (ctx, { body }) => create(ctx, body),
  edit: (ctx, { params, body }) => edit(ctx, { id: params.id, body }),
  publish: (ctx, { params, body }) => publish(ctx, { id: params.id, ...body }),
  move: (ctx, { params, body }) => move(ctx, { id: params.id, after: body.after }),
  copy: (ctx, { params, body }) => copy(ctx, { id: params.id, ...body }),
  coupons: (ctx, { query }) => coupons(ctx, query),
  addCoupon: (ctx, { body }) => addCoupon(ctx, body),
  stopCoupon: (ctx, { params }) => stopCoupon(ctx, params.id),
  offers: (ctx, { query }) => offers(ctx, query),
};
