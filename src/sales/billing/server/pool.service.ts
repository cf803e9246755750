/** What is asked of a reseller's pool before something is sold out of it: whether all that an account comes to hold together fits. */
import { Failure } from '#kit/errors.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type Entitlements, raisedBy } from '#core/accounts/accounts.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { heldBy } from '#core/accounts/server/use.service.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import { lackInPool } from '#sales/vendors/server/access.service.ts';
import { addonsSold, allowedWith } from './addons.service.ts';
import type { SubscriptionRow } from './billing.table.ts';

type Limits = Partial<Entitlements>;
type Plan = { accountId: string; allows: Limits; has?: Limits };

async function mustFit(db: Db, of: Plan): Promise<void> {
  const lack = await lackInPool(db, of);
  if (lack !== null) throw new Failure('pool_exceeded', { data: lack });
}

/** `allows`: what the plan to be bought gives with what is bought with it, `has`: what the present one gives. Passes come on top of both. Throws `pool_exceeded`. */
export async function planFitsPool(db: Db, { accountId, allows, has }: Plan): Promise<void> {
  const { raised } = await heldBy(db, accountId);
  await mustFit(db, { accountId, allows: raisedBy(allows, raised), ...(has && { has: raisedBy(has, raised) }) });
}

/** What counts once a claim that is asked for is paid, or on a day to come; null: nothing is asked for, and nothing waits for its day. */
async function coming(db: Db, base: SubscriptionRow): Promise<Limits | null> {
  const next = base.changing ?? (base.state === 'incomplete' || base.state === 'scheduled' ? base : null);
  if (next === null) return null;
  const { planId, version, period } = next;
  const { currency } = base;
  const sold = await findSold(db, { planId, version, currency, period });
  return sold === null
    ? null
    : allowedWith(sold, next.seats, await addonsSold(db, next.addons ?? base.addons, { currency, period }));
}

const larger = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b));
function atMost(held: Entitlements, other: Limits): Limits {
  const also = new Map<string, unknown>(Object.entries(other));
  return Object.fromEntries(
    Object.entries(held).map(([key, value]) => {
      const more = also.get(key);
      const sizes = (value === null || typeof value === 'number') && (more === null || typeof more === 'number');
      return [key, sizes ? larger(value, more) : value];
    }),
  );
}

/** `adds`: what the pass to be bought gives. It has to fit beside a plan, or a change of it, that waits for its money too. Throws `pool_exceeded`. */
export async function passFitsPool(
  db: Db,
  { accountId, base, adds }: { accountId: string; base: SubscriptionRow | null; adds: Limits },
): Promise<void> {
  const has = await entitlementsFor(db, accountId);
  const next = base === null ? null : await coming(db, base);
  const { raised } = await heldBy(db, accountId);
  const holds = next === null ? has : atMost(has, raisedBy(next, raised));
  await mustFit(db, { accountId, allows: raisedBy(holds, adds), has: holds });
}
