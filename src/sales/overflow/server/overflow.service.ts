/** What an account reads of what does not fit its plan, and choosing what stays. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { liftedBy } from '#sales/plans/server/lifting.service.ts';
import type { Choice, overflowCalls, OverflowView } from '../overflow.contract.ts';
import { CHOICE_MAX, nextOf, type Overflow, type OverflowKey, restsAt, stepsFor, tooMany } from '../overflow.rules.ts';
import { lockOverflows, overflowsOf, setStays } from './overflow.queries.ts';
import { settleThings, type Thing, thingsOf } from './things.service.ts';

function actorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}
/** People who may change the plan choose. The operator's own account has no plan. */
function chooserOf(ctx: Ctx): UserActor {
  const actor = actorOf(ctx);
  if (actor.accountKind === 'operator') throw notFound();
  if (!actor.scope.includes('subscriptions.purchase')) throw notAllowed('subscriptions.purchase');
  return actor;
}

type KnownOverflow = { known: Overflow; max: number; things: readonly Thing[] };
function viewOf({ known, max, things }: KnownOverflow): OverflowView {
  return {
    key: known.key,
    used: things.length,
    max,
    overSince: known.overSince,
    restsAt: restsAt(known),
    extra: tooMany(things, max).filter((one) => !one.rests).length,
    resting: things.filter((one) => one.rests).length,
  };
}

/** Null: it fits by now, and the next look will find so. */
async function seen(
  ctx: Ctx,
  db: Db,
  { accountId, known }: { accountId: string; known: Overflow },
): Promise<KnownOverflow | null> {
  const max = (await entitlementsFor(db, accountId))[known.key];
  return max === null ? null : { known, max, things: await thingsOf(ctx, db, { accountId, key: known.key }) };
}

/** What that account has too many of. The row-level security of `db` decides what is visible. */
export async function overflowOf(ctx: Ctx, db: Db, accountId: string): Promise<OverflowView[]> {
  const views: OverflowView[] = [];
  for (const known of await overflowsOf(db, accountId)) {
    const found = await seen(ctx, db, { accountId, known });
    const view = found === null ? null : viewOf(found);
    if (view !== null && view.extra + view.resting > 0) views.push(view);
  }
  return views;
}

export async function mine(ctx: Ctx): Promise<ResultIn<typeof overflowCalls.mine>> {
  const { accountId, scope } = actorOf(ctx);
  return { items: await overflowOf(ctx, ctx.db.read, accountId), rights: { choose: scope.includes('subscriptions.purchase') } };
}

async function choiceOf(ctx: Ctx, accountId: string, found: KnownOverflow): Promise<Choice> {
  const extra = new Set(tooMany(found.things, found.max).map((one) => one.id));
  const used = found.things.length;
  const lift = await liftedBy(ctx, { accountId, limit: found.known.key, need: used, locale: ctx.locale });
  return {
    ...viewOf(found),
    things: found.things.slice(0, CHOICE_MAX).map(({ chosen: _, ...thing }) => ({ ...thing, stays: !extra.has(thing.id) })),
    lift: lift?.name ?? null,
  };
}

/** What stays and what does not. Throws `not_found` as long as all of it fits. */
export async function things(ctx: Ctx, key: OverflowKey): Promise<Choice> {
  const { accountId } = chooserOf(ctx);
  const known = (await overflowsOf(ctx.db.read, accountId)).find((one) => one.key === key);
  const found = known === undefined ? null : await seen(ctx, ctx.db.read, { accountId, known });
  if (found === null) throw notFound();
  return choiceOf(ctx, accountId, found);
}

function requireKnown(found: KnownOverflow, stay: readonly string[]): void {
  const ids = new Set(found.things.map((one) => one.id));
  if (stay.some((id) => !ids.has(id))) throw notFound();
  const fixed = found.things.filter((one) => one.fixed && !stay.includes(one.id)).length;
  if (stay.length + fixed > found.max) throw new Failure('too_many_chosen', { data: { max: found.max } });
}

/**
 * Remembers which stay. Where the time to choose is over, the others rest and these wake at once, within the number; one in which a meeting runs
 * rests when it is over. Throws `not_found` for what the account does not have, and as long as all of it fits.
 */
export async function choose(ctx: Ctx, input: { key: OverflowKey; stay: readonly string[] }): Promise<Choice> {
  const { accountId } = chooserOf(ctx);
  const { key } = input;
  const stay = [...new Set(input.stay)];
  // the system's hands: places of people are written by no account itself
  const found = await ctx.system.write(async (tx) => {
    const known = (await lockOverflows(tx, accountId)).find((one) => one.key === key);
    const before = known === undefined ? null : await seen(ctx, tx, { accountId, known });
    if (known === undefined || before === null) throw notFound();
    requireKnown(before, stay);
    await setStays(tx, { accountId, key }, stay);
    await record(ctx, tx, {
      action: 'accounts.overflow-chosen',
      subjectKind: 'account',
      subjectId: accountId,
      accountId,
      data: { key, stay: stay.length },
    });
    const chosen = before.things.map((one) => ({ ...one, chosen: stay.includes(one.id) }));
    const due = nextOf(known, { max: before.max, now: ctx.now() }) === 'rest' && known.restedAt !== null ? 'due' : 'not yet';
    await settleThings(ctx, tx, { accountId, key, ...stepsFor(chosen, { max: before.max, due }) });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'account-changed' });
    return { ...before, things: await thingsOf(ctx, tx, { accountId, key }) };
  });
  return choiceOf(ctx, accountId, found);
}
