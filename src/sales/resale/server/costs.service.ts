/** What a vendor owes for what it resold, by the present floors. Amounts are minor units without tax. */
import type { Db } from '#kit/server/db/db.ts';
import type { Had } from '../wholesale.rules.ts';
import { floorsOf, handedBy } from './prices.queries.ts';
import type { FloorRow } from './resale.table.ts';

/**
 * `period`: of a whole period with seats and add-ons, or of a pass; `minutes`: of a thousand minutes above the included ones. Null: nothing was
 * agreed about it.
 */
export type Costs = { period: (had: Had) => bigint | null; minutes: (had: Had) => bigint | null };

export async function costsOf(db: Db, vendorId: string): Promise<(currency: string) => Costs> {
  const handed = new Map((await handedBy(db, vendorId)).map((row) => [`${row.planId} ${row.version}`, row]));
  const floors = new Map(
    (await floorsOf(db, vendorId)).map((row) => [`${row.planId} ${row.version} ${row.currency} ${row.period}`, row]),
  );
  return (currency) => {
    const floorOf = (of: Pick<Had, 'planId' | 'version' | 'period'>): FloorRow | undefined => {
      const source = handed.get(`${of.planId} ${of.version}`);
      return floors.get(`${source?.sourcePlanId} ${source?.sourceVersion} ${currency} ${of.period}`);
    };
    return {
      minutes: (had) => floorOf(had)?.minuteAmount ?? null,
      period(had) {
        const floor = floorOf(had);
        if (floor === undefined) return null;
        const addons = had.addons.map((one) => BigInt(one.quantity) * (floorOf({ ...one, period: had.period })?.amount ?? 0n));
        return addons.reduce((sum, one) => sum + one, floor.amount + BigInt(had.seats) * (floor.seatAmount ?? 0n));
      },
    };
  };
}
