/** How much of what is to go back for minutes was not given back in another way: nobody gets the same money twice. */
import type { Db } from '#kit/server/db/db.ts';
import { givenOfMonth } from './minutes-over.queries.ts';
import type { MinuteChargeRow } from './minutes.table.ts';

/**
 * Of rows that wait to be given back, in their order, how much of each still goes back, in minor units as its prices are: less than the row asks, or
 * nothing, where a credit note on the invoice that asked for the minutes of that month gave it back meanwhile. Rows that ask for money are left out.
 */
export async function leftToGive(db: Db, waiting: readonly MinuteChargeRow[]): Promise<Map<string, bigint>> {
  const over = new Map<string, bigint>();
  const found = new Map<string, bigint>();
  for (const { id, subscriptionId, month, amount } of waiting) {
    if (amount >= 0n) continue;
    const known = over.get(month);
    const given = known === undefined ? await givenOfMonth(db, { subscriptionId, month }) : null;
    const left = given === null ? (known ?? 0n) : given.back - given.setOff - given.credited;
    const part = left <= 0n ? 0n : left < -amount ? left : -amount;
    found.set(id, part);
    over.set(month, left - part);
  }
  return found;
}
