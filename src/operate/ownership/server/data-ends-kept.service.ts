/** What keeps the data of an account whose plan ended unpaid. Every doubt ends in keeping (decision 22). With the system's eyes. */
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { beyondStandard } from '#core/accounts/accounts.rules.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { hasWaitingLine } from '#sales/bank/server/proposals.service.ts';
import { findUnpaidEnd, type UnpaidEnd } from '#sales/billing/server/unpaid-ends.service.ts';
import { type DataEndWhy, firstWordOn } from '../data-ends.rules.ts';
import { type DataEndRow, dataEndsOf, holdOf, rowOfClosing, usedAt } from './data-ends.queries.ts';

/** Whether somebody gave the account limits of its own, which count without a plan: other ones than every new account has. */
async function hasLimits(ctx: Ctx, db: Db, accountId: string): Promise<boolean> {
  const stored = (await findStanding(db, accountId))?.stored ?? {};
  if (Object.keys(stored).length === 0) return false;
  return !isDeepStrictEqual(stored, beyondStandard((await platformNow(ctx)).signUp.entitlements));
}

/** What keeps the account from being erased as it stands now; null: nothing. `subscriptionId`: of the plan whose end it is about; null: the last one. */
export async function keptBy(
  ctx: Ctx,
  db: Db,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string | null },
): Promise<DataEndWhy | null> {
  if ((await holdOf(db, accountId)) !== null) return 'hold';
  const end = await findUnpaidEnd(db, accountId);
  if (end === null || (subscriptionId !== null && end.subscriptionId !== subscriptionId)) return 'plan';
  if (end.kept !== null) return end.kept;
  if (await hasLimits(ctx, db, accountId)) return 'limits';
  return (await hasWaitingLine(db, accountId)) ? 'money' : null;
}

/** The days are counted from the end of the plan, from when something last stopped them, or from the last meeting. Epoch milliseconds. */
export async function countedFrom(ctx: Ctx, db: Db, end: Pick<UnpaidEnd, 'accountId' | 'endedAt'>): Promise<number> {
  const { accountId, endedAt } = end;
  // a longer setting moves the day and restarts no count
  const stops = (await dataEndsOf(db, accountId)).map((row) => (row.why === 'later' ? 0 : (row.endedAt?.getTime() ?? 0)));
  const used = await usedAt(db, { accountId, now: ctx.now() });
  return Math.max(endedAt.getTime(), used ?? 0, ...stops);
}

/** What stops one that was begun, by the settings and all that speaks for the account now; null: nothing. */
export async function stopsNow(ctx: Ctx, db: Db, row: DataEndRow): Promise<DataEndWhy | null> {
  const { accountId, subscriptionId } = row;
  const { days } = (await platformNow(ctx)).endedData;
  const now = ctx.now();
  if ((await holdOf(db, accountId)) !== null) return 'hold';
  if (days === 0) return 'off';
  if (now < firstWordOn(row.countedFrom.getTime(), days)) return 'later';
  if (((await usedAt(db, { accountId, now })) ?? 0) > row.firstToldAt.getTime()) return 'used';
  if (row.state === 'closing' && row.lastHeardAt === null) return 'unheard';
  return keptBy(ctx, db, { accountId, subscriptionId });
}

/** Whether the erasure of a closed account may begin or go on: not of one that is held, and of one that was closed by itself only while nothing speaks against it. */
export async function mayErase(ctx: Ctx, db: Db, of: { accountId: string; closingId: string }): Promise<boolean> {
  if ((await holdOf(db, of.accountId)) !== null) return false;
  const row = await rowOfClosing(db, of.closingId);
  return row === null || (await stopsNow(ctx, db, row)) === null;
}
