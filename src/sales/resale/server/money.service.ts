/** The terms of a vendor with its price list, as both sides see them. They span accounts, hence the system's eyes. */
import { notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { findSeller } from '#sales/billing/server/resold.service.ts';
import { type Catalogued, catalogueOf, pricesAt, trialAt } from '#sales/plans/server/resold.service.ts';
import { operatorOf, vendorOf } from '#sales/vendors/server/access.service.ts';
import { findTerms, type Terms } from '#sales/vendors/server/selling.service.ts';
import { findVendorState } from '#sales/vendors/server/selling.service.ts';
import type { ListedPlan, MoneyView, resaleCalls, TermsView } from '../resale.contract.ts';
import { commissionSums } from './earned.queries.ts';
import { floorsOf, handedBy } from './prices.queries.ts';
import type { FloorRow } from './resale.table.ts';
import { waitViews } from './waits.service.ts';

export const termsView = ({ model, rate, lockDays, revision }: Terms): TermsView => ({ model, rate, lockDays, revision });

type Own = { planId: string; kind: Catalogued['kind'] | null; version: number; name: string; onSale: boolean };
/** Of each of the operator's plans, the vendor's plan that hands it on. */
export async function ownPlans(db: Db, vendorId: string): Promise<Map<string, Own>> {
  const handed = await handedBy(db, vendorId);
  const catalogue = new Map((await catalogueOf(db, vendorId)).map((plan) => [plan.id, plan]));
  const own = new Map<string, Own>();
  for (const row of handed) {
    const plan = catalogue.get(row.planId);
    if (own.has(row.sourcePlanId)) continue;
    own.set(row.sourcePlanId, {
      planId: row.planId,
      kind: plan?.kind ?? null,
      version: row.version,
      name: plan?.name ?? '',
      onSale: plan?.visibility === 'public',
    });
  }
  return own;
}

const edge = (amount: bigint | null | undefined): number | null => (amount == null ? null : Number(amount));
async function listed(db: Db, plan: Catalogued, of: { floors: readonly FloorRow[]; own: Own | undefined }): Promise<ListedPlan> {
  const { floors, own } = of;
  const asked = own === undefined ? [] : await pricesAt(db, { planId: own.planId, version: own.version });
  return {
    planId: plan.id,
    kind: plan.kind,
    version: plan.version,
    name: plan.name,
    ownName: own === undefined || own.name === '' ? null : own.name,
    onSale: own?.onSale ?? false,
    trialDays: own === undefined ? 0 : await trialAt(db, own),
    trialMost: await trialAt(db, { planId: plan.id, version: plan.version }),
    prices: plan.prices.map(({ currency, period, amount, seatAmount, minuteAmount = null }) => {
      const floor = floors.find(
        (row) => row.planId === plan.id && row.version === plan.version && row.currency === currency && row.period === period,
      );
      const mine = asked.find((one) => one.currency === currency && one.period === period);
      return {
        ...{ currency, period, amount, seatAmount, floor: edge(floor?.amount), seatFloor: edge(floor?.seatAmount) },
        ...{ asked: mine?.amount ?? null, seatAsked: mine?.seatAmount ?? null },
        ...{ minuteAmount, minuteFloor: edge(floor?.minuteAmount), minuteAsked: mine?.minuteAmount ?? null },
      };
    }),
  };
}

/** All that was agreed with a vendor, and what it earned. */
export async function moneyOf(db: Db, vendorId: string): Promise<MoneyView> {
  const operator = await findOperatorAccount(db);
  const terms = await findTerms(db, vendorId);
  const catalogue = operator === null || terms?.model !== 'wholesale' ? [] : await catalogueOf(db, operator.id);
  const [floors, own] = [await floorsOf(db, vendorId), await ownPlans(db, vendorId)];
  const plans: ListedPlan[] = [];
  for (const plan of catalogue) plans.push(await listed(db, plan, { floors, own: own.get(plan.id) }));
  return {
    terms: terms === null ? null : termsView(terms),
    ready: (await findSeller(db, vendorId)) !== null,
    plans,
    earned: (await commissionSums(db, vendorId)).map((one) => ({ ...one, amount: Number(one.amount) })),
    waits: await waitViews(db, vendorId),
  };
}

/** For the operator: throws `not_found` for what is no vendor. */
export async function money(ctx: Ctx, vendorId: string): Promise<ResultIn<typeof resaleCalls.money>> {
  operatorOf(ctx);
  if ((await findVendorState(ctx.system.read, vendorId)) === null) throw notFound();
  return moneyOf(ctx.system.read, vendorId);
}
export function own(ctx: Ctx): Promise<ResultIn<typeof resaleCalls.own>> {
  const actor = vendorOf(ctx);
  return moneyOf(ctx.system.read, actor.accountId);
}
