/** People of an account: the list, one of them, and taking them out. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { idCursor, pageOf } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { entitlementsFor, findSeats } from '#core/accounts/server/accounts.service.ts';
import { findNames, findPerson, setUnprovenEmail } from '#core/accounts/server/people.service.ts';
import { aliasOf, changePlace, findPlace, lockPlace, type AccountPlace } from '#core/accounts/server/places.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { makeFirstSignIn, mailReset } from '#core/identity/server/passwords/own-password.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import type { iamCalls, MemberDetail, MemberItem } from '../iam.contract.ts';
import { asStatements, keptStatements } from '../policy.contract.ts';
import { leaveAllGroups } from './groups.queries.ts';
import { actorOf, holder, ownPolicy, provenHolder, requireMatch } from './grants.service.ts';
import { type FoundMember, type MemberFilter, memberById, memberCount, membersPage, narrowedMembers } from './members.queries.ts';
import { holdPeople, mustFitPlan } from './rest.service.ts';
import { detachSets, setsOfMember } from './sets.queries.ts';
import { seatsTold } from './seats.service.ts';

/** Nobody acts on an owner or on themselves; on administrators only those who are as much. */
export function mayActOn(actor: UserActor, on: { id: string; role: string | null }): boolean {
  if (!actor.scope.includes('iam.manage') || on.role === 'owner' || on.id === actor.userId) return false;
  return on.role !== 'admin' || actor.role === 'owner' || actor.role === 'admin';
}
export function requireActOn(actor: UserActor, on: { id: string; role: string | null }): void {
  if (on.id === actor.userId) throw ownPolicy();
  if (!mayActOn(actor, on)) throw new Failure('owner_untouchable');
}

export function itemOf(actor: UserActor, row: FoundMember): MemberItem {
  const acts = mayActOn(actor, row);
  const member = row.kind === 'member';
  const byAlias = !row.email.includes('@');
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    email: byAlias ? null : row.email,
    signInName: byAlias ? row.email : null,
    state: row.state,
    preset: row.role === 'owner' ? 'owner' : row.preset,
    groups: row.groups,
    lastActiveAt: row.lastActiveAt,
    secondFactor: row.secondFactor,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    me: row.id === actor.userId,
    rights: { edit: acts && member, suspend: acts && member, remove: acts, reset: acts && member },
  };
}

const filterOf = (ctx: Ctx): MemberFilter => ({ accountId: actorOf(ctx).accountId, now: new Date(ctx.now()) });

export async function list(
  ctx: Ctx,
  query: {
    search?: string | undefined;
    state?: string | undefined;
    group?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<ResultIn<typeof iamCalls.members>> {
  const actor = holder(ctx, 'iam.view');
  const { search, state, group } = query;
  const asked: MemberFilter = {
    ...filterOf(ctx),
    ...(search === undefined ? {} : { search }),
    ...(state === undefined ? {} : { state }),
    ...(group === undefined ? {} : { group }),
  };
  // system: factors and sessions of others belong to no account; the account stands in the question
  const db = ctx.system.read;
  const filter = await narrowedMembers(db, asked);
  const rows = await membersPage(db, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, (last) => idCursor.write(last.key));
  return {
    items: shown.map((row) => itemOf(actor, row)),
    next,
    total: await memberCount(db, filter),
    seats: { used: await seatsTold(ctx, db, actor.accountId), max: (await entitlementsFor(db, actor.accountId)).people },
    alias: await aliasOf(db, actor.accountId),
    rights: { manage: actor.scope.includes('iam.manage') },
  };
}

/** One of the account's people or open invitations. Throws `not_found`. */
export async function findMember(ctx: Ctx, db: Db, id: string): Promise<FoundMember> {
  const row = await memberById(db, filterOf(ctx), id);
  if (row === null) throw notFound();
  return row;
}

/** What stands in the row was checked when it came in. */
export const statementsIn = (stored: readonly object[]) => asStatements(keptStatements.parse(stored));

export async function detailOf(ctx: Ctx, db: Db, place: AccountPlace): Promise<MemberDetail> {
  const actor = actorOf(ctx);
  const key = { accountId: place.accountId, userId: place.userId };
  const [found, sets, names] = await Promise.all([
    findMember(ctx, db, place.userId),
    setsOfMember(db, key),
    findNames(db, place.grantedBy === null ? [] : [place.grantedBy]),
  ]);
  return {
    ...itemOf(actor, found),
    statements: statementsIn(place.statements),
    boundary: place.boundary === null ? null : statementsIn(place.boundary),
    sets: sets.map(({ id, name }) => ({ id, name })),
    grantedBy: place.grantedBy === null ? null : { id: place.grantedBy, name: names.get(place.grantedBy) ?? '' },
    version: place.version,
  };
}

export async function get(ctx: Ctx, id: string): Promise<MemberDetail> {
  const { accountId } = holder(ctx, 'iam.view');
  // system: factors and sessions of others belong to no account; the account stands in the question
  const db = ctx.system.read;
  return detailOf(ctx, db, await findPlace(db, { accountId, userId: id }));
}

/** The place of somebody else that the actor may act on, held until the transaction ends. */
export async function placeToActOn(tx: Db, actor: UserActor, id: string): Promise<AccountPlace> {
  const place = await lockPlace(tx, { accountId: actor.accountId, userId: id });
  requireActOn(actor, { id: place.userId, role: place.role });
  return place;
}

/** Throws `not_found` unless the account has such a person. */
export const thatPlace = (id: string) => (db: Db, actor: UserActor) => findPlace(db, { accountId: actor.accountId, userId: id });

type MemberAction = { id: string; action: string; data?: Record<string, string> };
export const note = (ctx: Ctx, tx: Db, deed: MemberAction): Promise<void> =>
  record(ctx, tx, {
    action: deed.action,
    subjectKind: 'user',
    subjectId: deed.id,
    accountId: actorOf(ctx).accountId,
    ...(deed.data === undefined ? {} : { data: deed.data }),
  });

const out = (ctx: Ctx, tx: Db, place: AccountPlace) =>
  endSessions(ctx, tx, { choice: { userId: place.userId, inAccount: place.accountId }, reason: 'user-suspended' });

/** Sessions, refresh tokens and open sockets end with the transaction (abuse row 18). */
export async function suspend(ctx: Ctx, id: string): Promise<MemberDetail> {
  const actor = holder(ctx, 'iam.manage');
  return ctx.system.write(async (tx) => {
    const place = await placeToActOn(tx, actor, id);
    if (place.state === 'suspended' && place.suspendedWhy === null) return detailOf(ctx, tx, place);
    const next = await changePlace(tx, place, { state: 'suspended' });
    await out(ctx, tx, next);
    await note(ctx, tx, { id, action: 'iam.suspended' });
    return detailOf(ctx, tx, next);
  });
}

export async function resume(ctx: Ctx, id: string): Promise<MemberDetail> {
  const actor = await provenHolder(ctx, 'iam.manage', thatPlace(id));
  return ctx.system.write(async (tx) => {
    await holdPeople(tx, actor.accountId);
    const place = await placeToActOn(tx, actor, id);
    if (place.state === 'active') return detailOf(ctx, tx, place);
    await requireMatch(ctx, tx, id);
    await mustFitPlan(ctx, tx, place.accountId);
    const next = await changePlace(tx, place, { state: 'active' });
    await note(ctx, tx, { id, action: 'iam.resumed' });
    return detailOf(ctx, tx, next);
  });
}

/** A name of the account's own is free again once its holder has no membership anywhere. No alias begins with a dash: nobody can sign in with it. */
async function freeName(tx: Db, userId: string): Promise<void> {
  const person = await findPerson(tx, userId);
  if (person === null || person.email.includes('@') || (await findSeats(tx, userId)).length > 0) return;
  await setUnprovenEmail(tx, { userId, email: `-/${userId}` });
}

/** The place stays as a tombstone: what its holder gave to others goes on being measured by it. */
export async function remove(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const actor = await provenHolder(ctx, 'iam.manage', thatPlace(id));
  await ctx.system.write(async (tx) => {
    const place = await placeToActOn(tx, actor, id);
    await changePlace(tx, place, { state: 'deleted' });
    await out(ctx, tx, place);
    await freeName(tx, id);
    await note(ctx, tx, { id, action: 'iam.removed' });
    const { accountId, role } = place;
    await ctx.events.publish(ctx, tx, { name: accountEvents.memberRemoved, accountId, data: { userId: id, role } });
  });
  return {};
}

/** What a tombstone held counts for what its holder gave; a new place of the same person begins without it. */
export async function clearPlace(tx: Db, key: { accountId: string; userId: string }): Promise<void> {
  await leaveAllGroups(tx, key);
  const sets = await setsOfMember(tx, key);
  await detachSets(
    tx,
    key,
    sets.map((set) => set.id),
  );
}

/** Out until a new password was chosen: by a mail, or by a link that is handed over. */
export async function reset(ctx: Ctx, id: string): Promise<ResultIn<typeof iamCalls.reset>> {
  const actor = await provenHolder(ctx, 'iam.manage', thatPlace(id));
  return ctx.system.write(async (tx) => {
    const place = await placeToActOn(tx, actor, id);
    const person = await findPerson(tx, id);
    if (person === null) throw notFound();
    const mailed = person.email.includes('@');
    // the link lets the caller sign in as this person
    if (!mailed) await requireMatch(ctx, tx, id);
    const next = await changePlace(tx, place, { lockedAt: new Date(ctx.now()) });
    await out(ctx, tx, next);
    await note(ctx, tx, { id, action: 'iam.reset' });
    if (mailed) await mailReset(ctx, tx, person);
    const firstSignIn = mailed ? null : await makeFirstSignIn(ctx, tx, person);
    return { member: await detailOf(ctx, tx, next), firstSignIn };
  });
}
