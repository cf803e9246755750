/** What the operator sees of rates and enters by hand. */
import * as z from 'zod/mini';
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cursorId, cursorOf, pageOf } from '#kit/server/db/cursor.ts';
import { newId } from '#kit/server/ids.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record, recordAll } from '#core/audit/server/audit.service.ts';
import type { ExchangeState, exchangeCalls, RateView } from '../exchange.contract.ts';
import { readRate, rateText } from '../exchange.rules.ts';
import { isDay, newestDay, troubleOf } from '../rate-list.rules.ts';
import { rateKeeperOf } from './access.service.ts';
import {
  deleteRate,
  insertRates,
  newestOf,
  type RatePosition,
  putSettings,
  rateById,
  ratesPage,
  settingsOf,
  withdrawRate,
} from './exchange.queries.ts';
import type { RateRow } from './exchange.table.ts';
import { exchangeEvents, TAKE_JOB } from './take.service.ts';

async function stateOf(ctx: Ctx): Promise<ExchangeState> {
  const row = await settingsOf(ctx.system.read);
  return {
    ecb: row?.ecb ?? 'off',
    takenAt: row?.takenAt?.getTime() ?? null,
    newest: await newestOf(ctx.system.read, 'ecb'),
    failed: row?.failedAt == null || row.failure === null ? null : { at: row.failedAt.getTime(), why: row.failure },
    revision: row?.revision ?? 0,
  };
}
export async function state(ctx: Ctx): Promise<ExchangeState> {
  rateKeeperOf(ctx);
  return stateOf(ctx);
}

/** Throws `changed_meanwhile`. */
export async function saveState(
  ctx: Ctx,
  { ecb, revision }: Parsed<typeof exchangeCalls.saveState>['body'],
): Promise<ExchangeState> {
  const { accountId } = rateKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    if (!(await putSettings(tx, { ecb, revision, changedAt: new Date(ctx.now()) }))) throw new Failure('changed_meanwhile');
    if (ecb === 'on') await ctx.jobs.enqueue(tx, { job: TAKE_JOB, payload: {}, key: 'now' });
    await record(ctx, tx, { action: 'exchange.settings-changed', subjectKind: 'account', subjectId: accountId, data: { ecb } });
  });
  return stateOf(ctx);
}

/** Throws `wrong_state` while it is turned off. */
export async function take(ctx: Ctx): Promise<ExchangeState> {
  rateKeeperOf(ctx);
  await ctx.limits.use('exchange-take', { max: 10, windowSeconds: 600 });
  await ctx.system.write(async (tx) => {
    if ((await settingsOf(tx))?.ecb !== 'on') throw new Failure('wrong_state');
    await ctx.jobs.enqueue(tx, { job: TAKE_JOB, payload: {}, key: 'now' });
  });
  return stateOf(ctx);
}

const rateCursor = cursorOf<RatePosition>(z.object({ day: z.string().check(z.refine(isDay)), id: cursorId }));
const viewOf = (row: RateRow, names: ReadonlyMap<string, string>): RateView => ({
  ...{ id: row.id, day: row.day, base: row.base, currency: row.currency, rate: rateText(row.rate) },
  ...{ source: row.source, origin: row.origin },
  by: row.addedBy === null ? null : (names.get(row.addedBy) ?? null),
  used: row.usedAt !== null,
  withdrawn: row.withdrawnAt !== null,
  removable: row.source === 'own' && row.withdrawnAt === null,
});
export async function rates(
  ctx: Ctx,
  { cursor, limit, source, currency }: Parsed<typeof exchangeCalls.rates>['query'],
): Promise<ResultIn<typeof exchangeCalls.rates>> {
  rateKeeperOf(ctx);
  const { read } = ctx.system;
  const rows = await ratesPage(read, { after: rateCursor.read(cursor), limit: limit + 1, source, currency });
  const { shown, next } = pageOf(rows, limit, rateCursor.write);
  const names = await findNames(
    read,
    shown.flatMap((row) => row.addedBy ?? []),
  );
  return {
    items: shown.map((row) => viewOf(row, names)),
    next,
  };
}

/** What somebody else published. Throws `rate_wrong` with the line and what is the matter with it. */
export async function add(
  ctx: Ctx,
  { origin, rates: given }: Parsed<typeof exchangeCalls.add>['body'],
): Promise<ResultIn<typeof exchangeCalls.add>> {
  const actor = rateKeeperOf(ctx);
  const newest = newestDay(ctx.now());
  for (const [at, one] of given.entries()) {
    const trouble = troubleOf(one, newest);
    if (trouble !== null) throw new Failure('rate_wrong', { data: { line: at + 1, trouble } });
  }
  const at = new Date(ctx.now());
  const rows = given.map(({ day, base, currency, rate }) => ({
    ...{ id: newId(ctx.now()), base, currency, day, rate: readRate(rate) ?? 0n, source: 'own' as const, origin },
    ...{ addedBy: actor.userId, addedAt: at },
  }));
  return ctx.system.write(async (tx) => {
    const kept = await insertRates(tx, rows);
    await recordAll(
      ctx,
      tx,
      kept.map((row) => ({
        action: 'exchange.rate-added',
        subjectKind: 'rate',
        subjectId: row.id,
        data: { day: row.day, base: row.base, currency: row.currency, rate: rateText(row.rate) },
      })),
    );
    if (kept.length > 0) await ctx.events.publish(ctx, tx, { name: exchangeEvents.arrived, accountId: null, data: {} });
    return { added: kept.length, known: rows.length - kept.length };
  });
}

/** What an invoice rests on is kept and taken out of use. Throws `rate_kept` for the bank's, and for what is out of use already. */
export async function remove(ctx: Ctx, id: string): Promise<{ done: true }> {
  rateKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await rateById(tx, id);
    if (row === null) throw notFound();
    const deleted = await deleteRate(tx, id);
    if (!deleted && !(await withdrawRate(tx, id, new Date(ctx.now())))) throw new Failure('rate_kept');
    const { day, base, currency } = row;
    await record(ctx, tx, {
      action: deleted ? 'exchange.rate-removed' : 'exchange.rate-withdrawn',
      subjectKind: 'rate',
      subjectId: id,
      data: { day, base, currency, rate: rateText(row.rate) },
    });
  });
  return { done: true };
}
