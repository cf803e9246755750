/** Secrets of endpoints under a new key of the installation. */
import type { Ctx } from '#kit/server/ctx.ts';
import { allSecrets, changeSecret } from './endpoint.queries.ts';
import { readableSecret, sealSecret } from './secrets.service.ts';

/** Across accounts. `resealed`: secrets that are now under the newest key; `lost`: those that no key opens, left as they are. */
export async function sealEndpointsAgain(ctx: Ctx): Promise<{ resealed: number; lost: number }> {
  const stale = (await allSecrets(ctx.system.read)).filter((row) => ctx.secrets.stale(row.secretSealed));
  let resealed = 0;
  for (const row of stale) {
    const secret = readableSecret(ctx, row);
    if (secret === null) continue;
    await ctx.system.write((tx) => changeSecret(tx, row.id, { secretSealed: sealSecret(ctx, secret) }));
    resealed += 1;
  }
  return { resealed, lost: stale.length - resealed };
}
