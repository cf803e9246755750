/** People who look after accounts, for tests: with an open session that is freshly proven, so that requests can be made with it. */
import { sql } from 'drizzle-orm';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { Place } from '#core/accounts/server/accounts.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';

export type KeeperOverrides = {
  kind?: 'operator' | 'vendor';
  accountId?: string;
  scope?: readonly string[];
  proof?: 'fresh' | 'none';
  name?: string;
};

/** An owner of the operator's (or a vendor's) account, or with `accountId` somebody on its staff with exactly this scope. */
export async function buildKeeper(place: Place, overrides: KeeperOverrides = {}): Promise<{ actor: UserActor; token: string }> {
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
