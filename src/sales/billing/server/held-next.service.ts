/** What a subscription holds from its next period on. */
import type { Db } from '#kit/server/db/db.ts';
import { findSold, type Sold } from '#sales/plans/server/sold.service.ts';
import { type AddonSold, addonsSold } from './addons.service.ts';
import type { Pending, SubscriptionRow } from './billing.table.ts';

type PlanWithPending = Pick<SubscriptionRow, 'planId' | 'version' | 'period' | 'seats' | 'addons' | 'pending'>;
/** A change that was put off, or what it has. */
export function heldNext(row: PlanWithPending): Omit<Pending, 'addons' | 'period'> & Pick<SubscriptionRow, 'period' | 'addons'> {
  const { planId, version, period, seats, addons, pending } = row;
  return pending === null ? { planId, version, period, seats, addons } : { ...pending, addons: pending.addons ?? addons };
}

/** The same as the catalogue sells it. */
export async function soldNext(tx: Db, row: SubscriptionRow): Promise<{ sold: Sold; seats: number; addons: AddonSold[] }> {
  const { planId, version, period, seats, addons } = heldNext(row);
  const sold = await findSold(tx, { planId, version, currency: row.currency, period });
  if (sold === null) throw new Error(`what subscription ${row.id} holds is not sold any more`);
  return { sold, seats, addons: await addonsSold(tx, addons, { currency: row.currency, period }) };
}
