/** Rooms: read, make, change. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db/db.ts';
import { newCode, newId } from '#kit/server/ids.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import { limitReached, notInPlan } from '#core/accounts/refusal.rules.ts';
import type { NewRoom, RoomChange, RoomDetail, roomsCalls } from '../rooms.contract.ts';
import { slugOf, slugTrouble } from '../rooms.rules.ts';
import { actorOf, askerOf, eyesOf, findRoom, handsOf, namesOf, need, noteChange, viewed } from './access.service.ts';
import { defaultsFor, welcomeFor } from './defaults.service.ts';
import { accountRoomCount, changeRoom, insertRoom, lockAccountRooms, roomById, takenSlugs } from './rooms.queries.ts';
import { roomEvents } from './rooms.events.ts';
import { requireTags, tagColumns } from './tags.service.ts';
import { detailOf } from './views.service.ts';

export const get = async (ctx: Ctx, id: string): Promise<RoomDetail> => detailOf(ctx, await findRoom(ctx, id, 'anywhere'));

/** Throws `limit_reached` when the room asks for more than the plan gives. */
function checkPlan(
  wanted: { maxPeople?: number | null | undefined; maxMinutes?: number | null | undefined; slug?: string | undefined },
  { accountId, plan }: { accountId: string; plan: Entitlements },
): void {
  if (wanted.slug !== undefined && !plan.customSlug) throw notInPlan(accountId, 'customSlug');
  const pairs = [
    ['peoplePerMeeting', wanted.maxPeople, plan.peoplePerMeeting],
    ['minutesPerMeeting', wanted.maxMinutes, plan.minutesPerMeeting],
  ] as const;
  for (const [limit, value, max] of pairs) {
    if (typeof value === 'number' && max !== null && value > max) throw limitReached({ accountId, limit, max, wanted: value });
  }
}

const slugTaken = () => new Failure('slug_taken', { fields: { 'body.slug': 'slug_taken' } });

/** A link that nobody guesses: the name, when it has Latin letters, with a random end. */
function ownSlug(name: string): string {
  const base = slugOf(name);
  return base === '' ? `${newCode(3)}-${newCode(4)}-${newCode(3)}` : `${base}-${newCode(4)}`;
}

/** `eraseAt`: of a room that is there for a time. */
export async function create(ctx: Ctx, input: NewRoom & { eraseAt?: Date }): Promise<RoomDetail> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.create')) throw notAllowed('rooms.create');
  const plan = await entitlementsFor(ctx.db.read, actor.accountId);
  checkPlan(input, { accountId: actor.accountId, plan });
  const at = new Date(ctx.now());
  const { tags = [], ...fields } = input;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  try {
    const row = await ctx.db.write(async (tx) => {
      await lockAccountRooms(tx, actor.accountId);
      const used = await accountRoomCount(tx, actor.accountId);
      if (!fits(plan.rooms, used)) throw limitReached({ accountId: actor.accountId, limit: 'rooms', max: plan.rooms, used });
      const defaults = await defaultsFor(ctx, tx, { accountId: actor.accountId, plan });
      const { accountId, locale } = actor;
      const made = await insertRoom(tx, {
        ...defaults,
        ...((defaults.welcome ?? '') === '' && (await welcomeFor(ctx, tx, { accountId, name: input.name, locale }))),
        ...given,
        ...tagColumns(tags),
        id: newId(ctx.now()),
        accountId: actor.accountId,
        ownerId: actor.userId,
        name: input.name,
        slug: input.slug ?? ownSlug(input.name),
        createdAt: at,
        updatedAt: at,
        changedBy: actor.userId,
      });
      await requireTags(ctx, tx, { view: viewed(askerOf(ctx), { room: made, share: null }), tags, was: 'new' });
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

/** Changes a room. Nothing is overwritten: the second to save gets a failure. */
export async function update(ctx: Ctx, id: string, input: RoomChange): Promise<RoomDetail> {
  const view = await findRoom(ctx, id);
  need(ctx, view, 'edit');
  const { version, tags, ...wanted } = input;
  const { accountId } = view.row;
  // the address that it has may be sent along
  const { slug, ...others } = wanted;
  const options = wanted.options === undefined ? {} : { options: { ...view.row.options, ...wanted.options } };
  checkPlan(slug === view.row.slug ? others : wanted, { accountId, plan: await entitlementsFor(ctx.system.read, accountId) });
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const change = { ...given, ...options, ...(tags === undefined ? {} : tagColumns(tags)) };
  try {
    const row = await handsOf(ctx, view.row).write(async (tx) => {
      const next = await changeRoom(
        tx,
        { id, version },
        { ...change, updatedAt: new Date(ctx.now()), changedBy: actorOf(ctx).userId },
      );
      if (next === null) return null;
      if (tags !== undefined) await requireTags(ctx, tx, { view, tags, was: 'kept' });
      await noteChange(ctx, tx, {
        room: next,
        action: 'rooms.changed',
        event: roomEvents.changed,
        data: { fields: [...Object.keys(given), ...(tags === undefined ? [] : ['tags'])].join(',') },
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
