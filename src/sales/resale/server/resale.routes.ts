import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { resaleCalls } from '../resale.contract.ts';
import { money, own } from './money.service.ts';
import { offer } from './offers.service.ts';
import { creditSale, decideSaleTax, recordSale, sale, sales, saveSeller, seller, voidSale } from './sales.service.ts';
import { ownSold, soldBy } from './sold.service.ts';
import { ownStatements, payout, statement, statements } from './statements.service.ts';
import { setFloors, setTerms } from './terms.service.ts';
import * as acts from './vendor-acts.service.ts';
import { addCoupon, coupons, stopCoupon } from './vendor-coupons.service.ts';

export const resaleHandlers: Handlers<typeof resaleCalls, Ctx> = {
  money: (ctx, { params }) => money(ctx, params.id),
  setTerms: (ctx, { params, body }) => setTerms(ctx, { id: params.id, body }),
  setFloors: (ctx, { params, body }) => setFloors(ctx, { id: params.id, body }),
  statements: (ctx, { params, query }) => statements(ctx, { id: params.id, query }),
  sold: (ctx, { params, query }) => soldBy(ctx, { id: params.id, query }),
  payout: (ctx, { params, body }) => payout(ctx, { id: params.id, body }),
  statement: (ctx, { params }) => statement(ctx, params.id),
  own: (ctx) => own(ctx),
  offer: (ctx, { params, body }) => offer(ctx, { planId: params.planId, body }),
  coupons: (ctx, { query }) => coupons(ctx, query),
  addCoupon: (ctx, { body }) => addCoupon(ctx, body),
  stopCoupon: (ctx, { params }) => stopCoupon(ctx, params.id),
  ownStatements: (ctx, { query }) => ownStatements(ctx, query),
  ownSold: (ctx, { query }) => ownSold(ctx, query),
  sales: (ctx, { query }) => sales(ctx, query),
  sale: (ctx, { params }) => sale(ctx, params.id),
  recordSale: (ctx, { params, body }) => recordSale(ctx, { id: params.id, body }),
  creditSale: (ctx, { params, body }) => creditSale(ctx, { id: params.id, body }),
  decideSaleTax: (ctx, { params, body }) => decideSaleTax(ctx, { id: params.id, body }),
  voidSale: (ctx, { params, body }) => voidSale(ctx, { id: params.id, reason: body.reason }),
  objection: (ctx, { params }) => acts.objection(ctx, params.id),
  answerObjection: (ctx, { params, body }) => acts.answerObjection(ctx, { id: params.id, body }),
  rejectSale: (ctx, { params, body }) => acts.rejectSale(ctx, { id: params.id, body }),
  remindSale: (ctx, { params }) => acts.remindSale(ctx, params.id),
  writeOffSale: (ctx, { params, body }) => acts.writeOffSale(ctx, { id: params.id, body }),
  subscription: (ctx, { params }) => acts.subscription(ctx, params.id),
  endSubscription: (ctx, { params, body }) => acts.endSubscription(ctx, { id: params.id, body }),
  extendSubscription: (ctx, { params, body }) => acts.extendSubscription(ctx, { id: params.id, body }),
  seller: (ctx) => seller(ctx),
  saveSeller: (ctx, { body }) => saveSeller(ctx, body),
};
