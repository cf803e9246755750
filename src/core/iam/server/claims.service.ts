/** Groups at a sign-in provider and groups here: who has the one is in the other, in every account that they have a place in. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { holdPlacesOf } from '#core/accounts/server/places.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { claimedGroups, placesIn, putInByClaim, takeOutByClaim } from './claims.queries.ts';
import { holdGroups } from './groups.queries.ts';

type MovedMember = { id: string; accountId: string; action: 'iam.group-joined' | 'iam.group-left' };
type ClaimUpdate = { accountId: string; userId: string; provider: string; isMeant: (group: { claim: string | null }) => boolean };

async function followIn(ctx: Ctx, tx: Db, { accountId, userId, provider, isMeant }: ClaimUpdate): Promise<MovedMember[]> {
  const meant = new Set((await claimedGroups(tx, accountId)).filter(isMeant).map((group) => group.id));
  const places = await placesIn(tx, { accountId, userId });
  const says = ({ claimProviders }: { claimProviders: string[] }) => claimProviders.includes(provider);
  const settled = new Set(places.filter((one) => one.state === 'in' && (!one.byClaim || says(one))).map((one) => one.groupId));
  const joins = [...meant].filter((id) => !settled.has(id));
  // what nobody wrote a provider to belongs to the one that speaks first
  const mine = places.filter((one) => one.byClaim && (says(one) || one.claimProviders.length === 0));
  const leaves = mine.filter((one) => !meant.has(one.groupId)).map((one) => one.groupId);
  // before anything is written: deleting a group locks it before the account's policy version
  const groups = await holdGroups(tx, accountId, [...joins, ...leaves]);
  const left = await takeOutByClaim(tx, { accountId, userId, provider }, leaves);
  const moved: MovedMember[] = left.map((id) => ({ id, accountId, action: 'iam.group-left' }));
  for (const group of groups.filter((one) => joins.includes(one.id) && isMeant(one)))
    if (await putInByClaim(tx, group, { userId, provider, since: new Date(ctx.now()) }))
      moved.push({ id: group.id, accountId, action: 'iam.group-joined' });
  return moved;
}

/** `provider`: its key. `groups`: all that it names. */
export type NamedGroups = { userId: string; provider: string; groups: readonly string[] };
/** What this provider says now, all of it: whom it put in earlier and who has it no longer goes, what others said stays. Counts from the next request on. */
export async function followClaims(ctx: Ctx, tx: Db, { userId, provider, groups }: NamedGroups): Promise<void> {
  const has = new Set(groups.map((name) => name.trim().toLowerCase()));
  const isMeant: ClaimUpdate['isMeant'] = ({ claim }) => claim !== null && has.has(claim.toLowerCase());
  const moved: MovedMember[] = [];
  // one account after the other: of two people who sign in, neither waits for an account that the other has written
  for (const accountId of await holdPlacesOf(tx, userId))
    moved.push(...(await followIn(ctx, tx, { accountId, userId, provider, isMeant })));
  for (const { id, accountId, action } of moved)
    await record(ctx, tx, { action, subjectKind: 'group', subjectId: id, accountId, data: { person: userId } });
  if (moved.length > 0) await ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'rights' });
}
