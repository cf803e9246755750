/**
 * A new version for those who hold an older one (business rules §4a, scenario 21): planned here, announced by mail, and applied by the engine
 * with the first renewal that is long enough after that mail.
 */
import { formatDate } from '#kit/dates.ts';
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { get as planOf, plansKeeperOf } from '#sales/plans/server/plans.service.ts';
import { findPlanNames, findSold } from '#sales/plans/server/sold.service.ts';
import { MOVE_NOTICE_DAYS, type planMovesCalls, type VersionHeld } from '../migrate-version.contract.ts';
import { periodAt } from '../period.rules.ts';
import { note } from './access.service.ts';
import type { Pending, SubscriptionRow } from './billing.table.ts';
import { findNextClaim } from './invoices.queries.ts';
import { mailOn } from './mail.service.ts';
import { countHolders, holdersOf, insertMove, moveById, moveFrom, movesOf, toldOf } from './migrate-version.queries.ts';
import type { PlanMoveRow } from './migrate-version.table.ts';
import { nextCharge } from './next-charge.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { changeSubscription, lockSubscription } from './subscriptions.queries.ts';

export const MOVE_JOB = 'billing.tell-move';
const BATCH = 50;
const noticeMs = MOVE_NOTICE_DAYS * 86_400_000;

async function heldNow(db: Db, planId: string): Promise<VersionHeld[]> {
  const [counts, moves] = [await countHolders(db, planId), await movesOf(db, planId)];
  return counts
    .sort((a, b) => b.version - a.version)
    .map(({ version, count }) => {
      const move = moves.find((one) => one.fromVersion === version);
      return { version, count, move: move === undefined ? null : { to: move.toVersion, at: move.startsAt.getTime() } };
    });
}
/** Throws `not_found` for a plan of somebody else. */
export async function holders(ctx: Ctx, id: string): Promise<ResultIn<typeof planMovesCalls.holders>> {
  plansKeeperOf(ctx);
  await planOf(ctx, id);
  return { versions: await heldNow(ctx.system.read, id) };
}

/** Throws `moved_already` for a version that goes somewhere already. */
export async function moveVersion(
  ctx: Ctx,
  input: { id: string } & Parsed<typeof planMovesCalls.move>['body'],
): Promise<ResultIn<typeof planMovesCalls.move>> {
  const { accountId, userId } = plansKeeperOf(ctx);
  const plan = await planOf(ctx, input.id);
  const { from, at } = input;
  if (from >= plan.version || plan.versions.every((one) => one.version !== from))
    throw new Failure('invalid_input', { fields: { 'body.from': 'unknown_version' } });
  if (at < ctx.now() + noticeMs) throw new Failure('invalid_input', { fields: { 'body.at': 'too_soon' } });
  return ctx.system.write(async (tx) => {
    const id = newId(ctx.now());
    const made = await insertMove(tx, {
      id,
      sellerId: accountId,
      planId: plan.id,
      fromVersion: from,
      toVersion: plan.version,
      startsAt: new Date(at),
      madeBy: userId,
      createdAt: new Date(ctx.now()),
    });
    if (!made) throw new Failure('moved_already');
    await ctx.jobs.enqueue(tx, { job: MOVE_JOB, payload: { id }, key: id });
    const data = { from, to: plan.version, at };
    await record(ctx, tx, { action: 'plans.move-planned', subjectKind: 'plan', subjectId: plan.id, data });
    return { versions: await heldNow(tx, plan.id) };
  });
}

/** What it holds after the move; null where the new version is not sold in its currency and rhythm: then it keeps what it has. */
async function targetOf(db: Db, row: SubscriptionRow, move: PlanMoveRow): Promise<Pending | null> {
  const { period, seats, addons } = row.pending ?? row;
  if (period === 'once') return null;
  const { planId, currency } = row;
  const sold = await findSold(db, { planId, version: move.toVersion, currency, period });
  return sold === null ? null : { planId, version: move.toVersion, period, seats, ...(addons === undefined ? {} : { addons }) };
}
/** The first renewal that has the new terms, for a mail sent at `mailedAt`; epoch milliseconds. */
function startOf(row: SubscriptionRow, of: { move: PlanMoveRow; mailedAt: number }): number | null {
  if (row.periodEnd === null || row.period === 'once') return null;
  const every = row.period;
  const least = Math.max(of.move.startsAt.getTime(), of.mailedAt + noticeMs);
  for (let index = row.periodNumber + 1; ; index++) {
    const { start } = periodAt({ anchor: row.anchorAt.getTime(), every, zone: row.anchorZone }, index);
    if (start >= least) return start;
  }
}

/** Mails the holder of a locked subscription once. Returns the time of the mail; null for one that keeps what it has. */
async function tellOne(ctx: Ctx, tx: Db, { row, move }: { row: SubscriptionRow; move: PlanMoveRow }): Promise<number | null> {
  const known = (await toldOf(tx, row.id)).find((one) => one.data['move'] === move.id);
  if (known !== undefined) return known.at.getTime();
  const pending = await targetOf(tx, row, move);
  const start = startOf(row, { move, mailedAt: ctx.now() });
  if (pending === null || start === null) return null;
  const { accountId, sellerId } = row;
  const data = { move: move.id, version: move.toVersion, from: start };
  await note(ctx, tx, { accountId, sellerId, subscriptionId: row.id, kind: 'subscription.version_told', data });
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, sellerId);
  const buyer = await profileOf(tx, accountId);
  const account = await findStanding(tx, accountId);
  if (seller === null || buyer === null || account === null) return ctx.now();
  const { locale } = account;
  const names = await findPlanNames(tx, [row.planId], locale);
  const charge = await nextCharge(ctx, { ...row, pending }, { seller, buyer, locale });
  const date = formatDate(start, 'longDay', { locale, zone: seller.zone });
  const total = formatMoney(money(BigInt(charge?.total ?? 0), row.currency), locale);
  const words = { plan: names.get(row.planId) ?? '', date, total };
  await mailOn(ctx, tx, { to: buyer, locale, about: 'moved', once: `${move.id}:${row.id}`, data: words });
  return ctx.now();
}

/**
 * The locked subscription with the version that its next renewal brings. A claim for that renewal stays as it is, and subscriptions that
 * end or change their plan keep their version.
 */
export async function withMove(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<SubscriptionRow> {
  const elsewhere = row.pending !== null && (row.pending.planId !== row.planId || row.pending.version !== row.version);
  if (row.periodEnd === null || row.endedAt !== null || row.cancelAtEnd || elsewhere) return row;
  const move = await moveFrom(tx, row);
  if (move === null) return row;
  const told = await tellOne(ctx, tx, { row, move });
  const end = row.periodEnd.getTime();
  if (told === null || end < Math.max(move.startsAt.getTime(), told + noticeMs)) return row;
  if ((await findNextClaim(tx, { subscriptionId: row.id, from: row.periodEnd })) !== null) return row;
  const pending = await targetOf(tx, row, move);
  return pending === null ? row : changeSubscription(tx, row.id, { pending });
}

/** Mails all holders whom a move concerns. A failure for one does not stop the rest; a second run mails only those who have no mail yet. */
export async function tellMove(ctx: Ctx, id: string): Promise<void> {
  const move = await moveById(ctx.system.read, id);
  if (move === null) return;
  const { planId, fromVersion: version } = move;
  const failed: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await holdersOf(ctx.system.read, { planId, version, after, limit: BATCH });
    for (const one of ids)
      await ctx.system
        .write(async (tx) => {
          const row = await lockSubscription(tx, one);
          if (row !== null && row.version === version) await withMove(ctx, tx, row);
        })
        .catch((error: unknown) => failed.push(error));
    after = ids.at(-1) ?? null;
    if (ids.length < BATCH) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, 'not everybody could be told of a move');
}
