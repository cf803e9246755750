/** Vendors and their customers for tests and sample data, made by the services. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { FactoryWorld } from '#core/accounts/server/accounts.factory.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { type Grant, type Pool, firstPool } from '../vendors.rules.ts';
import { firstStep } from './steps.service.ts';

type Built = { actor: UserActor; token: string };
type Wide = { ctx(actor?: UserActor): Ctx };

const full = ({ actor, token }: Built): Built => ({
  actor: { ...actor, scope: scopeFor({ accountKind: actor.accountKind, role: 'owner', permissions: [] }) },
  token,
});

/** The owner of a customer account with every permission. */
export async function buildOwner(place: FactoryWorld): Promise<Built> {
  return full(await buildActor(place, { kind: 'customer' }));
}

export const operatorPassword = 'three quiet lamps at noon';
/** Somebody of the operator's account, which is made when there is none. */
export async function buildOperator(place: FactoryWorld): Promise<Built> {
  const known = await findOperatorAccount(place.ctx().system.read);
  const seat = known === null ? { kind: 'operator' as const } : { accountId: known.id, role: 'admin' as const };
  return full(await buildActor(place, { ...seat, password: operatorPassword }));
}

/** The owner of an approved vendor. */
export async function buildVendor(place: FactoryWorld & Wide, pool: Pool = firstPool): Promise<Built> {
  const built = await buildActor(place, { kind: 'customer' });
  const ctx = place.ctx();
  await ctx.system.write((tx) =>
    firstStep(ctx, tx, {
      accountId: built.actor.accountId,
      appliedBy: built.actor.userId,
      application: { about: 'Schools', website: '', expected: 10 },
      contractVersion: '2026-1',
      pool,
    }),
  );
  return full({ ...built, actor: { ...built.actor, accountKind: 'vendor' } });
}

export const grantOfAll = (n: number): Grant => ({ rooms: n, people: n, meetingsAtOnce: n, peopleAtOnce: n, recordingGb: n });

export const emailOf = (): string => `new-${newId().slice(-12)}@example.org`;
/** What a vendor fills in to bring in a customer that nobody knows yet. */
export const customer = (n: number) => ({
  organisation: 'Lindenschule',
  ownerName: 'Ada Lind',
  ownerEmail: emailOf(),
  locale: 'de' as const,
  grant: grantOfAll(n),
});
