/** Takes the bank's rates where the operator wants them: ask, then keep what is new, in one transaction with how it went. */
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { reachOf } from '#kit/server/http/outbound.ts';
import { daysBefore, PIVOT } from '../exchange.rules.ts';
import { askEcb } from './ecb.service.ts';
import { insertRates, newestOf, putTried, settingsOf } from './exchange.queries.ts';

export const TAKE_JOB = 'exchange.take';
/** What exchange tells: there are rates that were not there. */
export const exchangeEvents = { arrived: 'exchange.rates-arrived' } as const;
/** The daily file is enough while no working day is missing; a weekend with a holiday at each end is five days. */
const GAP_DAYS = 5;

/**
 * Does nothing while it is turned off. The first time, and after a gap, the last ninety days are asked for. Throws where nothing came, so that the job
 * tries again; what was taken before stays.
 */
export async function takeRates(ctx: Ctx): Promise<number> {
  const { read } = ctx.system;
  if ((await settingsOf(read))?.ecb !== 'on') return 0;
  const today = new Date(ctx.now()).toISOString().slice(0, 10);
  const newest = await newestOf(read, 'ecb');
  const file = newest === null || newest < daysBefore(today, GAP_DAYS) ? 'hist-90d' : 'daily';
  const heard = await askEcb({ baseUrl: ctx.config.exchangeRatesAddress, reach: reachOf(ctx.config) }, { file, today });
  const at = new Date(ctx.now());
  if (heard.kind === 'nothing') {
    await ctx.system.write((tx) => putTried(tx, { failedAt: at, failure: heard.why }));
    throw new Error(`the exchange rates could not be taken: ${heard.why}`);
  }
  return ctx.system.write(async (tx) => {
    const kept = await insertRates(
      tx,
      heard.rates.map(({ day, currency, rate }) => ({
        ...{ id: newId(ctx.now()), base: PIVOT, currency, day, rate, source: 'ecb' as const, origin: '' },
        ...{ addedBy: null, addedAt: at },
      })),
    );
    await putTried(tx, { takenAt: at, failedAt: null, failure: null });
    if (kept.length > 0) await ctx.events.publish(ctx, tx, { name: exchangeEvents.arrived, accountId: null, data: {} });
    return kept.length;
  });
}
