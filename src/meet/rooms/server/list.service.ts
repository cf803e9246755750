/** Lists of rooms. */
import { notAllowed } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { tagKey, tagsIn } from '#core/iam/tags.rules.ts';
import type { roomsCalls, RoomsQuery } from '../rooms.contract.ts';
import { seesEverywhere } from '../rooms.rules.ts';
import { actorOf, askerOf, viewed } from './access.service.ts';
import { idsMatching, listRooms, type PageAfter, pageKey, type RoomFilter } from './rooms.queries.ts';
import { itemsOf } from './views.service.ts';

const cursorOf = (last: PageAfter) => Buffer.from(JSON.stringify([last.key, last.id])).toString('base64url');

/** Reads a cursor of ours; anything else starts at the beginning of the list. */
function afterOf(cursor: string | undefined, sort: RoomsQuery['sort']): PageAfter | null {
  if (cursor === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || typeof value[0] !== 'string' || typeof value[1] !== 'string') return null;
    const [key, id] = [value[0], value[1]];
    if (!/^[0-9a-f-]{36}$/.test(id) || (sort === 'recent' && Number.isNaN(Date.parse(key)))) return null;
    return { key, id };
  } catch {
    return null;
  }
}

/** What statements leave of the list; in the bin they ask who may take a room out again. */
function reachIn({ policy, accountId }: UserActor, view: RoomsQuery['view']): Pick<RoomFilter, 'reach'> {
  if (policy === undefined) return {};
  const see = policy.reach(view === 'bin' ? 'rooms.delete' : 'rooms.view');
  return { reach: { accountId, see, lead: policy.reach('rooms.manage') } };
}

/** What a list of that view asks for. */
export function filterFor(actor: UserActor, query: Pick<RoomsQuery, 'view'> & Partial<RoomsQuery>): RoomFilter {
  const tags = tagsIn(query.tag ?? '').map(tagKey);
  return {
    view: query.view,
    accountId: seesAll(actor, query.view) ? null : actor.accountId,
    userId: actor.userId,
    search: query.search,
    state: query.state,
    ...(tags.length === 0 ? {} : { tagged: { accountId: actor.accountId, keys: tags } }),
    bin: actor.policy !== undefined || actor.scope.includes('rooms.manage') ? 'account' : 'own',
    ...reachIn(actor, query.view),
  };
}
const seesAll = (actor: UserActor, view: RoomsQuery['view']) => view === 'all' && seesEverywhere(actor, 'rooms.view');

/** Ids of the rooms of the person's account that they see, and of those that are shared with them; also an operator's own alone. */
export function seenRoomIds(ctx: Ctx): ReturnType<typeof idsMatching> {
  const actor = actorOf(ctx);
  const own = { ...filterFor(actor, { view: 'all' }), accountId: actor.accountId };
  return idsMatching(own, filterFor(actor, { view: 'shared' }));
}

export async function list(ctx: Ctx, query: RoomsQuery): Promise<ResultIn<typeof roomsCalls.list>> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.view')) throw notAllowed('rooms.view');
  const db = seesAll(actor, query.view) ? ctx.system.read : ctx.db.read;
  const filter = filterFor(actor, query);
  const last = afterOf(query.cursor, query.sort);
  const { rows, total } = await listRooms(db, filter, { sort: query.sort, last, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const end = shown.at(-1)?.room;
  const views = shown.map((seen) => viewed(askerOf(ctx), seen));
  return {
    items: await itemsOf(ctx, views),
    next: rows.length > query.limit && end !== undefined ? cursorOf({ key: pageKey(query.sort, end), id: end.id }) : null,
    total,
  };
}
