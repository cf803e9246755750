/** Lists of rooms. */
import { notAllowed } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { pageOf, textKeyCursor, timeKeyCursor } from '#kit/server/db/cursor.ts';
import { tagKey, tagsIn } from '#core/iam/tags.rules.ts';
import type { roomsCalls, RoomsQuery } from '../rooms.contract.ts';
import { seesEverywhere } from '../rooms.rules.ts';
import { actorOf, askerOf, viewed } from './access.service.ts';
import { idsMatching, listRooms, pageKey, type RoomFilter } from './rooms.queries.ts';
import { itemsOf } from './views.service.ts';

const cursors = { name: textKeyCursor, created: textKeyCursor, recent: timeKeyCursor };

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
  const cursor = cursors[query.sort];
  const { rows, total } = await listRooms(db, filter, {
    sort: query.sort,
    last: cursor.read(query.cursor),
    limit: query.limit + 1,
  });
  const { shown, next } = pageOf(rows, query.limit, ({ room }) => cursor.write({ key: pageKey(query.sort, room), id: room.id }));
  const views = shown.map((seen) => viewed(askerOf(ctx), seen));
  return {
    items: await itemsOf(ctx, views),
    next,
    total,
  };
}
