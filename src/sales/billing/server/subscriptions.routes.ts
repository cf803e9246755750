import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { allSubscriptionsCalls } from '../all-subscriptions.contract.ts';
import type { methodsCalls } from '../methods.contract.ts';
import type { subscriptionsCalls } from '../subscriptions.contract.ts';
import * as acts from './all-subscription-acts.service.ts';
import { comp } from './comp.service.ts';
import { figures, get, list } from './all-subscriptions.service.ts';
import { change, quoteChange, undoChange } from './change.service.ts';
import { forecast, forecastFor } from './forecast.service.ts';
import * as methods from './methods.service.ts';
import { pause, resume } from './pause.service.ts';
import { withdraw, withdrawal } from './withdraw.service.ts';

export const subscriptionsHandlers: Handlers<typeof subscriptionsCalls, Ctx> = {
  quoteChange: (ctx, { body }) => quoteChange(ctx, body),
  change: (ctx, { body }) => change(ctx, body),
  undoChange: (ctx, { body }) => undoChange(ctx, body),
  pause: (ctx, { body }) => pause(ctx, body),
  resume: (ctx, { body }) => resume(ctx, body),
  withdrawal: (ctx) => withdrawal(ctx),
  withdraw: (ctx, { body }) => withdraw(ctx, body),
  forecast: (ctx, { body }) => forecast(ctx, body.change),
};
export const methodsHandlers: Handlers<typeof methodsCalls, Ctx> = {
  add: (ctx, { body }) => methods.add(ctx, body),
  trial: (ctx, { body }) => methods.trial(ctx, body),
  arrive: (ctx, { body }) => methods.arrive(ctx, body),
  first: (ctx, { params }) => methods.first(ctx, params.id),
  byManual: (ctx, { params }) => methods.byManual(ctx, params.id),
  byTransfer: (ctx) => methods.byTransfer(ctx),
};
export const allSubscriptionsHandlers: Handlers<typeof allSubscriptionsCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  figures: (ctx, { query }) => figures(ctx, query),
  get: (ctx, { params }) => get(ctx, params.id),
  cancel: (ctx, { params, body }) => acts.cancelNow(ctx, { id: params.id, body }),
  restart: (ctx, { params, body }) => acts.restart(ctx, { id: params.id, body }),
  comp: (ctx, { body }) => comp(ctx, body),
  extend: (ctx, { params, body }) => acts.extend(ctx, { id: params.id, body }),
  credit: (ctx, { params, body }) => acts.credit(ctx, { id: params.id, body }),
  forecast: (ctx, { params }) => forecastFor(ctx, params.id),
};
