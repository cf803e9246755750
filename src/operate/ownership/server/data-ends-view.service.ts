/** What is seen of accounts whose data end, by their own people and by the operator, and the operator's word that holds them. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { getKept, keeperOf, lockKept } from '#core/accounts/server/directory.service.ts';
import { eraseTime } from '#core/accounts/server/closing.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { findUnpaidEnd } from '#sales/billing/server/unpaid-ends.service.ts';
import type { DataEndItem, dataEndsCalls, DataEndView } from '../data-ends.contract.ts';
import { type DataEndStage, firstWordOn, isUntold } from '../data-ends.rules.ts';
import { countedFrom, keptBy, stopsNow } from './data-ends-kept.service.ts';
import {
  begunErasure,
  countDataEnds,
  type DataEndRow,
  dataEndsOf,
  deleteHold,
  heldAccounts,
  holdOf,
  nextDataEnds,
  openDataEnd,
  putHold,
} from './data-ends.queries.ts';
import { stepOf, toldOf } from './data-ends.service.ts';

/** The actor, who must look after accounts for the operator; a vendor's customers are held by nobody else either. */
function operatorOf(ctx: Ctx): UserActor {
  const keeper = keeperOf(ctx);
  if (keeper.accountKind !== 'operator') throw notFound();
  return keeper;
}

/** The own account's day, as long as nothing was bought or paid: computed each time, so that a banner goes immediately. */
export async function mine(ctx: Ctx): Promise<ResultIn<typeof dataEndsCalls.mine>> {
  const actor = requireUser(ctx);
  const { read } = ctx.system;
  const row = await openDataEnd(read, actor.accountId);
  const counts = row?.state === 'warned' && (await stopsNow(ctx, read, row)) === null;
  return {
    closeAt: row !== null && counts ? row.closeAt.getTime() : null,
    graceDays: ctx.config.graceDays,
    rights: { export: actor.scope.includes('account.export'), buy: actor.scope.includes('subscriptions.purchase') },
  };
}

function stageOf(ctx: Ctx, row: DataEndRow): DataEndStage {
  if (row.state === 'closing') return 'closing';
  if (isUntold({ now: ctx.now(), told: toldOf(row) })) return 'untold';
  return row.lastToldAt === null ? 'told' : 'told_last';
}
const dayOf = async (db: Db, row: DataEndRow): Promise<number | null> =>
  row.state === 'closing' ? eraseTime(db, row.accountId) : row.closeAt.getTime();

/** Throws `not_found` for a vendor. */
export async function list(
  ctx: Ctx,
  { limit }: Parsed<typeof dataEndsCalls.list>['query'],
): Promise<ResultIn<typeof dataEndsCalls.list>> {
  operatorOf(ctx);
  const { read } = ctx.system;
  const [rows, holds, total, platform] = await Promise.all([
    nextDataEnds(read, limit),
    heldAccounts(read, limit),
    countDataEnds(read),
    platformNow(ctx),
  ]);
  const names = await findAccountNames(
    read,
    [...rows, ...holds].map(({ accountId }) => accountId),
  );
  const accountOf = (id: string) => ({ id, name: names.get(id) ?? '' });
  const open = rows.map(
    async (row): Promise<DataEndItem> => ({
      account: accountOf(row.accountId),
      stage: stageOf(ctx, row),
      on: await dayOf(read, row),
    }),
  );
  const held = holds.map(({ accountId }): DataEndItem => ({ account: accountOf(accountId), stage: 'held', on: null }));
  return { items: [...(await Promise.all(open)), ...held].slice(0, limit), total, days: platform.endedData.days };
}

/** How far it is before the first notice. */
async function counting(ctx: Ctx, db: Db, id: string): Promise<Pick<DataEndView, 'stage' | 'on'>> {
  const { days } = (await platformNow(ctx)).endedData;
  const end = await findUnpaidEnd(db, id);
  if (end === null || (await keptBy(ctx, db, end)) !== null) return { stage: null, on: null };
  if (days === 0) return { stage: 'off', on: null };
  return { stage: 'counting', on: firstWordOn(await countedFrom(ctx, db, end), days) };
}
/** Recordings that went before something stopped an erasure that had begun; null: none. */
async function goneOf(db: Db, id: string): Promise<DataEndView['gone']> {
  const closing = await begunErasure(db, id);
  const recordings = closing?.receipt.recordings ?? 0;
  if (closing === null || closing.beganAt === null || closing.state === 'erased' || recordings === 0) return null;
  return { recordings, at: closing.beganAt.getTime() };
}

async function viewOf(ctx: Ctx, db: Db, id: string): Promise<DataEndView> {
  // one after the other: it may be one connection in a transaction
  const row = await openDataEnd(db, id);
  const hold = await holdOf(db, id);
  const all = await dataEndsOf(db, id);
  const end = await findUnpaidEnd(db, id);
  const names = hold === null ? null : await findNames(db, [hold.heldBy]);
  const told = row === null ? await counting(ctx, db, id) : { stage: stageOf(ctx, row), on: await dayOf(db, row) };
  return {
    endedAt: end?.kept === null ? end.endedAt.getTime() : null,
    ...(hold === null ? told : { stage: 'held', on: null }),
    gone: await goneOf(db, id),
    hold: hold === null ? null : { reason: hold.reason, by: names?.get(hold.heldBy) ?? null, at: hold.heldAt.getTime() },
    past: all.map((one) => ({ begunAt: one.firstToldAt.getTime(), endedAt: one.endedAt?.getTime() ?? null, why: one.why })),
  };
}

/** Throws `not_found` for a vendor, and for what is no account. */
export async function get(ctx: Ctx, id: string): Promise<DataEndView> {
  operatorOf(ctx);
  await getKept(ctx, id);
  return viewOf(ctx, ctx.system.read, id);
}

type ClosingHold = { id: string; reason: string };
/**
 * What was begun stops at once; an account that was closed by itself is opened again, and one that its owner closed waits. `gone` says what an
 * erasure that had begun took already. Throws `wrong_state` for one that is no customer's.
 */
export async function hold(ctx: Ctx, { id, reason }: ClosingHold): Promise<DataEndView> {
  const keeper = operatorOf(ctx);
  return ctx.system.write(async (tx) => {
    const { kind } = await lockKept(ctx, tx, id);
    if (kind === 'operator') throw new Failure('wrong_state');
    await putHold(tx, { accountId: id, reason, heldBy: keeper.userId, heldAt: new Date(ctx.now()) });
    // the reason stays with the operator
    await recordForBoth(ctx, tx, { action: 'ownership.data-held', subjectKind: 'account', subjectId: id, accountId: id });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
    await stepOf(ctx, tx, id);
    return viewOf(ctx, tx, id);
  });
}

/** Throws `not_possible` when it is not held. */
export async function release(ctx: Ctx, id: string): Promise<DataEndView> {
  operatorOf(ctx);
  return ctx.system.write(async (tx) => {
    await lockKept(ctx, tx, id);
    if (!(await deleteHold(tx, id))) throw new Failure('not_possible');
    await recordForBoth(ctx, tx, { action: 'ownership.data-released', subjectKind: 'account', subjectId: id, accountId: id });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
    return viewOf(ctx, tx, id);
  });
}
