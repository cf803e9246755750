/** Rooms: list, read, make, change. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db.ts';
import { newCode, newId } from '#kit/server/ids.ts';
import { entitlementsFor, findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { NewRoom, RoomChange, RoomDetail, RoomItem, roomsCalls, RoomsQuery } from '../rooms.contract.ts';
import { purgeAt, seesEverywhere, slugOf, slugTrouble } from '../rooms.rules.ts';
import {
  actorOf,
  askerOf,
  eyesOf,
  findRoom,
  handsOf,
  namesOf,
  need,
  noteChange,
  type RoomView,
  viewed,
} from './access.service.ts';
import { defaultsFor } from './defaults.service.ts';
import {
  accountRoomCount,
  changeRoom,
  insertRoom,
  listRooms,
  lockAccountRooms,
  type PageAfter,
  pageKey,
  roomById,
  type RoomFilter,
  type RoomLine,
  takenSlugs,
} from './rooms.queries.ts';
import { roomEvents } from './rooms.events.ts';
import { transferOf } from './shares.queries.ts';

const ms = (at: Date | null) => at?.getTime() ?? null;

type Names = { people: ReadonlyMap<string, string>; accounts: ReadonlyMap<string, string> };

function itemOf(ctx: Ctx, view: RoomView<RoomLine>, names: Names): RoomItem {
  const { row } = view;
  const foreign = actorOf(ctx).accountId !== row.accountId;
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    owner: { id: row.ownerId, name: names.people.get(row.ownerId) ?? '' },
    account: foreign ? { id: row.accountId, name: names.accounts.get(row.accountId) ?? '' } : null,
    role: view.role,
    rights: view.rights,
    live:
      row.liveMeetingId === null || row.liveState === null
        ? null
        : { meetingId: row.liveMeetingId, state: row.liveState, people: row.livePeople, since: ms(row.liveSince) ?? ctx.now() },
    entry: { lobby: row.lobby, code: row.viewerCode !== null, signIn: row.signInRequired, anyoneCanStart: row.anyoneCanStart },
    lastMeetingAt: ms(row.lastMeetingAt),
    createdAt: row.createdAt.getTime(),
    deletedAt: ms(row.deletedAt),
    purgeAt: purgeAt(ms(row.deletedAt)),
    version: row.version,
  };
}

/** Names for these rooms; those of other accounts are looked up with the system's eyes, because their rooms were already allowed. */
async function namesFor(ctx: Ctx, views: readonly RoomView<RoomLine>[]): Promise<Names> {
  const own = actorOf(ctx).accountId;
  const [people, accounts] = await Promise.all([
    namesOf(
      ctx,
      views.map((view) => view.row.ownerId),
    ),
    findAccountNames(
      ctx.system.read,
      views.map((view) => view.row.accountId).filter((id) => id !== own),
    ),
  ]);
  return { people, accounts };
}

export async function itemsOf(ctx: Ctx, views: readonly RoomView<RoomLine>[]): Promise<RoomItem[]> {
  const names = await namesFor(ctx, views);
  return views.map((view) => itemOf(ctx, view, names));
}

/** The room as its page shows it. Codes only for those who may edit. */
export async function detailOf(ctx: Ctx, view: RoomView): Promise<RoomDetail> {
  const { row } = view;
  const [item] = await itemsOf(ctx, [view]);
  if (item === undefined) throw new Error('a room without its item');
  const limits = await entitlementsFor(ctx.system.read, row.accountId);
  const offer = view.rights.transfer ? await transferOf(handsOf(ctx, row).read, row.id) : null;
  return {
    ...item,
    welcome: row.welcome,
    viewerCode: view.rights.edit ? row.viewerCode : null,
    moderatorCode: view.rights.edit ? row.moderatorCode : null,
    lobby: row.lobby,
    anyoneCanStart: row.anyoneCanStart,
    signInRequired: row.signInRequired,
    muteOnStart: row.muteOnStart,
    record: row.record,
    maxPeople: row.maxPeople,
    maxMinutes: row.maxMinutes,
    updatedAt: row.updatedAt.getTime(),
    link: `${siteUrl(ctx)}/m/${row.slug}`,
    transfer: offer === null ? null : { email: offer.toEmail, at: offer.createdAt.getTime() },
    limits: { maxPeople: limits.peoplePerMeeting, maxMinutes: limits.minutesPerMeeting },
  };
}

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

export async function list(ctx: Ctx, query: RoomsQuery): Promise<ResultIn<typeof roomsCalls.list>> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.view')) throw notAllowed('rooms.view');
  const everywhere = query.view === 'all' && seesEverywhere(actor, 'rooms.view');
  const db = everywhere ? ctx.system.read : ctx.db.read;
  const filter: RoomFilter = {
    view: query.view,
    accountId: everywhere ? null : actor.accountId,
    userId: actor.userId,
    search: query.search,
    state: query.state,
    bin: actor.policy !== undefined || actor.scope.includes('rooms.manage') ? 'account' : 'own',
    ...reachIn(actor, query.view),
  };
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

export const get = async (ctx: Ctx, id: string): Promise<RoomDetail> => detailOf(ctx, await findRoom(ctx, id, 'anywhere'));

/** Throws `limit_reached` when the room asks for more than the plan gives. */
function checkPlan(
  wanted: { maxPeople?: number | null | undefined; maxMinutes?: number | null | undefined },
  plan: Entitlements,
): void {
  const pairs = [
    ['peoplePerMeeting', wanted.maxPeople, plan.peoplePerMeeting],
    ['minutesPerMeeting', wanted.maxMinutes, plan.minutesPerMeeting],
  ] as const;
  for (const [limit, value, max] of pairs) {
    if (typeof value === 'number' && max !== null && value > max)
      throw new Failure('limit_reached', { data: { limit, max, wanted: value } });
  }
}

const slugTaken = () => new Failure('slug_taken', { fields: { 'body.slug': 'slug_taken' } });

/** A link that nobody guesses: the name, when it has Latin letters, with a random end. */
function ownSlug(name: string): string {
  const base = slugOf(name);
  return base === '' ? `${newCode(3)}-${newCode(4)}-${newCode(3)}` : `${base}-${newCode(4)}`;
}

export async function create(ctx: Ctx, input: NewRoom): Promise<RoomDetail> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.create')) throw notAllowed('rooms.create');
  const plan = await entitlementsFor(ctx.db.read, actor.accountId);
  checkPlan(input, plan);
  const at = new Date(ctx.now());
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  try {
    const row = await ctx.db.write(async (tx) => {
      await lockAccountRooms(tx, actor.accountId);
      const used = await accountRoomCount(tx, actor.accountId);
      if (!fits(plan.rooms, used)) throw new Failure('limit_reached', { data: { limit: 'rooms', max: plan.rooms, used } });
      const made = await insertRoom(tx, {
        ...(await defaultsFor(tx, actor.accountId, plan)),
        ...given,
        id: newId(ctx.now()),
        accountId: actor.accountId,
        ownerId: actor.userId,
        name: input.name,
        slug: input.slug ?? ownSlug(input.name),
        createdAt: at,
        updatedAt: at,
        changedBy: actor.userId,
      });
      await noteChange(ctx, tx, { room: made, action: 'rooms.created', event: roomEvents.created });
      return made;
    });
    return await detailOf(ctx, viewed(askerOf(ctx), { room: row, share: null }));
  } catch (error) {
    if (isDuplicate(error, 'rooms_slug_key')) throw slugTaken();
    throw error;
  }
}

async function changedMeanwhile(ctx: Ctx, id: string): Promise<Failure> {
  const { row } = await findRoom(ctx, id);
  const names = await namesOf(ctx, [row.changedBy]);
  return new Failure('changed_meanwhile', {
    data: {
      version: row.version,
      by: row.changedBy === null ? null : (names.get(row.changedBy) ?? null),
      at: row.updatedAt.getTime(),
    },
  });
}

/** Changes a room. Nothing is overwritten: who saved second is told. */
export async function update(ctx: Ctx, id: string, input: RoomChange): Promise<RoomDetail> {
  const view = await findRoom(ctx, id);
  need(ctx, view, 'edit');
  const { version, ...wanted } = input;
  checkPlan(wanted, await entitlementsFor(ctx.system.read, view.row.accountId));
  const change = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  try {
    const row = await handsOf(ctx, view.row).write(async (tx) => {
      const next = await changeRoom(
        tx,
        { id, version },
        { ...change, updatedAt: new Date(ctx.now()), changedBy: actorOf(ctx).userId },
      );
      if (next !== null)
        await noteChange(ctx, tx, {
          room: next,
          action: 'rooms.changed',
          event: roomEvents.changed,
          data: { fields: Object.keys(change).join(',') },
        });
      return next;
    });
    if (row === null) throw await changedMeanwhile(ctx, id);
    return await detailOf(ctx, { ...view, row });
  } catch (error) {
    if (isDuplicate(error, 'rooms_slug_key')) throw slugTaken();
    throw error;
  }
}

/** Whether a link is free in the whole installation. It needs the system's eyes and tells nothing but that. */
export async function slugFree(
  ctx: Ctx,
  query: Parsed<typeof roomsCalls.slugFree>['query'],
): Promise<ResultIn<typeof roomsCalls.slugFree>> {
  const { slug } = query;
  await ctx.limits.use(`slug:${actorOf(ctx).userId}`, { max: 120, windowSeconds: 60 });
  const base = slugOf(slug) === '' ? 'room' : slugOf(slug);
  const ideas = [
    `${base}-2`,
    `${base}-${new Date(ctx.now()).getUTCFullYear()}`,
    `${base}-${newCode(3)}`,
    `${base}-${newCode(4)}`,
  ].filter((idea) => slugTrouble(idea) === null);
  const taken = await takenSlugs(ctx.system.read, [slug, ...ideas]);
  const mine = taken.some((one) => one.slug === slug && one.id === query.roomId);
  const trouble = slugTrouble(slug) ?? (taken.some((one) => one.slug === slug) && !mine ? 'slug_taken' : null);
  const free = ideas.filter((idea) => !taken.some((one) => one.slug === idea)).slice(0, 3);
  return { slug, free: trouble === null, trouble, suggestions: trouble === null ? [] : free };
}

/** The room as others' services read it after they changed something of it. */
export async function refreshed(ctx: Ctx, id: string): Promise<RoomDetail> {
  const seen = await roomById(eyesOf(ctx), id, actorOf(ctx).userId);
  if (seen === null) throw new Failure('not_found');
  return detailOf(ctx, viewed(askerOf(ctx), seen));
}
