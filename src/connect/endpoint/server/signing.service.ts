/** With which of an account's secrets news to its programs are signed. */
import type { Ctx } from '#kit/server/ctx.ts';
import { endpointOf, secretById, usableSecrets } from './endpoint.queries.ts';
import { isUsable, openSecret } from './secrets.service.ts';

/**
 * The secret with which the program came, as long as it works; else the newest one that does: after a rotation the program
 * knows that one. Null when none is left. Nobody of the account is there at this moment, hence the system's eyes.
 */
export async function signingSecret(ctx: Ctx, of: { accountId: string; secretId: string | null }): Promise<string | null> {
  const { read } = ctx.system;
  const own = of.secretId === null ? null : await secretById(read, of.secretId);
  if (own !== null && own.accountId === of.accountId && isUsable(own, ctx.now())) return openSecret(ctx, own);
  const endpoint = await endpointOf(read, of.accountId);
  if (endpoint === null) return null;
  const newest = (await usableSecrets(read, endpoint.id, new Date(ctx.now()))).at(-1);
  return newest === undefined ? null : openSecret(ctx, newest);
}
