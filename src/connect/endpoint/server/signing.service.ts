/** With which of an account's secrets news to its programs are signed. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { endpointOf, secretById, usableSecrets } from './endpoint.queries.ts';
import { isUsable, readableSecret } from './secrets.service.ts';

/**
 * The secret with which the program came, as long as it works; else the newest one that does: after a rotation the program
 * knows that one. Null when none is left. `db` sees the account; inside a transaction it has to be that one: a second
 * connection from the same pool may wait for the first one for ever.
 */
export async function signingSecret(
  ctx: Ctx,
  db: Db,
  of: { accountId: string; secretId: string | null },
): Promise<string | null> {
  const own = of.secretId === null ? null : await secretById(db, of.secretId);
  const works = own !== null && own.accountId === of.accountId && isUsable(own, ctx.now());
  const known = works ? readableSecret(ctx, own) : null;
  if (known !== null) return known;
  const endpoint = await endpointOf(db, of.accountId);
  if (endpoint === null) return null;
  const usable = await usableSecrets(db, endpoint.id, new Date(ctx.now()));
  return usable.flatMap((row) => readableSecret(ctx, row) ?? []).at(-1) ?? null;
}
