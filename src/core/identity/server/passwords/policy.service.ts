/** The account's rules for signing in: shown and changed here, because a change asks for proof; enforced by every sign-in and request. */
import type { Parsed } from '#kit/contract.ts';
import { COUNTED_TO } from '#kit/counted.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { type AccountPolicy, type SignInWay, signInWays } from '#core/accounts/policy.rules.ts';
import { countedPlaces } from '#core/accounts/server/places.service.ts';
import { findPolicy, savePolicy } from '#core/accounts/server/policy.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import type { PolicyView, policyCalls } from '#core/identity/policy.contract.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { providersOf } from '#core/identity/server/social/providers.service.ts';
import { countWithoutFactor, waysOfOwners } from './policy.queries.ts';
import { sessionById } from '#core/identity/server/sessions/sessions.queries.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';

const dayMs = 86_400_000;
const mayChange = (actor: UserActor): void => {
  if (!actor.scope.includes('security.manage')) throw notAllowed('security.manage');
};

async function viewOf(ctx: Ctx, actor: UserActor, policy: AccountPolicy): Promise<PolicyView> {
  // system: factors belong to people, and the app role does not see them
  const { read } = ctx.system;
  const people = await countedPlaces(read, actor.accountId);
  const withoutFactor = people > COUNTED_TO ? null : await countWithoutFactor(read, actor.accountId);
  return { ...policy, ways: [...policy.ways], people, withoutFactor };
}

export async function getPolicy(ctx: Ctx): Promise<PolicyView> {
  const actor = requireUser(ctx);
  mayChange(actor);
  return viewOf(ctx, actor, await findPolicy(ctx.db.read, actor.accountId));
}

/** The date from which the second factor is required: one that was announced stays, unless the grace is changed. */
function factorFrom(before: AccountPolicy, wish: Pick<AccountPolicy, 'graceDays'> & { secondFactor: boolean }, now: number) {
  if (!wish.secondFactor) return null;
  if (before.secondFactorFrom !== null && before.graceDays === wish.graceDays) return before.secondFactorFrom;
  return now + wish.graceDays * dayMs;
}

/** Throws `locks_owner_out` when none of the account's owners has set up one of these ways. */
async function keepOwnerIn(ctx: Ctx, accountId: string, ways: readonly SignInWay[]): Promise<void> {
  if (ways.length === signInWays.length) return;
  const offered = (await platformNow(ctx)).features.social ? providersOf(ctx.config).map((one) => one.key) : [];
  const owners = await waysOfOwners(ctx.system.read, accountId, offered);
  if (owners.length > 0 && !owners.some((own) => ways.some((way) => own[way])))
    throw new Failure('locks_owner_out', { fields: { 'body.ways': 'locks_owner_out' } });
}

/** Changes the rules. Throws `locks_you_out` when this very session would end by them, `locks_owner_out` when no owner could come in. */
export async function changePolicy(ctx: Ctx, body: Parsed<typeof policyCalls.save>['body']): Promise<PolicyView> {
  mayChange(requireUser(ctx));
  const actor = await requireProof(ctx);
  const { secondFactor, version, ...wish } = body;
  const ways = signInWays.filter((one) => wish.ways.includes(one));
  const session = await sessionById(ctx.system.read, actor.sessionId);
  const way = session?.way ?? null;
  if (way !== null && !ways.includes(way))
    throw new Failure('locks_you_out', { data: { way }, fields: { 'body.ways': 'locks_you_out' } });
  await keepOwnerIn(ctx, actor.accountId, ways);
  // system: nobody who serves an account writes its rules
  const kept = await ctx.system.write(async (tx) => {
    const before = await findPolicy(tx, actor.accountId);
    const secondFactorFrom = factorFrom(before, { secondFactor, graceDays: wish.graceDays }, ctx.now());
    const policy = await savePolicy(ctx, tx, {
      accountId: actor.accountId,
      policy: { ...wish, ways, secondFactorFrom, version },
    });
    await record(ctx, tx, {
      action: 'identity.rules-changed',
      subjectKind: 'account',
      subjectId: actor.accountId,
      accountId: actor.accountId,
      data: {
        secondFactor,
        least: policy.passwordMin,
        idleMinutes: policy.idleMinutes ?? 0,
        sessionHours: policy.sessionHours ?? 0,
        ways: ways.join(','),
      },
    });
    return policy;
  });
  return viewOf(ctx, actor, kept);
}
