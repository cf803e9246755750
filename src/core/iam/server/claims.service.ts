/** Groups at a sign-in provider and groups here: who has the one is in the other, in every account that they have a place in. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { findSeats } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { claimedGroups, putInByClaim, takeOutByClaim } from './claims.queries.ts';

type Moved = { id: string; accountId: string; action: 'iam.group-joined' | 'iam.group-left' };

/** What the provider says now, all of it: whom a claim put in earlier and who has it no longer goes. Counts from the next request on. */
export async function followClaims(ctx: Ctx, tx: Db, said: { userId: string; groups: readonly string[] }): Promise<void> {
  const { userId } = said;
  const has = new Set(said.groups.map((name) => name.trim().toLowerCase()));
  const accountIds = (await findSeats(tx, userId)).map((seat) => seat.account.id);
  const meant = (await claimedGroups(tx, accountIds)).filter(({ claim }) => claim !== null && has.has(claim.toLowerCase()));
  const left = await takeOutByClaim(
    tx,
    { userId, accountIds },
    meant.map((group) => group.id),
  );
  const moved: Moved[] = left.map(({ groupId, accountId }) => ({ id: groupId, accountId, action: 'iam.group-left' }));
  for (const group of meant)
    if (await putInByClaim(tx, group, { userId, since: new Date(ctx.now()) }))
      moved.push({ id: group.id, accountId: group.accountId, action: 'iam.group-joined' });
  for (const { id, accountId, action } of moved)
    await record(ctx, tx, { action, subjectKind: 'group', subjectId: id, accountId, data: { person: userId } });
  if (moved.length > 0) await ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'rights' });
}
