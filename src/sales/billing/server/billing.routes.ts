import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { billingCalls } from '../billing.contract.ts';
import type { sellerCalls } from '../seller.contract.ts';
import type { accountingCalls } from '../accounting-state.contract.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { invoicesCalls } from '../invoices.contract.ts';
import type { payLinkCalls } from '../pay-link.contract.ts';
import { accountingState } from './accounting-view.service.ts';
import * as all from './all-invoices.service.ts';
import { setOwnTax } from './draft-tax.service.ts';
import { get, list, pay, report } from './invoices.service.ts';
import { getProfile, getSeller, saveProfile, saveSeller } from './parties.service.ts';
import * as byLink from './pay-link.service.ts';
import { outcome, purchase } from './purchase.service.ts';
import { decidePlace } from './place-acts.service.ts';
import { refund, refundDropped, refundSent } from './refund-acts.service.ts';
import { preview, quote, ways } from './quote.service.ts';
import { forgetMethod } from './methods.service.ts';
import { cancel, subscription } from './subscription.service.ts';
import { decideTax } from './tax-decision.service.ts';

export const billingHandlers: Handlers<typeof billingCalls & typeof sellerCalls, Ctx> = {
  ways: (ctx) => ways(ctx),
  preview: (ctx, { body }) => preview(ctx, body),
  quote: (ctx, { body }) => quote(ctx, body),
  purchase: (ctx, { body }) => purchase(ctx, body),
  outcome: (ctx, { params }) => outcome(ctx, params.id),
  subscription: (ctx) => subscription(ctx),
  cancel: (ctx, { body }) => cancel(ctx, body),
  profile: (ctx) => getProfile(ctx),
  saveProfile: (ctx, { body }) => saveProfile(ctx, body),
  seller: (ctx) => getSeller(ctx),
  saveSeller: (ctx, { body }) => saveSeller(ctx, body),
  forgetMethod: (ctx, { params }) => forgetMethod(ctx, params.id),
};
export const invoicesHandlers: Handlers<typeof invoicesCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  get: (ctx, { params }) => get(ctx, params.id),
  pay: (ctx, { params, body }) => pay(ctx, { id: params.id, ...body }),
  report: (ctx, { params, body }) => report(ctx, { id: params.id, note: body.note }),
};
export const payLinkHandlers: Handlers<typeof payLinkCalls, Ctx> = {
  look: (ctx, { body }) => byLink.look(ctx, body),
  pay: (ctx, { body }) => byLink.pay(ctx, body),
};
export const allInvoicesHandlers: Handlers<typeof allInvoicesCalls, Ctx> = {
  list: (ctx, { query }) => all.list(ctx, query),
  figures: (ctx) => all.figures(ctx),
  get: (ctx, { params }) => all.get(ctx, params.id),
  create: (ctx, { body }) => all.create(ctx, body),
  edit: (ctx, { params, body }) => all.edit(ctx, { id: params.id, body }),
  remove: (ctx, { params }) => all.remove(ctx, params.id),
  finalize: (ctx, { params, body }) => all.finalizeDraft(ctx, { id: params.id, revision: body.revision }),
  decideTax: (ctx, { params, body }) => decideTax(ctx, { id: params.id, body }),
  ownTax: (ctx, { params, body }) => setOwnTax(ctx, { id: params.id, body }),
  record: (ctx, { params, body }) => all.recordPayment(ctx, { id: params.id, body }),
  reject: (ctx, { params, body }) => all.reject(ctx, { id: params.id, reason: body.reason }),
  remind: (ctx, { params }) => all.remind(ctx, params.id),
  voiding: (ctx, { params, body }) => all.voiding(ctx, { id: params.id, reason: body.reason }),
  credit: (ctx, { params, body }) => all.credit(ctx, { id: params.id, body }),
  refund: (ctx, { params, body }) => refund(ctx, { id: params.id, body }),
  refundSent: (ctx, { params, body }) => refundSent(ctx, { ...params, body }),
  refundDropped: (ctx, { params, body }) => refundDropped(ctx, { ...params, reason: body.reason }),
  place: (ctx, { params, body }) => decidePlace(ctx, { id: params.id, body }),
  writeOff: (ctx, { params, body }) => all.writeOff(ctx, { id: params.id, reason: body.reason }),
};
export const accountingHandlers: Handlers<typeof accountingCalls, Ctx> = { state: (ctx) => accountingState(ctx) };
