/** Changing what a person of the account may do. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { changePlace, type AccountPlace, type PlaceChange } from '#core/accounts/server/places.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import type { iamCalls, MemberDetail } from '../iam.contract.ts';
import { roleOfPreset } from '../iam.rules.ts';
import type { Statement } from '../statements.rules.ts';
import { actorOf, loosens, provenHolder, requireFull, requireGivable, requireMatch } from './grants.service.ts';
import { groupsByIds, groupsOfMember, holdGroups, putInGroup, setsOfGroups, takeOutOfGroup } from './groups.queries.ts';
import type { SetRow } from './iam.table.ts';
import { detailOf, note, placeToActOn, statementsIn, thatPlace } from './members.service.ts';
import { findCompany, rightsAt } from './principals.service.ts';
import { attachSets, detachSets, setsByIds, setsOfMember } from './sets.queries.ts';

type MemberChange = Parsed<typeof iamCalls.update>['body'];
const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** The sets of these ids, all of this account. Throws `bad_request` for any that is not. */
export async function requireSets(tx: Db, accountId: string, ids: readonly string[]): Promise<SetRow[]> {
  const found = await setsByIds(tx, accountId, ids);
  if (found.length !== new Set(ids).size) throw new Failure('invalid_input', { fields: { 'body.sets': 'unknown_set' } });
  return found;
}
/** What these groups give, all of this account. */
export async function requireGroups(tx: Db, accountId: string, ids: readonly string[]): Promise<{ statements: Statement[] }[]> {
  const found = await groupsByIds(tx, accountId, ids);
  if (found.length !== new Set(ids).size) throw new Failure('invalid_input', { fields: { 'body.groups': 'unknown_group' } });
  return [...found, ...(await setsOfGroups(tx, ids)).map((one) => one.set)];
}

/** Adds to and takes from: ids. */
export const between = (before: readonly string[], after: readonly string[]) => ({
  add: after.filter((id) => !before.includes(id)),
  drop: before.filter((id) => !after.includes(id)),
});

async function changeSets(ctx: Ctx, tx: Db, { place, ids }: { place: AccountPlace; ids: readonly string[] }): Promise<void> {
  const key = { accountId: place.accountId, userId: place.userId };
  const before = await setsOfMember(tx, key);
  const { add, drop } = between(
    before.map((set) => set.id),
    ids,
  );
  await requireGivable(ctx, tx, { sets: await requireSets(tx, place.accountId, add) });
  if (before.some((set) => drop.includes(set.id) && loosens(set.statements, []))) await requireFull(ctx, tx);
  await attachSets(tx, { ...key, grantedBy: giver(ctx) }, add);
  await detachSets(tx, key, drop);
}

/** Locks the groups that somebody joins or leaves before anything is written: deleting a group locks it before the account's policy version. */
async function holdChanged(tx: Db, { place, ids }: { place: AccountPlace; ids: readonly string[] }): Promise<void> {
  const held = (await groupsOfMember(tx, place)).map((group) => group.id);
  const { add, drop } = between(held, ids);
  await holdGroups(tx, place.accountId, [...add, ...drop]);
}

async function changeGroups(ctx: Ctx, tx: Db, { place, ids }: { place: AccountPlace; ids: readonly string[] }): Promise<void> {
  const { accountId, userId } = place;
  const { add, drop } = between(
    (await groupsOfMember(tx, place)).map((group) => group.id),
    ids,
  );
  await requireGivable(ctx, tx, { sets: await requireGroups(tx, accountId, add) });
  const lost = drop.length === 0 ? [] : await requireGroups(tx, accountId, drop);
  if (lost.some((one) => loosens(one.statements, []))) await requireFull(ctx, tx);
  const since = new Date(ctx.now());
  for (const groupId of add) await putInGroup(tx, { accountId, groupId, state: 'in', grantedBy: giver(ctx), since }, [userId]);
  for (const groupId of drop) await takeOutOfGroup(tx, { groupId, userId });
}

const giver = (ctx: Ctx): string | null => (ctx.actor.kind === 'user' ? ctx.actor.userId : null);

const isLonger = (before: Date | null, after: number | null | undefined): boolean =>
  before !== null && after !== undefined && (after === null || after > before.getTime());

async function placeChange(ctx: Ctx, tx: Db, { place, body }: { place: AccountPlace; body: MemberChange }): Promise<PlaceChange> {
  const before = statementsIn(place.statements);
  const given = {
    ...(body.preset === undefined || body.preset === place.preset ? {} : { preset: body.preset }),
    ...(body.statements === undefined || !differ(body.statements, before) ? {} : { statements: body.statements }),
  };
  await requireGivable(ctx, tx, given);
  const boundary = body.boundary === undefined || !differ(body.boundary, place.boundary) ? undefined : body.boundary;
  if (given.statements !== undefined && loosens(before, given.statements)) await requireFull(ctx, tx);
  if (boundary !== undefined && place.boundary !== null) await requireFull(ctx, tx);
  if (body.expiresAt !== undefined && body.expiresAt !== null && body.expiresAt <= ctx.now())
    throw new Failure('invalid_input', { fields: { 'body.expiresAt': 'in_the_past' } });
  if (isLonger(place.expiresAt, body.expiresAt)) await requireMatch(ctx, tx, place.userId);
  const gave = Object.keys(given).length > 0;
  return {
    ...given,
    // names from before there were statements went with the former preset
    ...(given.preset === undefined ? {} : { role: roleOfPreset(given.preset), permissions: [] }),
    ...(boundary === undefined ? {} : { boundary }),
    ...(body.expiresAt === undefined ? {} : { expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt) }),
    ...(gave ? { grantedBy: giver(ctx) } : {}),
  };
}

/** What passes to somebody else's hand is measured by that hand from then on, all of it: they must hold what stays, too. */
async function requireRest(ctx: Ctx, tx: Db, { place, change }: { place: AccountPlace; change: PlaceChange }): Promise<void> {
  if (change.grantedBy === undefined || change.statements !== undefined) return;
  await requireGivable(ctx, tx, { statements: statementsIn(place.statements) });
}

/** Losing the permission to act for others ends those sessions. */
async function endActingWithout(ctx: Ctx, tx: Db, { accountId, userId }: AccountPlace): Promise<void> {
  const { accountKind } = actorOf(ctx);
  const company = accountKind === 'customer' ? null : await findCompany(tx, { accountId, userId });
  if (company === null) return;
  const at = { mfa: true, ip: ctx.caller.address, now: ctx.now() };
  if (rightsAt(company, { kind: accountKind, at }).scope.includes('users.impersonate')) return;
  await endSessions(ctx, tx, { choice: { actingBy: userId }, reason: 'acting-ended' });
}

/** It counts from the next request of that person on: every change carries the account's policy version on. */
export async function update(ctx: Ctx, id: string, body: MemberChange): Promise<MemberDetail> {
  const actor: UserActor = await provenHolder(ctx, 'iam.manage', thatPlace(id));
  return ctx.system.write(async (tx) => {
    const place = await placeToActOn(tx, actor, id);
    if (place.version !== body.version) throw new Failure('changed_meanwhile', { data: { version: place.version } });
    const change = await placeChange(ctx, tx, { place, body });
    await requireRest(ctx, tx, { place, change });
    if (body.groups !== undefined) await holdChanged(tx, { place, ids: body.groups });
    if (body.sets !== undefined) await changeSets(ctx, tx, { place, ids: body.sets });
    if (body.groups !== undefined) await changeGroups(ctx, tx, { place, ids: body.groups });
    const next = await changePlace(tx, place, change);
    await endActingWithout(ctx, tx, next);
    const { version: _version, ...fields } = body;
    await note(ctx, tx, { id, action: 'iam.changed', data: { fields: Object.keys(fields).join(',') } });
    // open pages ask again what they may show
    await ctx.bus.push(tx, { topic: `user:${id}`, kind: 'rights' });
    return detailOf(ctx, tx, next);
  });
}
