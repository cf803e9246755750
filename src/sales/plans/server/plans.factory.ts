/** Plans for tests and sample data, made by the services. */
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { PlanView } from '../plans.contract.ts';
import type { PlanPrice, PlanTerms } from '../plans.rules.ts';
import { create } from './plans.service.ts';

export const priceIn = (currency: string, amount: number, change: Partial<PlanPrice> = {}): PlanPrice => ({
  currency,
  period: 'month',
  amount,
  setupFee: 0,
  seatAmount: null,
  minuteAmount: null,
  inclusive: false,
  ...change,
});
/** Terms of a plan at 24 a month, in euro, without a trial. */
export const termsWith = (change: Partial<PlanTerms> = {}): PlanTerms => ({
  entitlements: { ...standardEntitlements },
  trialDays: 0,
  trialNeedsMethod: false,
  hours: null,
  seatKey: null,
  seatMost: null,
  dunning: null,
  prices: [priceIn('EUR', 2400)],
  ...change,
});

type Wanted = Partial<Parameters<typeof create>[1]>;
/** `ctx` is the operator's. */
export const buildPlan = (ctx: Ctx, change: Wanted = {}): Promise<PlanView> =>
  create(ctx, {
    kind: 'base',
    code: `plan-${newId().slice(-12)}`,
    name: 'Team 60',
    summary: '',
    words: {},
    visibility: 'public',
    terms: termsWith(),
    ...change,
  });
