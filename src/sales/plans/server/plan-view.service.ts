/** Rows of the catalogue as they cross the wire. */
import type { PlanItem, PlanView, VersionView } from '../plans.contract.ts';
import type { PlanPrice, PlanTerms } from '../plans.rules.ts';
import type { PlanPriceRow, PlanRow, PlanVersionRow } from './plans.table.ts';

export const priceOf = (row: PlanPriceRow): PlanPrice => ({
  currency: row.currency,
  period: row.period,
  amount: Number(row.amount),
  setupFee: Number(row.setupFee),
  seatAmount: row.seatAmount === null ? null : Number(row.seatAmount),
  minuteAmount: row.minuteAmount === null ? null : Number(row.minuteAmount),
  inclusive: row.inclusive,
});

export const termsOf = (row: PlanVersionRow, prices: readonly PlanPriceRow[]): PlanTerms => ({
  entitlements: row.entitlements,
  trialDays: row.trialDays,
  trialNeedsMethod: row.trialNeedsMethod,
  hours: row.hours,
  seatKey: row.seatKey,
  seatMost: row.seatMost,
  dunning: row.dunning,
  prices: prices.filter((price) => price.planId === row.planId && price.version === row.version).map(priceOf),
});

const shownOf = (plan: PlanRow) => ({
  id: plan.id,
  kind: plan.kind,
  code: plan.code,
  name: plan.name,
  summary: plan.summary,
  visibility: plan.visibility,
  version: plan.version,
});

export const itemOf = (plan: PlanRow, prices: readonly PlanPriceRow[]): PlanItem => ({
  ...shownOf(plan),
  prices: prices.filter((price) => price.planId === plan.id).map(priceOf),
  createdAt: plan.createdAt.getTime(),
});

export function viewOf(plan: PlanRow, versions: readonly PlanVersionRow[], prices: readonly PlanPriceRow[]): PlanView {
  return {
    ...shownOf(plan),
    words: plan.words,
    versions: versions.map(
      (row): VersionView => ({ ...termsOf(row, prices), version: row.version, createdAt: row.createdAt.getTime() }),
    ),
    revision: plan.revision,
    createdAt: plan.createdAt.getTime(),
  };
}
