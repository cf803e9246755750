/** Signed-in people for tests and sample data. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { AccountKind, AccountState, MemberRole } from '#core/accounts/accounts.rules.ts';
import { buildAccount, buildMember, buildPerson, type Place } from '#core/accounts/server/accounts.factory.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { makeChallenge } from './bot-check.service.ts';
import { hashPassword } from './passwords.service.ts';
import { startSession } from './sessions.service.ts';
import { readAccessToken } from './tokens.service.ts';

export type ActorOverrides = Partial<{
  /** In this account; else a new one is made with the actor as its owner. */
  accountId: string; kind: AccountKind; accountState: AccountState; role: MemberRole; permissions: readonly string[];
  /** The permissions that the actor comes with; nothing is computed here. */
  scope: readonly string[];
  userId: string; email: string; name: string; password: string; locale: string; timeZone: string;
}>;

/** A person in an account with an open session: `actor` for contexts and in-process clients, `token` for requests. */
export async function buildActor(place: Place, overrides: ActorOverrides = {}): Promise<{ actor: UserActor; token: string }> {
  const passwordHash = overrides.password === undefined ? null : await hashPassword(overrides.password);
  const { email, name, locale, timeZone } = overrides;
  const given = { ...(email === undefined ? {} : { email }), ...(name === undefined ? {} : { name }), ...(locale === undefined ? {} : { locale }), ...(timeZone === undefined ? {} : { timeZone }) };
  const userId = overrides.userId ?? (await buildPerson(place, { ...given, passwordHash })).id;
  const accountId = overrides.accountId ?? (await buildAccount(place, { ownerId: userId, kind: overrides.kind ?? 'customer', state: overrides.accountState ?? 'active' })).id;
  const role = overrides.role ?? (overrides.accountId === undefined ? 'owner' : 'member');
  if (overrides.accountId !== undefined) await buildMember(place, { accountId, userId, role, permissions: overrides.permissions ?? [] });
  const ctx = place.ctx();
  const { token } = await ctx.system.write((tx) => startSession(ctx, tx, { userId, accountId }));
  const facts = await readAccessToken(ctx, token);
  const person = await findPerson(ctx.system.read, userId);
  const account = await findAccount(ctx.system.read, accountId);
  if (typeof facts === 'string' || person === null || account === null) throw new Error('the actor was not made');
  const actor: UserActor = {
    kind: 'user', userId, accountId, accountKind: account.kind, sessionId: facts.sessionId, role, scope: overrides.scope ?? [],
    name: person.name, email: person.email, locale: person.locale, timeZone: person.timeZone,
  };
  return { actor, token };
}

const puzzle = z.object({
  parameters: z.object({ algorithm: z.string(), nonce: z.string(), salt: z.string(), cost: z.number(), keyLength: z.number(), keyPrefix: z.string(), keySignature: z.string(), data: z.record(z.string(), z.number()) }),
  signature: z.string(),
});

/** The answer to a fresh puzzle, as a browser would send it. */
export async function buildAnswer(ctx: Ctx): Promise<string> {
  const made = await makeChallenge(ctx);
  if (made.kind !== 'proof-of-work') return 'recaptcha';
  const challenge = z.parse(puzzle, made.challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
