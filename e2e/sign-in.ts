/** Somebody is signed in before their first page: the cookies that a sign-in leaves behind are put into their browser. */
import type { BrowserContext } from 'playwright-core';
import * as z from 'zod/mini';
import { solvePuzzle } from '#core/identity/server/sign-in/puzzle.service.ts';
import { authCookies, authPaths } from '#kit/facts.ts';

const puzzle = z.object({ challenge: z.unknown() });
const signedIn = z.object({ token: z.string() });

/** The refresh token comes as a cookie of the answer, which the context keeps; the access token is kept by pages, so it is set here. */
export async function signInContext(
  context: BrowserContext,
  who: { base: string; email: string; password: string },
): Promise<void> {
  const { base, email, password } = who;
  const { challenge } = z.parse(puzzle, await (await context.request.get('/api/challenge')).json());
  const data = { email, password, challenge: await solvePuzzle(challenge) };
  const answer = await context.request.post(authPaths.login, { data });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${answer.status()} ${await answer.text()}`);
  const { token } = z.parse(signedIn, await answer.json());
  await context.addCookies([{ name: authCookies.token, value: encodeURIComponent(`Bearer ${token}`), url: base }]);
}
