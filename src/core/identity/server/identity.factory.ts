/** Signed-in people for tests and sample data. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { buildSeated, type FactoryWorld, type SeatedOverrides } from '#core/accounts/server/accounts.factory.ts';
import { makeChallenge } from './sign-in/bot-check.service.ts';
import { hashPassword } from './passwords/passwords.service.ts';
import { solvePuzzle } from './sign-in/puzzle.service.ts';
import { startSession } from './sessions/sessions.service.ts';
import { readAccessToken } from './sessions/tokens.service.ts';

export type ActorOverrides = Omit<SeatedOverrides, 'passwordHash'> & { password?: string };

/** A person in an account with an open session: `actor` for contexts and in-process clients, `token` for requests. */
export async function buildActor(
  place: FactoryWorld,
  overrides: ActorOverrides = {},
): Promise<{ actor: UserActor; token: string }> {
  const { password, ...seat } = overrides;
  const seated = await buildSeated(place, {
    ...seat,
    ...(password === undefined ? {} : { passwordHash: await hashPassword(password) }),
  });
  const ctx = place.ctx();
  const { token } = await ctx.system.write((tx) => startSession(ctx, tx, { userId: seated.userId, accountId: seated.accountId }));
  const facts = await readAccessToken(ctx, token);
  if (typeof facts === 'string') throw new Error('the session was not made');
  return { actor: { ...seated, sessionId: facts.sessionId }, token };
}

/** The answer to a fresh puzzle, as a browser would send it. */
export async function buildAnswer(ctx: Ctx, purpose?: 'card'): Promise<string> {
  const made = await makeChallenge(ctx, purpose);
  if (made.kind !== 'proof-of-work') return 'recaptcha';
  return solvePuzzle(made.challenge);
}
