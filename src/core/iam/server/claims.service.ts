/** Groups at a sign-in provider and groups here: who has the one is in the other, in every account that they have a place in. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { holdPlacesOf } from '#core/accounts/server/places.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { claimedGroups, placesIn, putInByClaim, takeOutByClaim } from './claims.queries.ts';
import { holdGroups } from './groups.queries.ts';

type Moved = { id: string; accountId: string; action: 'iam.group-joined' | 'iam.group-left' };
type Said = { accountId: string; userId: string; isMeant: (group: { claim: string | null }) => boolean };

async function followIn(ctx: Ctx, tx: Db, { accountId, userId, isMeant }: Said): Promise<Moved[]> {
  const meant = new Set((await claimedGroups(tx, accountId)).filter(isMeant).map((group) => group.id));
  const places = await placesIn(tx, { accountId, userId });
  const settled = new Set(places.filter((one) => one.state === 'in').map((one) => one.groupId));
  const joins = [...meant].filter((id) => !settled.has(id));
  const leaves = places.filter((one) => one.byClaim && !meant.has(one.groupId)).map((one) => one.groupId);
  // before anything is written: whoever deletes a group holds it before the account's number
  const groups = await holdGroups(tx, accountId, [...joins, ...leaves]);
  const left = await takeOutByClaim(tx, { accountId, userId }, leaves);
  const moved: Moved[] = left.map((id) => ({ id, accountId, action: 'iam.group-left' }));
  for (const group of groups.filter((one) => joins.includes(one.id) && isMeant(one)))
    if (await putInByClaim(tx, group, { userId, since: new Date(ctx.now()) }))
      moved.push({ id: group.id, accountId, action: 'iam.group-joined' });
  return moved;
}

/** What the provider says now, all of it: whom a claim put in earlier and who has it no longer goes. Counts from the next request on. */
export async function followClaims(ctx: Ctx, tx: Db, said: { userId: string; groups: readonly string[] }): Promise<void> {
  const { userId } = said;
  const has = new Set(said.groups.map((name) => name.trim().toLowerCase()));
  const isMeant: Said['isMeant'] = ({ claim }) => claim !== null && has.has(claim.toLowerCase());
  const moved: Moved[] = [];
  // one account after the other: of two people who sign in, neither waits for an account that the other has written
  for (const accountId of await holdPlacesOf(tx, userId))
    moved.push(...(await followIn(ctx, tx, { accountId, userId, isMeant })));
  for (const { id, accountId, action } of moved)
    await record(ctx, tx, { action, subjectKind: 'group', subjectId: id, accountId, data: { person: userId } });
  if (moved.length > 0) await ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'rights' });
}
