/** Secrets in the settings of the installation under a new key. */
import type { Ctx } from '#kit/server/ctx.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { readTextInSetting, replaceTextInSetting } from '#kit/server/settings.queries.ts';

export type SealedSetting = { key: string; path: readonly string[]; purpose: string };
const own: readonly SealedSetting[] = [
  { key: 'platform.mail', path: ['sealedPassword'], purpose: 'platform' },
  { key: 'platform.botCheck', path: ['sealedSecret'], purpose: 'platform' },
];

/** `others`: those of later domains. `resealed`: now under the newest key; `lost`: those that no key opens, left as they are. */
export async function sealSettingsAgain(ctx: Ctx, others: readonly SealedSetting[]): Promise<{ resealed: number; lost: number }> {
  const counts = { resealed: 0, lost: 0 };
  for (const setting of [...own, ...others]) {
    const from = (await readTextInSetting(ctx.system.read, setting)) ?? '';
    if (from === '' || !ctx.secrets.stale(from)) continue;
    const secret = openIfKnown(ctx.secrets, setting.purpose, from);
    if (secret === null) {
      counts.lost += 1;
      continue;
    }
    const to = ctx.secrets.seal(setting.purpose, secret);
    await ctx.system.write((tx) => replaceTextInSetting(tx, setting, { from, to }));
    counts.resealed += 1;
  }
  return counts;
}
