/** People who own an account or work in one, and what tests of exports and endings look into. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';

/** Milliseconds. */
export const day = 86_400_000;

/** The code of the failure, or `fine`. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );

/** The setting of a file store of this test's own. */
export function folder(): { STORAGE: string } {
  const made = mkdtempSync(path.join(os.tmpdir(), 'atrium-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return { STORAGE: made };
}

/** The same person with all that an owner may do. */
export const whole = (actor: UserActor): UserActor => ({
  ...actor,
  scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }),
});

/** Signed in a moment ago with a proof; both count for ninety days. */
export async function proven(world: World, actor: UserActor): Promise<UserActor> {
  const until = sql`${new Date(world.clock.now() + 90 * day).toISOString()}::timestamptz`;
  await world
    .ctx()
    .system.read.execute(sql`update sessions set proven_until = ${until}, expires_at = ${until} where id = ${actor.sessionId}`);
  return actor;
}

export async function buildAccountOwner(world: World): Promise<UserActor> {
  return whole((await buildActor(world, { kind: 'customer' })).actor);
}

/** A member of the same account. */
export async function buildColleague(world: World, of: UserActor): Promise<UserActor> {
  const { actor } = await buildActor(world, { accountId: of.accountId, role: 'member' });
  return actor;
}

/** The name of an account; empty once it is erased. */
export const nameOf = async (world: World, accountId: string): Promise<string> =>
  String((await world.ctx().system.read.execute(sql`select name from accounts where id = ${accountId}`)).rows[0]?.['name'] ?? '');

export const isThere = async (world: { parts: { config: Config } }, name: string): Promise<boolean> =>
  (await filesOf(world.parts.config).stat(name)) !== null;
