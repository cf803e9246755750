/** Secrets of webhooks under a new key of the installation. */
import type { Ctx } from '#kit/server/ctx.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { secretPurpose } from './webhook-sign.service.ts';
import { allWebhooks, lockWebhook, setWebhook, type WebhookRow } from './webhooks.queries.ts';

function changeFor(ctx: Ctx, row: WebhookRow): Partial<WebhookRow> | null {
  const again = (sealed: string) => {
    const secret = openIfKnown(ctx.secrets, secretPurpose, sealed);
    return secret === null ? null : ctx.secrets.seal(secretPurpose, secret);
  };
  const secretSealed = again(row.secretSealed);
  if (secretSealed === null) return null;
  return { secretSealed, oldSecretSealed: row.oldSecretSealed === null ? null : again(row.oldSecretSealed) };
}

/** Across accounts. `resealed`: now under the newest key; `lost`: those that no key opens, left as they are. */
export async function sealWebhooksAgain(ctx: Ctx): Promise<{ resealed: number; lost: number }> {
  const stale = (await allWebhooks(ctx.system.read)).filter(({ secretSealed, oldSecretSealed }) =>
    [secretSealed, oldSecretSealed].some((sealed) => sealed !== null && ctx.secrets.stale(sealed)),
  );
  let resealed = 0;
  for (const { id } of stale)
    await ctx.system.write(async (tx) => {
      const row = await lockWebhook(tx, id);
      const change = row === null ? null : changeFor(ctx, row);
      if (change === null) return;
      await setWebhook(tx, id, change);
      resealed += 1;
    });
  return { resealed, lost: stale.length - resealed };
}
