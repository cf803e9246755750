/** Rooms that accounts offer each other. What crosses accounts is written by the system; who reads looks with the account's own eyes. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { idCursor, pageById, pageOf } from '#kit/server/db/cursor.ts';
import { isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record, recordForBoth } from '#core/audit/server/audit.service.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { membersAmong } from '#core/accounts/server/ending.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { actorOf, findRoom, type RoomView } from '#meet/rooms/server/access.service.ts';
import { roomsById } from '#meet/rooms/server/live.service.ts';
import type { networkCalls, NetworkRoom } from '../network.contract.ts';
import { comesIn, networkLimits } from '../network.rules.ts';
import {
  admissionsTo,
  countOffers,
  deleteOffer,
  insertOffer,
  type OfferWithAnswer,
  offersOf,
  offersTo,
  offerTo,
  putAnswer,
  takersOf,
} from './network.queries.ts';
import { areOneNetwork, countPartners } from './partners.queries.ts';

type DoneResult = { done: true };
const done: DoneResult = { done: true };

export function managerOf(ctx: Ctx): UserActor {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('network.manage')) throw notAllowed('network.manage');
  return actor;
}

/** Refreshes open lists of both sides. */
export async function tellBoth(ctx: Ctx, tx: Parameters<Ctx['bus']['push']>[0], accounts: readonly string[]): Promise<void> {
  for (const accountId of accounts) await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'network' });
}

const seesAll = (actor: UserActor) => actor.scope.includes('network.manage');
const mayEnter = (actor: UserActor, { answer }: OfferWithAnswer) =>
  answer !== null && answer.state === 'accepted' && comesIn(answer, actor.userId);

export async function rooms(
  ctx: Ctx,
  query: Parsed<typeof networkCalls.rooms>['query'],
): Promise<ResultIn<typeof networkCalls.rooms>> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.view')) throw notAllowed('rooms.view');
  const manages = seesAll(actor);
  const page = { before: idCursor.read(query.cursor), limit: query.limit + 1 };
  const found = await offersTo(ctx.db.read, { accountId: actor.accountId, which: manages ? 'all' : 'taken' }, page);
  const { shown, next } = pageOf(found, query.limit, (last) => idCursor.write(last.offer.id));
  const visible = shown.filter((one) => manages || mayEnter(actor, one));
  // the offers were seen with the account's own eyes; what they are about belongs to others
  const { read } = ctx.system;
  const [about, names] = await Promise.all([
    roomsById(
      read,
      visible.map((one) => one.offer.roomId),
    ),
    findAccountNames(
      read,
      visible.map((one) => one.offer.accountId),
    ),
  ]);
  const known = manages ? visible.flatMap((one) => one.answer?.people ?? []) : [];
  // people belong to no account, hence the system's eyes
  const members = await membersAmong(ctx.system.read, { accountId: actor.accountId, ids: known, now: ctx.now() });
  const people = new Map(members.map(({ id, name }) => [id, { id, name }]));
  return {
    items: visible.flatMap((one): NetworkRoom[] => {
      const room = about.get(one.offer.roomId);
      if (room === undefined) return [];
      const enters = mayEnter(actor, one);
      return [
        {
          id: one.offer.id,
          name: room.name,
          slug: enters ? room.slug : null,
          from: { id: one.offer.accountId, name: names.get(one.offer.accountId) ?? '' },
          role: one.offer.role,
          wide: one.offer.toAccountId === null,
          state: one.answer?.state ?? 'offered',
          live: enters && room.liveState === 'live',
          people: enters ? room.livePeople : 0,
          who: one.answer?.state === 'accepted' ? one.answer.who : null,
          chosen: manages ? (one.answer?.people ?? []).flatMap((id) => people.get(id) ?? []) : [],
          at: one.offer.createdAt.getTime(),
        },
      ];
    }),
    next,
    rights: { manage: manages },
  };
}

/** Takes an offered room, changes who comes in, or declines it. An offer to others is not there. */
export async function answerOffer(
  ctx: Ctx,
  input: { id: string; body: Parsed<typeof networkCalls.answer>['body'] },
): Promise<DoneResult> {
  const actor = managerOf(ctx);
  const { state, who, people } = input.body;
  return ctx.system.write(async (tx) => {
    const offer = await offerTo(tx, { offerId: input.id, accountId: actor.accountId });
    if (offer === null) throw notFound();
    const query = { accountId: actor.accountId, ids: people, now: ctx.now() };
    const members = new Set((await membersAmong(tx, query)).map((one) => one.id));
    const before = await admissionsTo(tx, { roomId: offer.roomId, accountId: actor.accountId });
    const chosen = new Set(before.flatMap((one) => one.people));
    // somebody of another account cannot be let in by this one; who was chosen and left is left out
    if (people.some((id) => !members.has(id) && !chosen.has(id))) throw notFound();
    const at = new Date(ctx.now());
    await putAnswer(tx, {
      id: newId(ctx.now()),
      accountId: actor.accountId,
      offerId: offer.id,
      fromAccountId: offer.accountId,
      roomId: offer.roomId,
      state,
      who,
      people: who === 'chosen' ? people.filter((id) => members.has(id)) : [],
      answeredBy: actor.userId,
      createdAt: at,
      changedAt: at,
    });
    const action = state === 'accepted' ? { action: 'network.room-accepted' } : { action: 'network.room-declined' };
    const deed = { ...action, subjectKind: 'room', subjectId: offer.roomId, data: { who } };
    await recordForBoth(ctx, tx, { ...deed, accountId: offer.accountId });
    await tellBoth(ctx, tx, [offer.accountId, actor.accountId]);
    return done;
  });
}

export async function offers(
  ctx: Ctx,
  query: Parsed<typeof networkCalls.offers>['query'],
): Promise<ResultIn<typeof networkCalls.offers>> {
  const actor = managerOf(ctx);
  const found = await offersOf(ctx.db.read, actor.accountId, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageById(found, query.limit);
  const ids = shown.map((row) => row.id);
  const takers = ids.length === 0 ? [] : await takersOf(ctx.db.read, ids);
  const others = [...takers.map((one) => one.accountId), ...shown.flatMap((row) => row.toAccountId ?? [])];
  const [about, names] = await Promise.all([
    roomsById(
      ctx.db.read,
      shown.map((row) => row.roomId),
    ),
    // names of accounts that agreed to be known
    findAccountNames(ctx.system.read, others),
  ]);
  const nameOf = (id: string) => ({ id, name: names.get(id) ?? '' });
  return {
    items: shown.map((row) => ({
      id: row.id,
      room: { id: row.roomId, name: about.get(row.roomId)?.name ?? '' },
      to: row.toAccountId === null ? null : nameOf(row.toAccountId),
      role: row.role,
      taken: takers.filter((one) => one.offerId === row.id).map((one) => nameOf(one.accountId)),
      at: row.createdAt.getTime(),
    })),
    next,
  };
}

/** Offers a room. Throws `not_found` for a room or an account that the asker has no part in, `no_network` when nobody could take it. */
export async function offer(ctx: Ctx, body: Parsed<typeof networkCalls.offer>['body']): Promise<{ id: string }> {
  const actor = managerOf(ctx);
  const view = await findRoom(ctx, body.roomId);
  if (view.row.accountId !== actor.accountId) throw notFound();
  const id = newId(ctx.now());
  try {
    await ctx.system.write(async (tx) => {
      if (body.to !== null && !(await areOneNetwork(tx, actor.accountId, body.to))) throw notFound();
      if (body.to === null) {
        const own = await findStanding(tx, actor.accountId);
        if (own?.kind === 'customer' && own.vendorAccountId === null && (await countPartners(tx, actor.accountId)) === 0)
          throw new Failure('no_network');
      }
      if ((await countOffers(tx, actor.accountId)) >= networkLimits.offers)
        throw new Failure('limit_reached', { data: { limit: networkLimits.offers } });
      await insertOffer(tx, {
        id,
        accountId: actor.accountId,
        roomId: body.roomId,
        toAccountId: body.to,
        role: body.role,
        createdBy: actor.userId,
        createdAt: new Date(ctx.now()),
      });
      await record(ctx, tx, {
        action: 'network.room-offered',
        subjectKind: 'room',
        subjectId: body.roomId,
        data: { to: body.to, role: body.role },
      });
      await tellBoth(ctx, tx, body.to === null ? [actor.accountId] : [actor.accountId, body.to]);
    });
  } catch (error) {
    if (isDuplicate(error, 'network_offers_once')) throw new Failure('offered_already');
    throw error;
  }
  return { id };
}

/** Ends an offer: from now on nobody comes in by it. */
export async function endOffer(ctx: Ctx, id: string): Promise<DoneResult> {
  const actor = managerOf(ctx);
  return ctx.system.write(async (tx) => {
    const takers = await takersOf(tx, [id]);
    const row = await deleteOffer(tx, { id, accountId: actor.accountId });
    if (row === null) throw notFound();
    await record(ctx, tx, { action: 'network.offer-ended', subjectKind: 'room', subjectId: row.roomId });
    await tellBoth(ctx, tx, [actor.accountId, ...takers.map((one) => one.accountId)]);
    return done;
  });
}

/**
 * The room as somebody sees it whose account took it: a stranger becomes what the offer says. Looks with the account's own eyes, so an
 * offer that ended, or an account that left the network, opens nothing from that moment on.
 */
export async function admitted(ctx: Ctx, view: RoomView): Promise<RoomView> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || view.role !== 'stranger' || !actor.scope.includes('rooms.view')) return view;
  const found = await admissionsTo(ctx.db.read, { roomId: view.row.id, accountId: actor.accountId });
  const roles = found.filter((one) => comesIn(one, actor.userId)).map((one) => one.role);
  if (roles.length === 0) return view;
  return { ...view, role: roles.includes('moderator') ? 'moderator' : 'participant' };
}
