/** Which servers the meetings of an account may or should use. The operator decides; the account itself sees nothing of the pool. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { AccountPlacement } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { type AccountWish, noAccountWish } from '../server-tag.rules.ts';
import { type PlacementRow, placementRows, putPlacement } from './account-placement.queries.ts';
import { mustManage } from './pool-view.service.ts';
import { poolWords } from './servers.queries.ts';

function wishOf(row: PlacementRow): AccountWish {
  const { pools, poolsRequired, region, regionRequired } = row;
  return {
    pools: { required: poolsRequired ? pools : [], preferred: poolsRequired ? [] : pools },
    region: region === null ? null : { name: region, need: regionRequired ? 'required' : 'preferred' },
  };
}

/** What was decided for these accounts; an account without a word is left out. */
export async function accountWishes(db: Db, accountIds: readonly string[]): Promise<Map<string, AccountWish>> {
  return new Map((await placementRows(db, accountIds)).map((row) => [row.accountId, wishOf(row)]));
}

/** The same for one account; no account wishes nothing. */
export async function accountWish(db: Db, accountId: string | undefined): Promise<AccountWish> {
  if (accountId === undefined) return noAccountWish;
  return (await accountWishes(db, [accountId])).get(accountId) ?? noAccountWish;
}

async function mustExist(ctx: Ctx, accountId: string): Promise<void> {
  if ((await findAccount(ctx.system.read, accountId)) === null) throw notFound();
}

export async function placementOf(ctx: Ctx, accountId: string): Promise<AccountPlacement> {
  mustManage(ctx);
  await mustExist(ctx, accountId);
  const [[row], known] = await Promise.all([placementRows(ctx.system.read, [accountId]), poolWords(ctx.system.read)]);
  return {
    pools: row?.pools ?? [],
    poolsRequired: row?.poolsRequired ?? false,
    region: row?.region ?? null,
    regionRequired: row?.regionRequired ?? false,
    version: row?.revision ?? 0,
    known,
  };
}

type PlacementChange = Parsed<typeof serversCalls.setPlacement>['body'];

/** Counts for the next meeting that begins. Throws `changed_meanwhile` when somebody else decided first. */
export async function setPlacement(ctx: Ctx, accountId: string, change: PlacementChange): Promise<AccountPlacement> {
  mustManage(ctx);
  await mustExist(ctx, accountId);
  const { version, ...decided } = change;
  await ctx.system.write(async (tx) => {
    const row = { ...decided, accountId, revision: version + 1, changedAt: new Date(ctx.now()) };
    if (!(await putPlacement(tx, row, version))) throw new Failure('changed_meanwhile');
    const { pools, region, poolsRequired, regionRequired } = decided;
    await record(ctx, tx, {
      action: 'servers.placement-set',
      subjectKind: 'account',
      subjectId: accountId,
      data: { pools: pools.join(', '), poolsRequired, region, regionRequired },
    });
  });
  return placementOf(ctx, accountId);
}
