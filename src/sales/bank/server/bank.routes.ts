import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { vendorOf } from '#sales/vendors/server/access.service.ts';
import type { bankCalls } from '../bank.contract.ts';
import type { periodsCalls } from '../periods.contract.ts';
import { book, bookSure, ignore, reopen } from './booking.service.ts';
import { linkOf, listOf, startOwn, startPeriod } from './periods.service.ts';
import { claims, entries, lineOfPayment, queue, reported } from './queue.service.ts';
import { saveSettings, settings } from './settings.service.ts';
import { list, preview, read } from './statement.service.ts';
import { takeBack } from './take-back.service.ts';

export const bankHandlers: Handlers<typeof bankCalls, Ctx> = {
  preview: (ctx, { body }) => preview(ctx, body),
  read: (ctx, { body }) => read(ctx, body),
  statements: (ctx, { query }) => list(ctx, query),
  queue: (ctx, { query }) => queue(ctx, query),
  entries: (ctx, { query }) => entries(ctx, query),
  ofPayment: (ctx, { params }) => lineOfPayment(ctx, params.id),
  book: (ctx, { params, body }) => book(ctx, { id: params.id, body }),
  bookSure: (ctx, { body }) => bookSure(ctx, body.ids),
  takeBack: (ctx, { params }) => takeBack(ctx, params.id),
  ignore: (ctx, { params, body }) => ignore(ctx, { id: params.id, reason: body.reason }),
  reopen: (ctx, { params }) => reopen(ctx, params.id),
  claims: (ctx, { query }) => claims(ctx, query),
  settings: (ctx) => settings(ctx),
  saveSettings: (ctx, { body }) => saveSettings(ctx, body),
  reported: (ctx, { query }) => reported(ctx, query),
};
/** The operator has calls of its own. Throws `not_found`. */
function asVendor(ctx: Ctx): Ctx {
  vendorOf(ctx);
  return ctx;
}
export const periodsHandlers: Handlers<typeof periodsCalls, Ctx> = {
  list: (ctx) => listOf(ctx, 'seller'),
  start: (ctx, { body }) => startPeriod(ctx, body),
  link: (ctx, { params }) => linkOf(ctx, { id: params.id, side: 'seller' }),
  // a vendor's own, by the same verbs: the caller is the seller of the file
  vendor: (ctx) => listOf(asVendor(ctx), 'seller'),
  startVendor: (ctx, { body }) => startPeriod(asVendor(ctx), body),
  linkVendor: (ctx, { params }) => linkOf(asVendor(ctx), { id: params.id, side: 'seller' }),
  own: (ctx) => listOf(ctx, 'buyer'),
  startOwn: (ctx, { body }) => startOwn(ctx, body),
  linkOwn: (ctx, { params }) => linkOf(ctx, { id: params.id, side: 'buyer' }),
};
