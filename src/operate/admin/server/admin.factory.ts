/** People who look after accounts, for tests: with an open session that is freshly proven, so that requests can be made with it. */
import { sql } from 'drizzle-orm';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { FactoryWorld } from '#core/accounts/server/accounts.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';

export type KeeperOverrides = {
  kind?: 'operator' | 'vendor';
  accountId?: string;
  scope?: readonly string[];
  proof?: 'fresh' | 'none';
  name?: string;
};

/** An owner of the operator's (or a vendor's) account, or with `accountId` somebody on its staff with exactly this scope. */
export async function buildKeeper(
  place: FactoryWorld,
  overrides: KeeperOverrides = {},
): Promise<{ actor: UserActor; token: string }> {
  const { kind = 'operator', accountId, scope, proof = 'fresh', name = 'Olga Staff' } = overrides;
  const made = await buildActor(place, {
    kind,
    name,
    ...(accountId === undefined ? {} : { accountId, role: 'staff' as const, permissions: scope ?? [] }),
    scope: scope ?? scopeFor({ accountKind: kind, role: 'owner', permissions: [] }),
  });
  if (proof === 'fresh')
    await place
      .ctx()
      .system.write((tx) =>
        tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${made.actor.sessionId}`),
      );
  return made;
}

/** The code of the failure that the work ended with; `fine` when it did not. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

/** Makes the account a vendor that is approved, with an unlimited pool. */
export async function activeVendor(place: FactoryWorld, accountId: string): Promise<void> {
  const pool = JSON.stringify({ rooms: null, people: null, meetingsAtOnce: null, peopleAtOnce: null, recordingGb: null });
  await place.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into vendors (account_id, state, applied_at, changed_at, pool, referral_code)
      values (${accountId}, 'applied', now(), now(), ${pool}::jsonb, ${newId()}) on conflict (account_id) do update set pool = excluded.pool`);
    await tx.execute(
      sql`update vendors set state = 'active', contract_version = '1', approved_at = now() where account_id = ${accountId} and state = 'applied'`,
    );
  });
}

/** Gives the account to the vendor. */
export async function bringIn(place: FactoryWorld, vendorId: string, accountId: string): Promise<void> {
  await place
    .ctx()
    .system.write((tx) => tx.execute(sql`update accounts set vendor_account_id = ${vendorId} where id = ${accountId}`));
}
