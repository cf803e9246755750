/** What an account holds by its plan. The domains that sell plans decide it and store it here. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { Entitlements, ServiceLevel } from '../accounts.rules.ts';
import { accountEvents } from './accounts.events.ts';
import { lockAccount } from './accounts.queries.ts';
import { setStanding } from './standing.queries.ts';

/**
 * `plan` null: it has none. `coming`: what a plan with a later start allows; it gives nothing yet, but its vendor's pool reserves it.
 * `service` `as it is`: leaves the service level unchanged.
 */
export type PlanHeld = {
  accountId: string;
  plan: Partial<Entitlements> | null;
  coming?: Partial<Entitlements> | null;
  service: ServiceLevel | 'as it is';
};

/** Publishes that limits of the account changed, so that caches and open pages read them again after the commit. */
export async function tellLimits(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  await ctx.events.publish(ctx, tx, { name: accountEvents.limitsChanged, accountId, data: {} });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'account-changed' });
}

/** The database keeps keys in an order of its own. */
const inOrder = (limits: Partial<Entitlements>): string =>
  JSON.stringify(
    Object.entries(limits)
      .filter(([, limit]) => limit !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const isSame = (one: Partial<Entitlements> | null, other: Partial<Entitlements> | null): boolean =>
  one === null || other === null ? one === other : inOrder(one) === inOrder(other);

/** Makes the plan count, or the account restricted. `tx` must be the system's. Throws `not_found`. */
export async function holdPlan(ctx: Ctx, tx: Db, { accountId, plan, coming = null, service: wanted }: PlanHeld): Promise<void> {
  const row = await lockAccount(tx, accountId);
  if (row === null) throw notFound();
  const service = wanted === 'as it is' ? row.service : wanted;
  if (!isSame(row.comingEntitlements, coming)) await setStanding(tx, accountId, { comingEntitlements: coming });
  if (isSame(row.planEntitlements, plan) && row.service === service) return;
  await setStanding(tx, accountId, { planEntitlements: plan, service });
  await record(ctx, tx, {
    action: 'accounts.plan-changed',
    subjectKind: 'account',
    subjectId: accountId,
    accountId,
    data: { service, ...plan },
  });
  await tellLimits(ctx, tx, accountId);
}

/** What is added to the limits of an account for a while, whether it has a plan or not. `tx` must be the system's. Throws `not_found`. */
export async function raiseLimits(
  ctx: Ctx,
  tx: Db,
  { accountId, raised }: { accountId: string; raised: Partial<Entitlements> },
): Promise<void> {
  const row = await lockAccount(tx, accountId);
  if (row === null) throw notFound();
  if (inOrder(row.raisedEntitlements) === inOrder(raised)) return;
  await setStanding(tx, accountId, { raisedEntitlements: raised });
  await record(ctx, tx, {
    action: 'accounts.limits-raised',
    subjectKind: 'account',
    subjectId: accountId,
    accountId,
    data: { ...raised },
  });
  await tellLimits(ctx, tx, accountId);
}
