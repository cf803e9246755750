/** Groups as choices where people are picked: who is chosen are those who are in one. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { actorOf } from './grants.service.ts';
import { groupPlace, groupsPage, idsInGroup, placesOfMember } from './groups.queries.ts';
import { findGroup } from './groups.service.ts';

export type GroupChoice = { id: string; name: string; people: number };

/** By name, at most `limit`: any group of the account with `groups.view`, otherwise those that the reader is in. */
export async function groupChoices(ctx: Ctx, search: string, limit: number): Promise<GroupChoice[]> {
  const actor = actorOf(ctx);
  const { accountId } = actor;
  if (actor.scope.includes('groups.view')) {
    const rows = await groupsPage(ctx.db.read, { accountId, search }, { before: null, limit });
    return rows.map(({ group: { id, name }, people }) => ({ id, name, people }));
  }
  const mine = await placesOfMember(ctx.db.read, actor);
  const isNamed = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  return mine
    .filter(({ place, group }) => place.state === 'in' && isNamed(group.name))
    .slice(0, limit)
    .map(({ group: { id, name }, people }) => ({ id, name, people }));
}

/** Ids of those who are in such a group, by name. Throws `not_found`. */
export async function peopleOfGroup(ctx: Ctx, groupId: string, limit: number): Promise<string[]> {
  const actor = actorOf(ctx);
  const { read } = ctx.db;
  const group = await findGroup(read, actor, groupId);
  const place = await groupPlace(read, { groupId: group.id, userId: actor.userId });
  if (!actor.scope.includes('groups.view') && place?.state !== 'in') throw notFound();
  return idsInGroup(read, group.id, limit);
}
