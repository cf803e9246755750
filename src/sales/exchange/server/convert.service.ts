/** The rate that counts on a day, for invoices. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type Conversion, conversionOn } from '../exchange.rules.ts';
import { markUsed, quotesFor } from './exchange.queries.ts';
import type { RateRow } from './exchange.table.ts';

/** `on`: the day on which the tax becomes chargeable, `YYYY-MM-DD`. */
export type Wanted = { from: string; to: string; on: string };
/** Null where no rate is known that is young enough. */
export const findConversion = async (db: Db, wanted: Wanted): Promise<Conversion<RateRow> | null> =>
  conversionOn(await quotesFor(db, wanted), wanted);

/** The same, and what it follows from is kept for good. `tx` must be the system's. */
export async function takeConversion(ctx: Ctx, tx: Db, wanted: Wanted): Promise<Conversion<RateRow> | null> {
  // one that is taken away at this moment is looked past the second time
  for (let tries = 0; tries < 3; tries += 1) {
    const found = await findConversion(tx, wanted);
    if (found === null) return null;
    const ids = found.quotes.map((one) => one.id).sort();
    if (await markUsed(tx, ids, new Date(ctx.now()))) return found;
  }
  throw new Error('the exchange rates change all the time');
}
