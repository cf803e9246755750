/** Publishes which groups providers report for a person. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { SocialClaims } from '#core/identity/social.rules.ts';
import { providersOf } from './providers.service.ts';
import { socialEvents } from './social.events.ts';

export type IdentityTie = {
  userId: string;
  provider: string;
  claims: Pick<SocialClaims, 'issuer' | 'subject' | 'email' | 'groups'>;
};

/** Others hear of the groups that the provider names, in the same transaction. One that is not asked for groups says nothing of them. */
export async function tellClaims(ctx: Ctx, tx: Db, { userId, provider, claims }: IdentityTie): Promise<void> {
  if ((providersOf(ctx.config).find((one) => one.key === provider)?.groupsClaim ?? null) === null) return;
  await tellGroups(ctx, tx, { userId, provider, groups: claims.groups });
}
async function tellGroups(
  ctx: Ctx,
  tx: Db,
  said: { userId: string; provider: string; groups: readonly string[] },
): Promise<void> {
  const { userId, provider } = said;
  // a name with a line break would be read as two
  const groups = said.groups.filter((name) => !/[\r\n]/.test(name)).join('\n');
  await ctx.events.tell(ctx, tx, { name: socialEvents.claims, accountId: null, data: { userId, provider, groups } });
}

/** The providers are tied no more: what they said of the person's groups counts only as long as they are. */
export async function tellUntied(ctx: Ctx, tx: Db, { userId, providers }: { userId: string; providers: readonly string[] }) {
  for (const provider of new Set(providers)) await tellGroups(ctx, tx, { userId, provider, groups: [] });
}
