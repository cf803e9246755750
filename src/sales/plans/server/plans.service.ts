/** The operator's catalogue. Plans are no account's data, hence the system's eyes throughout; each verb holds itself to the seller's own. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { cursorId, cursorOf, pageOf, requirePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { plansCalls, PlanView } from '../plans.contract.ts';
import { type PlanTerms, termsChanges, termsTroubles } from '../plans.rules.ts';
import { itemOf, termsOf, viewOf } from './plan-view.service.ts';
import {
  allPricesOf,
  changePlan,
  countPlans,
  currentPricesOf,
  insertPlan,
  insertVersion,
  lockOrder,
  lockPlan,
  nextPosition,
  planById,
  plansPage,
  setOrder,
  versionsOf,
} from './plans.queries.ts';
import type { PlanRow } from './plans.table.ts';

/** Somebody of the operator who looks after the catalogue. For every other kind of account it does not exist. */
export function plansKeeperOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (ctx.actor.accountKind !== 'operator') throw notFound();
  if (!ctx.actor.scope.includes('plans.manage')) throw notAllowed('plans.manage');
  return ctx.actor;
}

const planCursor = cursorOf(z.object({ position: z.int().check(z.gte(0), z.lte(999_999_999)), id: cursorId }));

export async function list(ctx: Ctx, query: Parsed<typeof plansCalls.list>['query']): Promise<ResultIn<typeof plansCalls.list>> {
  const { accountId } = plansKeeperOf(ctx);
  const { read } = ctx.system;
  const search = query.search?.trim() ?? '';
  const filter = {
    sellerId: accountId,
    search: search === '' ? null : search,
    kind: query.kind ?? null,
    visibility: query.visibility ?? null,
  };
  const rows = await plansPage(read, filter, { after: requirePosition(planCursor, query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, planCursor.write);
  const prices = await currentPricesOf(
    read,
    shown.map((row) => row.id),
  );
  return {
    items: shown.map((row) => itemOf(row, prices)),
    next,
    total: await countPlans(read, filter),
  };
}

async function viewNow(db: Db, of: { sellerId: string; id: string }): Promise<PlanView> {
  const plan = await planById(db, of);
  if (plan === null) throw notFound();
  const [versions, prices] = [await versionsOf(db, plan.id), await allPricesOf(db, plan.id)];
  return viewOf(plan, versions, prices);
}

export async function get(ctx: Ctx, id: string): Promise<PlanView> {
  const { accountId } = plansKeeperOf(ctx);
  return viewNow(ctx.system.read, { sellerId: accountId, id });
}

function requireTerms(kind: PlanRow['kind'], terms: PlanTerms): void {
  const troubles = Object.entries(termsTroubles(kind, terms));
  if (troubles.length > 0)
    throw new Failure('invalid_input', {
      fields: Object.fromEntries(troubles.map(([field, code]) => [`body.terms.${field}`, code])),
    });
}

async function addVersion(ctx: Ctx, tx: Db, of: { planId: string; version: number; terms: PlanTerms }): Promise<void> {
  const { planId, version } = of;
  const { prices, entitlements, ...terms } = of.terms;
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await insertVersion(
    tx,
    { planId, version, ...terms, entitlements: given(entitlements), createdBy, createdAt: new Date(ctx.now()) },
    prices.map((price) => ({
      ...price,
      planId,
      version,
      amount: BigInt(price.amount),
      setupFee: BigInt(price.setupFee),
      seatAmount: price.seatAmount === null ? null : BigInt(price.seatAmount),
      minuteAmount: price.minuteAmount == null ? null : BigInt(price.minuteAmount),
    })),
  );
}

/** Without what was left out. */
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
function given<T extends object>(values: T): Given<T> {
  // cast: leaving entries out is more than the library's types can say
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}

type NewPlan = Parsed<typeof plansCalls.create>['body'];
async function addPlan(ctx: Ctx, tx: Db, { terms, ...plan }: NewPlan & { sellerId: string }): Promise<string> {
  const id = newId();
  const position = await nextPosition(tx, plan.sellerId);
  const made = await insertPlan(tx, { ...plan, id, position, version: 1, revision: 1, createdAt: new Date(ctx.now()) });
  if (!made) throw new Failure('code_taken', { fields: { 'body.code': 'code_taken' } });
  await addVersion(ctx, tx, { planId: id, version: 1, terms });
  return id;
}

export async function create(ctx: Ctx, body: NewPlan): Promise<PlanView> {
  const { accountId } = plansKeeperOf(ctx);
  requireTerms(body.kind, body.terms);
  return ctx.system.write(async (tx) => {
    const id = await addPlan(ctx, tx, { ...body, sellerId: accountId });
    await record(ctx, tx, { action: 'plans.created', subjectKind: 'plan', subjectId: id });
    return viewNow(tx, { sellerId: accountId, id });
  });
}

async function lockedPlan(tx: Db, of: { sellerId: string; id: string; revision: number }): Promise<PlanRow> {
  const plan = await lockPlan(tx, of);
  if (plan === null) throw notFound();
  if (plan.revision !== of.revision) throw new Failure('changed_meanwhile', { data: { version: plan.revision } });
  return plan;
}

export async function edit(ctx: Ctx, input: { id: string; body: Parsed<typeof plansCalls.edit>['body'] }): Promise<PlanView> {
  const { accountId } = plansKeeperOf(ctx);
  const { revision, ...change } = input.body;
  return ctx.system.write(async (tx) => {
    const of = { sellerId: accountId, id: input.id };
    await lockedPlan(tx, { ...of, revision });
    await changePlan(tx, input.id, given(change));
    await record(ctx, tx, {
      action: 'plans.changed',
      subjectKind: 'plan',
      subjectId: input.id,
      data: { fields: Object.keys(change).join(' '), visibility: change.visibility ?? null },
    });
    return viewNow(tx, of);
  });
}

type NextVersion = Parsed<typeof plansCalls.publish>['body'] & { id: string };
/** The next version, with a new name or visibility in the same step. Throws `nothing_changed` when the terms would be the same again. */
export async function publish(ctx: Ctx, { id, terms, revision, ...change }: NextVersion): Promise<PlanView> {
  const { accountId } = plansKeeperOf(ctx);
  return ctx.system.write(async (tx) => {
    const of = { sellerId: accountId, id };
    const plan = await lockedPlan(tx, { ...of, revision });
    requireTerms(plan.kind, terms);
    const [newest] = await versionsOf(tx, plan.id);
    const before = newest === undefined ? null : termsOf(newest, await allPricesOf(tx, plan.id));
    if (before !== null && termsChanges(before, terms).length === 0) throw new Failure('nothing_changed');
    const version = plan.version + 1;
    await addVersion(ctx, tx, { planId: plan.id, version, terms });
    await changePlan(tx, plan.id, { ...given(change), version });
    await record(ctx, tx, { action: 'plans.published', subjectKind: 'plan', subjectId: plan.id, data: { version } });
    return viewNow(tx, of);
  });
}

/** Puts a plan behind another, or first. */
export async function move(ctx: Ctx, input: { id: string; after: string | null }): Promise<{ done: true }> {
  const { accountId } = plansKeeperOf(ctx);
  return ctx.system.write(async (tx) => {
    const order = await lockOrder(tx, accountId);
    const rest = order.filter((id) => id !== input.id);
    const at = input.after === null ? 0 : rest.indexOf(input.after) + 1;
    if (rest.length === order.length || (input.after !== null && at === 0)) throw notFound();
    await setOrder(tx, rest.toSpliced(at, 0, input.id));
    await record(ctx, tx, { action: 'plans.moved', subjectKind: 'plan', subjectId: input.id, data: { place: at + 1 } });
    return { done: true };
  });
}

/** A private plan with the newest terms of another. */
export async function copy(ctx: Ctx, input: { id: string; name: string; code: string }): Promise<PlanView> {
  const { accountId } = plansKeeperOf(ctx);
  return ctx.system.write(async (tx) => {
    const from = await planById(tx, { sellerId: accountId, id: input.id });
    const [newest] = from === null ? [] : await versionsOf(tx, from.id);
    if (from === null || newest === undefined) throw notFound();
    const terms = termsOf(newest, await allPricesOf(tx, from.id));
    const { kind, summary } = from;
    const named = { kind, summary, name: input.name, code: input.code, words: {}, visibility: 'private' as const };
    const id = await addPlan(ctx, tx, { ...named, terms, sellerId: accountId });
    await record(ctx, tx, { action: 'plans.created', subjectKind: 'plan', subjectId: id });
    return viewNow(tx, { sellerId: accountId, id });
  });
}
