/** Files of a period: made by a job that any worker can continue, for their requester to download for a week. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { buyerOf, sellerKeeperOf } from '#sales/billing/server/access.service.ts';
import type { periodsCalls, PeriodView } from '../periods.contract.ts';
import { isPeriod, periodLimits } from '../period.rules.ts';
import type { PeriodRow } from './bank.table.ts';
import { periodFile, writePeriod } from './period-file.service.ts';
import {
  endedPeriods,
  forgottenPeriods,
  insertPeriod,
  periodById,
  periodsOf,
  setPeriod,
  type Side,
  takePeriod,
} from './periods.queries.ts';

export const PERIOD_JOB = 'bank.period';
const purpose = 'period export link';
/** The raw address of finished files; `app` serves it. */
export const periodsPath = '/period-exports/';

const askerOf = (ctx: Ctx, side: Side): UserActor => (side === 'seller' ? sellerKeeperOf(ctx) : buyerOf(ctx, 'invoices.view'));

async function viewsOf(ctx: Ctx, rows: readonly PeriodRow[]): Promise<PeriodView[]> {
  const names = await findNames(
    ctx.system.read,
    rows.map((row) => row.askedBy),
  );
  return rows.map((row) => ({
    id: row.id,
    from: row.fromDay,
    to: row.toDay,
    parts: row.parts,
    state: row.state,
    progress: row.progress,
    bytes: row.bytes,
    by: names.get(row.askedBy) ?? '',
    createdAt: row.createdAt.getTime(),
    endsAt: row.endsAt?.getTime() ?? null,
  }));
}

export async function listOf(ctx: Ctx, side: Side): Promise<ResultIn<typeof periodsCalls.list>> {
  const { accountId } = askerOf(ctx, side);
  return { items: await viewsOf(ctx, await periodsOf(ctx.db.read, { accountId, side })) };
}

type PeriodRequest = Pick<PeriodRow, 'side' | 'parts'> & { from: string; to: string };
async function start(ctx: Ctx, { side, parts, from, to }: PeriodRequest): Promise<PeriodView> {
  const { accountId, userId } = askerOf(ctx, side);
  if (!isPeriod({ from, to })) throw new Failure('invalid_input', { fields: { 'body.to': 'not_a_period' } });
  await ctx.limits.use(`period-export:${accountId}`, periodLimits.exports);
  // the system's hands: these rows are written by the job as well, and by nobody else
  const row = await ctx.system.write(async (tx) => {
    const busy = (await periodsOf(tx, { accountId, side })).some((one) => one.state === 'waiting' || one.state === 'running');
    if (busy) throw new Failure('not_possible');
    const made = await insertPeriod(tx, {
      id: newId(ctx.now()),
      accountId,
      askedBy: userId,
      side,
      parts: [...new Set(parts)],
      fromDay: from,
      toDay: to,
      state: 'waiting',
      createdAt: new Date(ctx.now()),
    });
    await record(ctx, tx, { action: 'bank.period-asked', subjectKind: 'export', subjectId: made.id, data: { from, to } });
    await ctx.jobs.enqueue(tx, { job: PERIOD_JOB, payload: { id: made.id }, key: made.id });
    return made;
  });
  const [view] = await viewsOf(ctx, [row]);
  if (view === undefined) throw notFound();
  return view;
}
/** Throws `not_possible` while another one is being made, `too_many_requests`. */
export const startPeriod = (ctx: Ctx, body: Parsed<typeof periodsCalls.start>['body']): Promise<PeriodView> =>
  start(ctx, { side: 'seller', ...body });
/** The account's own invoices, with their papers. Throws as the other one does. */
export const startOwn = (ctx: Ctx, body: Parsed<typeof periodsCalls.startOwn>['body']): Promise<PeriodView> =>
  start(ctx, { side: 'buyer', parts: ['documents', 'payments', 'papers'], ...body });

const silentSince = (ctx: Ctx) => new Date(ctx.now() - periodLimits.silence);
/** Makes the file. A worker that dies leaves one that the next starts again; after some tries it counts as failed. */
export async function makePeriod(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { read } = ctx.system;
  const row = await takePeriod(read, id, { now: new Date(ctx.now()), silentSince: silentSince(ctx) });
  if (row === null) return;
  if (row.tries > periodLimits.tries) return setPeriod(read, id, { state: 'failed' });
  try {
    const { bytes } = await writePeriod(ctx, row, (progress) => setPeriod(read, id, { progress, aliveAt: new Date(ctx.now()) }));
    const [readyAt, endsAt] = [new Date(ctx.now()), new Date(ctx.now() + periodLimits.days * 86_400_000)];
    await ctx.system.write(async (tx) => {
      await setPeriod(tx, id, { state: 'ready', progress: 100, bytes, readyAt, endsAt });
      await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'billing' });
    });
  } catch (error) {
    await setPeriod(read, id, { state: 'waiting' });
    throw error;
  }
}

/** Goes on with what nobody works on, and removes files whose week is over. */
export async function sweepPeriods(ctx: Ctx): Promise<void> {
  for (const { id } of await forgottenPeriods(ctx.system.read, silentSince(ctx)))
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: PERIOD_JOB, payload: { id }, key: id }));
  for (const row of await endedPeriods(ctx.system.read, new Date(ctx.now()))) {
    await filesOf(ctx.config).remove(periodFile(row));
    await setPeriod(ctx.system.read, row.id, { state: 'gone' });
  }
}

const signed = (key: Uint8Array, id: string, until: number) => hmacHex(key, `${id} ${until}`);
/** Throws `not_found` for another account's, another side's, and one that is not there (any more). */
export async function linkOf(ctx: Ctx, { id, side }: { id: string; side: Side }): Promise<{ url: string }> {
  const { accountId } = askerOf(ctx, side);
  const row = await periodById(ctx.db.read, id);
  const open = row !== null && row.state === 'ready' && (row.endsAt?.getTime() ?? 0) > ctx.now();
  if (!open || row.accountId !== accountId || row.side !== side) throw notFound();
  const until = ctx.now() + periodLimits.linkSeconds * 1000;
  await ctx.db.write((tx) => record(ctx, tx, { action: 'bank.period-loaded', subjectKind: 'export', subjectId: id }));
  return { url: `${siteUrl(ctx)}${periodsPath}${id}.zip?token=${until}.${signed(ctx.secrets.derive(purpose), id, until)}` };
}

/** What a signed address opens; null: nothing. */
export async function periodFor(ctx: Ctx, asked: { id: string; token: string }): Promise<{ name: string; file: string } | null> {
  const [until = '', mark = ''] = asked.token.split('.');
  if (!isId(asked.id) || !/^\d{13}$/.test(until) || Number(until) < ctx.now()) return null;
  const known = ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(signed(key, asked.id, Number(until)), mark));
  const row = known ? await periodById(ctx.system.read, asked.id) : null;
  if (row === null || row.state !== 'ready') return null;
  return { name: periodFile(row), file: `${row.side === 'seller' ? 'books' : 'invoices'}-${row.fromDay}-${row.toDay}.zip` };
}
