/** Secrets of endpoints under a new key of the installation. */
import type { Ctx } from '#kit/server/ctx.ts';
import { allSecrets, changeSecret } from './endpoint.queries.ts';
import { openSecret, sealSecret } from './secrets.service.ts';

/** Seals with the newest key what an older one sealed, across accounts. Returns how many secrets that were. */
export async function sealEndpointsAgain(ctx: Ctx): Promise<number> {
  const stale = (await allSecrets(ctx.system.read)).filter((row) => ctx.secrets.stale(row.secretSealed));
  for (const row of stale) {
    const secretSealed = sealSecret(ctx, openSecret(ctx, row));
    await ctx.system.write((tx) => changeSecret(tx, row.id, { secretSealed }));
  }
  return stale.length;
}
