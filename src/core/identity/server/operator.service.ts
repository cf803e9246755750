/** What the operator's command line does with people and accounts. Only jobs and the command line may call it. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { addMember, createAccount, findAccount, findOperatorAccount, findSeats } from '#core/accounts/server/accounts.service.ts';
import type { AccountKind } from '#core/accounts/accounts.rules.ts';
import { createPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { localeOf, tidyEmail } from '../identity.rules.ts';
import { makeLink, pathOf } from './sign-up/links.service.ts';

function requireSystem(ctx: Ctx): void {
  if (ctx.actor.kind !== 'system') throw new Failure('not_allowed', { data: { permission: 'users.manage' } });
}

export type AccountWithOwner = {
  organisation: string;
  kind: AccountKind;
  email: string;
  name: string;
  locale: string;
  timeZone: string;
};

/** Makes an account with an owner who has no password yet. Returns both ids and the path of the link that sets one. */
export async function createAccountWithOwner(
  ctx: Ctx,
  input: AccountWithOwner,
): Promise<{ accountId: string; userId: string; path: string }> {
  requireSystem(ctx);
  const email = tidyEmail(input.email);
  const locale = localeOf(input.locale);
  return ctx.system.write(async (tx) => {
    if (input.kind === 'operator' && (await findOperatorAccount(tx)) !== null)
      throw new Failure('bad_request', { data: { reason: 'there is an operator account already' } });
    const userId = await createPerson(ctx, tx, {
      email,
      name: input.name,
      passwordHash: null,
      locale,
      timeZone: input.timeZone,
      emailVerified: 'no',
      termsVersion: null,
    });
    const accountId = await createAccount(ctx, tx, {
      name: input.organisation,
      kind: input.kind,
      state: 'active',
      locale,
      timeZone: input.timeZone,
      ownerId: userId,
    });
    return { accountId, userId, path: pathOf('reset', await makeLink(ctx, tx, { kind: 'reset', email, userId })) };
  });
}

export type NewMember = { accountId: string; email: string; name: string; role: 'owner' | 'admin' | 'member' };

/** Makes a person without a password in an account that is there. Returns the id and the path of the link that sets one. */
export async function createMember(ctx: Ctx, input: NewMember): Promise<{ userId: string; path: string }> {
  requireSystem(ctx);
  const email = tidyEmail(input.email);
  return ctx.system.write(async (tx) => {
    const account = await findAccount(tx, input.accountId);
    if (account === null) throw new Failure('not_found');
    const userId = await createPerson(ctx, tx, {
      email,
      name: input.name,
      passwordHash: null,
      locale: localeOf(account.locale),
      timeZone: account.timeZone,
      emailVerified: 'no',
      termsVersion: null,
    });
    await addMember(ctx, tx, { accountId: account.id, userId, role: input.role });
    return { userId, path: pathOf('reset', await makeLink(ctx, tx, { kind: 'reset', email, userId })) };
  });
}

/** Gives a person every permission of the installation's own account. Throws `not_found` when there is no such person or no such account. */
export async function makeOperator(ctx: Ctx, input: { email: string }): Promise<void> {
  requireSystem(ctx);
  await ctx.system.write(async (tx) => {
    const person = await findPersonByEmail(tx, tidyEmail(input.email));
    const operator = await findOperatorAccount(tx);
    if (person === null || operator === null) throw new Failure('not_found');
    if ((await findSeats(tx, person.id)).some((seat) => seat.account.id === operator.id)) return;
    await addMember(ctx, tx, { accountId: operator.id, userId: person.id, role: 'admin' });
    await record(ctx, tx, {
      action: 'identity.made-operator',
      subjectKind: 'user',
      subjectId: person.id,
      accountId: operator.id,
    });
  });
}
