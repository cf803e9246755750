/** Who may give what to whom: nobody more than they hold, nobody to themselves, nobody to an owner. */
import { Failure, notAllowed } from '#kit/errors.ts';
import { everything, type Reach, reaches } from '#kit/reach.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { provenUntil } from '#core/identity/server/sessions/proof.service.ts';
import { isAboutThings, namesFor, ownerOnly, type Preset, statementsOfPreset } from '../iam.rules.ts';
import { matchesAction, type Statement } from '../statements.rules.ts';
import { reachOf } from '../reach.rules.ts';
import { findCompany } from './principals.service.ts';

export function actorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

/** The signed-in person with that permission. Throws `not_signed_in` or `not_allowed`. */
export function holder(ctx: Ctx, permission: string): UserActor {
  const actor = actorOf(ctx);
  if (!actor.scope.includes(permission)) throw notAllowed(permission);
  return actor;
}

/** The same with a fresh proof of identity, for what changes rights. Throws `proof_needed`; runs `found` first, so that things of others are "not found" to all. */
export async function provenHolder(
  ctx: Ctx,
  permission: string,
  found?: (db: Db, actor: UserActor) => Promise<unknown>,
): Promise<UserActor> {
  const actor = holder(ctx, permission);
  if (found !== undefined) await found(ctx.db.read, actor);
  if ((await provenUntil(ctx, actor)) === null) throw new Failure('proof_needed');
  return actor;
}

export const ownPolicy = () => new Failure('own_policy');
export const exceedsOwn = (action: string) => new Failure('exceeds_own', { data: { permission: action } });

/** What the actor reaches with each action. Read from the tables where the session brought nothing along. */
export async function handOf(ctx: Ctx, db: Db): Promise<(action: string) => Reach> {
  const actor = actorOf(ctx);
  if (actor.role === 'owner') return () => everything;
  const { policy } = actor;
  if (policy !== undefined) return policy.reach;
  const company = await findCompany(db, actor);
  if (company === null) throw notAllowed('iam.manage');
  const at = { mfa: false, ip: ctx.caller.address, now: ctx.now() };
  return (action) => reachOf(company.principal, company.people, { action, at });
}

const covers = (reach: Reach, resource: string): boolean => {
  if (reach.is === 'everything') return true;
  if (resource === '*') return false;
  return reaches(reach, resource === 'self' ? { names: [], own: true } : { names: [resource], own: false });
};

/** The first action that the statements would give beyond what the hand holds; null: none. */
export function beyond(hand: (action: string) => Reach, actor: UserActor, given: readonly Statement[]): string | null {
  const names = namesFor(actor.accountKind);
  for (const one of given.filter(({ effect }) => effect === 'allow')) {
    for (const action of names.filter((name) => one.actions.some((pattern) => matchesAction(pattern, name)))) {
      if (ownerOnly.includes(action)) continue;
      const reach = hand(action);
      // what is about no single thing is held or not
      if (isAboutThings(action) ? one.resources.some((name) => !covers(reach, name)) : reach.is === 'nothing') return action;
    }
  }
  return null;
}

export type GivenGrants = {
  preset?: Preset;
  statements?: readonly Statement[];
  sets?: readonly { statements: readonly Statement[] }[];
};
/** Throws `exceeds_own` when any of it is more than the actor holds, and `owner_untouchable` for the preset of owners. */
export async function requireGivable(ctx: Ctx, db: Db, giving: GivenGrants): Promise<void> {
  if (giving.preset === 'owner') throw new Failure('owner_untouchable');
  const hand = await handOf(ctx, db);
  const all = [
    ...(giving.preset === undefined ? [] : statementsOfPreset(giving.preset)),
    ...(giving.statements ?? []),
    ...(giving.sets ?? []).flatMap((set) => set.statements),
  ];
  const action = beyond(hand, actorOf(ctx), all);
  if (action !== null) throw exceedsOwn(action);
}

/** What somebody else holds, by whatever way, as far as it is in the actor's hand. Throws `exceeds_own` for the first that is not. */
export async function requireMatch(ctx: Ctx, db: Db, userId: string): Promise<void> {
  const company = await findCompany(db, { accountId: actorOf(ctx).accountId, userId });
  const statements = (company?.principal.sources ?? []).flatMap((source) => [...source.statements]);
  await requireGivable(ctx, db, { statements });
}

const text = (one: Statement) => JSON.stringify([one.effect, one.actions, one.resources, one.condition ?? null]);
/** Whether something that held a person back falls away. */
export function loosens(before: readonly Statement[], after: readonly Statement[]): boolean {
  const left = new Set(after.map(text));
  return before.some((one) => one.effect === 'deny' && !left.has(text(one)));
}

/** Throws unless the actor holds everything that this kind of account has: only they may take away what holds others back. */
export async function requireFull(ctx: Ctx, db: Db): Promise<void> {
  const hand = await handOf(ctx, db);
  const { accountKind } = actorOf(ctx);
  const missing = namesFor(accountKind).find((name) => !ownerOnly.includes(name) && hand(name).is !== 'everything');
  if (missing !== undefined) throw exceedsOwn(missing);
}
