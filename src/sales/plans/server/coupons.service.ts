/** Coupons: made and stopped here; what one takes off is counted where it is used. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { CouponItem, plansCalls } from '../plans.contract.ts';
import { couponState } from '../plans.rules.ts';
import { countCoupons, countOwn, couponsPage, insertCoupon, stopCouponAt } from './plans.queries.ts';
import { plansKeeperOf } from './plans.service.ts';
import type { CouponRow } from './plans.table.ts';

function couponOf(row: CouponRow, now: number): CouponItem {
  const [expiresAt, stoppedAt] = [row.expiresAt?.getTime() ?? null, row.stoppedAt?.getTime() ?? null];
  return {
    id: row.id,
    code: row.code,
    thousandths: row.thousandths,
    off: row.amount === null || row.currency === null ? null : { amount: Number(row.amount), currency: row.currency },
    periods: row.periods,
    most: row.most,
    used: row.used,
    covers: row.covers,
    planIds: row.planIds,
    expiresAt,
    stoppedAt,
    state: couponState({ expiresAt, stoppedAt, most: row.most, used: row.used }, now),
    createdAt: row.createdAt.getTime(),
  };
}

type Page = Parsed<typeof plansCalls.coupons>['query'];
export async function coupons(ctx: Ctx, query: Page): Promise<ResultIn<typeof plansCalls.coupons>> {
  return couponsOf(ctx, plansKeeperOf(ctx).accountId, query);
}
/** Those of a seller; the caller checks the permission. */
export async function couponsOf(ctx: Ctx, sellerId: string, query: Page): Promise<ResultIn<typeof plansCalls.coupons>> {
  const search = query.search?.trim() ?? '';
  const filter = { sellerId, search: search === '' ? null : search };
  const rows = await couponsPage(ctx.system.read, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: shown.map((row) => couponOf(row, ctx.now())),
    next,
    total: await countCoupons(ctx.system.read, filter),
  };
}

type NewCoupon = Parsed<typeof plansCalls.addCoupon>['body'];
function requireSense(body: NewCoupon, now: number): void {
  const fields: Record<string, string> = {};
  if ((body.thousandths === null) === (body.off === null)) fields['body.thousandths'] = 'part_or_amount';
  if (body.expiresAt !== null && body.expiresAt <= now) fields['body.expiresAt'] = 'in_the_past';
  if (Object.keys(fields).length > 0) throw new Failure('invalid_input', { fields });
}

export async function addCoupon(ctx: Ctx, body: NewCoupon): Promise<CouponItem> {
  const { accountId: sellerId } = plansKeeperOf(ctx);
  return ctx.system.write((tx) => makeCoupon(ctx, tx, { sellerId, body }));
}
/** A coupon of a seller; the caller checks the permission. Throws `code_taken`, and `invalid_input` for what makes no sense. */
export async function makeCoupon(
  ctx: Ctx,
  tx: Db,
  { sellerId, body }: { sellerId: string; body: NewCoupon },
): Promise<CouponItem> {
  requireSense(body, ctx.now());
  const planIds = body.planIds === null ? null : [...new Set(body.planIds)];
  if (planIds !== null && (await countOwn(tx, sellerId, planIds)) < planIds.length)
    throw new Failure('invalid_input', { fields: { 'body.planIds': 'unknown_plan' } });
  const row: CouponRow = {
    id: newId(),
    sellerId,
    code: body.code,
    thousandths: body.thousandths,
    amount: body.off === null ? null : BigInt(body.off.amount),
    currency: body.off?.currency ?? null,
    periods: body.periods,
    most: body.most,
    used: 0,
    covers: body.covers ?? 'plan',
    planIds,
    expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    stoppedAt: null,
    revision: 1,
    createdAt: new Date(ctx.now()),
  };
  if (!(await insertCoupon(tx, row))) throw new Failure('code_taken', { fields: { 'body.code': 'code_taken' } });
  await record(ctx, tx, { action: 'plans.coupon-made', subjectKind: 'coupon', subjectId: row.id });
  return couponOf(row, ctx.now());
}

/** Stopping twice is stopping once. */
export async function stopCoupon(ctx: Ctx, id: string): Promise<CouponItem> {
  return endCoupon(ctx, { sellerId: plansKeeperOf(ctx).accountId, id });
}
/** Of a seller; the caller checks the permission. */
export async function endCoupon(ctx: Ctx, { sellerId, id }: { sellerId: string; id: string }): Promise<CouponItem> {
  return ctx.system.write(async (tx) => {
    const row = await stopCouponAt(tx, { sellerId, id }, new Date(ctx.now()));
    if (row === null) throw notFound();
    await record(ctx, tx, { action: 'plans.coupon-stopped', subjectKind: 'coupon', subjectId: id });
    return couponOf(row, ctx.now());
  });
}
