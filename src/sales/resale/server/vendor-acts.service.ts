/** What a vendor does as the seller of its customers: by the operator's own verbs, and with what it sold itself alone. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SubscriptionDetail } from '#sales/billing/all-subscriptions.contract.ts';
import * as acts from '#sales/billing/server/all-subscription-acts.service.ts';
import { get } from '#sales/billing/server/all-subscriptions.service.ts';
import * as all from '#sales/billing/server/all-invoices.service.ts';
import * as objections from '#sales/billing/server/objections.service.ts';
import { cancelAtEnd } from '#sales/billing/server/seller-cancel.service.ts';
import { vendorOf } from '#sales/vendors/server/access.service.ts';
import type { SoldSubscription, vendorActsCalls } from '../vendor-acts.contract.ts';

type Calls = typeof vendorActsCalls;
type Act<C extends keyof Calls> = { id: string; body: Parsed<Calls[C]> extends { body: infer B } ? B : never };

export async function objection(ctx: Ctx, id: string): Promise<ResultIn<Calls['objection']>> {
  vendorOf(ctx);
  return objections.objectionOf(ctx, id);
}
export async function answerObjection(
  ctx: Ctx,
  { id, body }: Act<'answerObjection'>,
): Promise<ResultIn<Calls['answerObjection']>> {
  vendorOf(ctx);
  return objections.answerObjection(ctx, { id, text: body.answer });
}
export async function rejectSale(ctx: Ctx, { id, body }: Act<'rejectSale'>): Promise<ResultIn<Calls['rejectSale']>> {
  vendorOf(ctx);
  return all.reject(ctx, { id, reason: body.reason });
}
export async function remindSale(ctx: Ctx, id: string): Promise<ResultIn<Calls['remindSale']>> {
  vendorOf(ctx);
  return all.remind(ctx, id);
}
export async function writeOffSale(ctx: Ctx, { id, body }: Act<'writeOffSale'>): Promise<ResultIn<Calls['writeOffSale']>> {
  vendorOf(ctx);
  return all.writeOff(ctx, { id, reason: body.reason });
}

const running: readonly SubscriptionDetail['state'][] = ['trialing', 'active', 'past_due'];
/** What it is to its seller; other things of the account, which others may have sold, are left out. */
const seen = (one: SubscriptionDetail): SoldSubscription => {
  const plan = one.period !== 'once';
  const { id, state, period, seats, periodEnd, trialEnd, cancelAtEnd: ends, endedAt, revision } = one;
  return {
    ...{ id, state, period, seats, periodEnd, trialEnd, cancelAtEnd: ends, endedAt, revision },
    customer: one.accountName,
    plan: one.planName,
    rights: {
      endNow: endedAt === null,
      endLater: plan && !ends && running.includes(state),
      extend: plan && state === 'active' && periodEnd !== null,
    },
  };
};
export async function subscription(ctx: Ctx, id: string): Promise<SoldSubscription> {
  vendorOf(ctx);
  return seen(await get(ctx, id));
}
/** Throws what the operator's own ends throw; another seller's subscription is not there. */
export async function endSubscription(ctx: Ctx, { id, body }: Act<'endSubscription'>): Promise<SoldSubscription> {
  vendorOf(ctx);
  const { when, credit, reason, revision } = body;
  if (when === 'end') return seen(await cancelAtEnd(ctx, { id, reason, revision }));
  return seen(await acts.cancelNow(ctx, { id, body: { credit, reason, revision } }));
}
export async function extendSubscription(ctx: Ctx, { id, body }: Act<'extendSubscription'>): Promise<SoldSubscription> {
  vendorOf(ctx);
  return seen(await acts.extend(ctx, { id, body }));
}
