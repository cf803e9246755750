/** Which groups are given a room, as the room's own page tells it. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type groupsCalls, type ThingSharing, sharedRoles } from '../groups.contract.ts';
import { decide, type Principal, type PolicyThing } from '../policy.rules.ts';
import type { Statement } from '../statements.rules.ts';
import { keyInName, tagKey, tagName, tagsIn } from '../tags.rules.ts';
import { holder } from './grants.service.ts';
import { type GivingGroup, groupsGiving } from './group-sharing.queries.ts';
import { findPeople } from './principals.service.ts';

const actionOf = { look: 'rooms.view', start: 'rooms.start', lead: 'rooms.edit' } as const;

const principalOf = ({ id, name, given }: GivingGroup): Principal => ({
  userId: `group ${id}`,
  owner: false,
  sources: given.map(({ statements, grantors }) => ({ kind: 'group', id, name, statements, grantors })),
  boundary: null,
});

/** The nearest way by which the group has the room. */
function wayOf({ given }: GivingGroup, { names }: PolicyThing): Pick<ThingSharing, 'through' | 'tag'> {
  const allowed = given.flatMap(({ statements }) => statements.filter(({ effect }: Statement) => effect === 'allow'));
  const named = names.find((name) => allowed.some(({ resources }) => resources.includes(name)));
  if (named === undefined) return { through: 'all', tag: null };
  const tag = keyInName(named);
  return { through: tag === null ? 'room' : 'tag', tag };
}

/** Somebody in the group who had nothing else: what it denies, and what its givers lost, is not counted. */
export async function groupSharing(
  ctx: Ctx,
  query: Parsed<typeof groupsCalls.sharing>['query'],
): Promise<ResultIn<typeof groupsCalls.sharing>> {
  const { accountId } = holder(ctx, 'groups.view');
  const db = ctx.db.read;
  const tags = tagsIn(query.tags).map((tag) => tagName(tagKey(tag)));
  const thing: PolicyThing = { names: [`room/${query.room}`, ...tags], own: false };
  const groups = await groupsGiving(db, accountId, [...thing.names, '*']);
  const givers = groups.flatMap(({ given }) => given.flatMap(({ grantors }) => grantors));
  const people = await findPeople(db, accountId, givers);
  const at = { mfa: true, ip: ctx.caller.address, now: ctx.now() };
  const items = groups.flatMap((group): ThingSharing[] => {
    const principal = principalOf(group);
    const may = (role: ThingSharing['role']) => decide(principal, people, { action: actionOf[role], thing, at }).allowed;
    const role = sharedRoles.findLast(may);
    if (role === undefined || !may('look')) return [];
    const { id, name, people: n, names } = group;
    return [{ id, name, role, people: n, names, ...wayOf(group, thing) }];
  });
  return { items };
}
