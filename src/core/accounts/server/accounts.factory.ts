/** People and accounts for tests and sample data, made by the services, so that they look like real ones. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { AccountKind, AccountState, Entitlements, MemberRole } from '../accounts.rules.ts';
import { type AccountWithoutRights, addMember, createAccount, findAccount } from './accounts.service.ts';
import { createPerson, findPerson, type Person } from './people.service.ts';

/** The part of a test's world that factories need. */
export type FactoryWorld = { ctx(): Ctx };

export type PersonOverrides = Partial<{
  email: string;
  name: string;
  passwordHash: string | null;
  locale: string;
  timeZone: string;
}>;
export type AccountOverrides = Partial<{
  name: string;
  kind: AccountKind;
  state: AccountState;
  locale: string;
  timeZone: string;
  ownerId: string;
  entitlements: Partial<Entitlements>;
}>;

export async function buildPerson(place: FactoryWorld, overrides: PersonOverrides = {}): Promise<Person> {
  const ctx = place.ctx();
  const email = overrides.email ?? `person-${newId(ctx.now()).slice(-12)}@example.org`;
  return ctx.system.write(async (tx) => {
    const id = await createPerson(ctx, tx, {
      email,
      name: overrides.name ?? 'Ana Meier',
      passwordHash: overrides.passwordHash ?? null,
      locale: overrides.locale ?? 'en-US',
      timeZone: overrides.timeZone ?? 'Europe/Berlin',
      emailVerified: 'yes',
      termsVersion: '1',
    });
    const person = await findPerson(tx, id);
    if (person === null) throw new Error('the person was not made');
    return person;
  });
}

/** An account; makes its owner when none is given. */
export async function buildAccount(
  place: FactoryWorld,
  overrides: AccountOverrides = {},
): Promise<AccountWithoutRights & { ownerId: string }> {
  const ctx = place.ctx();
  const ownerId = overrides.ownerId ?? (await buildPerson(place)).id;
  return ctx.system.write(async (tx) => {
    const id = await createAccount(ctx, tx, {
      name: overrides.name ?? 'Lindenschule',
      kind: overrides.kind ?? 'customer',
      state: overrides.state ?? 'active',
      locale: overrides.locale ?? 'en-US',
      timeZone: overrides.timeZone ?? 'Europe/Berlin',
      ownerId,
      ...(overrides.entitlements === undefined ? {} : { entitlements: overrides.entitlements }),
    });
    const account = await findAccount(tx, id);
    if (account === null) throw new Error('the account was not made');
    return { ...account, ownerId };
  });
}

/** Puts a person into an account; makes the person when none is given. Returns the person's id. */
export async function buildMember(
  place: FactoryWorld,
  member: { accountId: string; userId?: string; role?: MemberRole; permissions?: readonly string[] },
): Promise<string> {
  const ctx = place.ctx();
  const userId = member.userId ?? (await buildPerson(place)).id;
  await ctx.system.write((tx) =>
    addMember(ctx, tx, {
      accountId: member.accountId,
      userId,
      role: member.role ?? 'member',
      permissions: member.permissions ?? [],
    }),
  );
  return userId;
}

export type SeatedOverrides = Partial<{
  /** In this account; else a new one is made with the actor as its owner. */
  accountId: string;
  kind: AccountKind;
  accountState: AccountState;
  role: MemberRole;
  permissions: readonly string[];
  /** The permissions that the actor comes with; nothing is computed here. */
  scope: readonly string[];
  userId: string;
  email: string;
  name: string;
  passwordHash: string;
  locale: string;
  timeZone: string;
}>;

/** Somebody with a place in an account, as services see them. Their session is made up: it serves contexts and in-process calls, not requests. */
export async function buildSeated(place: FactoryWorld, overrides: SeatedOverrides = {}): Promise<UserActor> {
  const { email, name, locale, timeZone, passwordHash } = overrides;
  const given = {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  };
  const userId = overrides.userId ?? (await buildPerson(place, given)).id;
  const accountId =
    overrides.accountId ??
    (
      await buildAccount(place, {
        ownerId: userId,
        kind: overrides.kind ?? 'customer',
        state: overrides.accountState ?? 'active',
      })
    ).id;
  const role = overrides.role ?? (overrides.accountId === undefined ? 'owner' : 'member');
  if (overrides.accountId !== undefined)
    await buildMember(place, { accountId, userId, role, permissions: overrides.permissions ?? [] });
  const { read } = place.ctx().system;
  const [person, account] = [await findPerson(read, userId), await findAccount(read, accountId)];
  if (person === null || account === null) throw new Error('the actor was not made');
  return {
    kind: 'user',
    userId,
    accountId,
    accountKind: account.kind,
    sessionId: newId(),
    role,
    scope: overrides.scope ?? [],
    name: person.name,
    email: person.email,
    locale: person.locale,
    timeZone: person.timeZone,
  };
}
