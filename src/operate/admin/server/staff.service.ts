/** The people who work for the operator. Nobody gives more than they hold, and nobody changes their own place. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { idCursor, pageOf } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPersonByEmail } from '#core/accounts/server/people.service.ts';
import {
  type StaffColleague,
  findColleague,
  placeStaff,
  removeStaff,
  staffOf,
  unlessPlaced,
} from '#core/accounts/server/staff.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { addNewcomer, welcome } from '#core/identity/server/owners.service.ts';
import { requireFull, requireMatch } from '#core/iam/server/grants.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import { tidyEmail } from '#core/identity/identity.rules.ts';
import { beyondGiver, isStaffRole, permissionsOf, type StaffRole, staffRoleNames } from '../admin.rules.ts';
import type { StaffView, staffCalls } from '../staff.contract.ts';

/** The actor, who must manage the staff. A vendor or a customer has none: for them there is no such thing. */
function managerOf(ctx: Ctx): UserActor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('staff.manage')) throw notAllowed('staff.manage');
  return actor;
}

const viewOf = (actor: UserActor, row: StaffColleague): StaffView => ({
  id: row.userId,
  name: row.name,
  email: row.email,
  roles: row.roles.filter(isStaffRole),
  permissions: [...row.permissions].sort(),
  state: row.state !== 'active' ? 'suspended' : row.hasPassword ? 'active' : 'invited',
  since: row.createdAt.getTime(),
  rights: { edit: row.userId !== actor.userId && beyondGiver(actor.scope, row.permissions) === null },
});

export async function listStaff(
  ctx: Ctx,
  query: Parsed<typeof staffCalls.list>['query'],
): Promise<ResultIn<typeof staffCalls.list>> {
  const actor = managerOf(ctx);
  const rows = await staffOf(ctx.db.read, actor.accountId, { after: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, (last) => idCursor.write(last.userId));
  return {
    items: shown.map((row) => viewOf(actor, row)),
    next,
    mayGive: staffRoleNames.filter((role) => beyondGiver(actor.scope, permissionsOf([role])) === null),
  };
}

/** Throws `exceeds_own`, with the permission, when these roles hold more than the giver. */
function permissionsToGive(actor: UserActor, roles: readonly StaffRole[]): string[] {
  const permissions = permissionsOf(roles);
  const beyond = beyondGiver(actor.scope, permissions);
  if (beyond !== null) throw new Failure('exceeds_own', { data: { permission: beyond } });
  return permissions;
}

async function colleagueFor(ctx: Ctx, tx: Db, id: string): Promise<StaffColleague> {
  const actor = managerOf(ctx);
  if (id === actor.userId) throw new Failure('own_place');
  const found = isId(id) ? await findColleague(tx, actor.accountId, id) : null;
  if (found === null) throw notFound();
  // colleagues with more permissions than the actor cannot be changed
  const beyond = beyondGiver(actor.scope, found.permissions);
  if (beyond !== null) throw new Failure('exceeds_own', { data: { permission: beyond } });
  await requireMatch(ctx, tx, id);
  return found;
}

const shownNow = async (tx: Db, actor: UserActor, id: string): Promise<StaffView> => {
  const row = await findColleague(tx, actor.accountId, id);
  if (row === null) throw notFound();
  return viewOf(actor, row);
};

/** A place among the staff for somebody by mail address. Needs a fresh proof. */
export async function addStaff(ctx: Ctx, body: Parsed<typeof staffCalls.add>['body']): Promise<StaffView> {
  const actor = managerOf(ctx);
  const permissions = permissionsToGive(actor, body.roles);
  await requireProof(ctx);
  // the system's eyes: a person is looked up across accounts, and places are written by it alone
  return ctx.system.write(async (tx) => {
    const known = await findPersonByEmail(tx, tidyEmail(body.email));
    const userId = known?.id ?? (await addNewcomer(ctx, tx, body));
    const key = { accountId: actor.accountId, userId };
    if (!(await unlessPlaced(tx, key))) throw new Failure('already_member', { fields: { 'body.email': 'already_member' } });
    await placeStaff(ctx, tx, { ...key, grant: { roles: body.roles, permissions, grantedBy: actor.userId } });
    if (known === null) await welcome(ctx, tx, key);
    await record(ctx, tx, {
      action: 'accounts.staff-added',
      subjectKind: 'user',
      subjectId: userId,
      data: { roles: body.roles.join(',') },
    });
    return shownNow(tx, actor, userId);
  });
}

/** Other roles, from the next request on. Needs a fresh proof. */
export async function changeStaff(ctx: Ctx, input: { id: string; roles: readonly StaffRole[] }): Promise<StaffView> {
  const actor = managerOf(ctx);
  const permissions = permissionsToGive(actor, input.roles);
  if (input.id === actor.userId) throw new Failure('own_place');
  await requireProof(ctx);
  return ctx.system.write(async (tx) => {
    const { userId, bounded } = await colleagueFor(ctx, tx, input.id);
    // new roles take away what holds them back
    if (bounded) await requireFull(ctx, tx);
    await placeStaff(ctx, tx, {
      accountId: actor.accountId,
      userId,
      grant: { roles: input.roles, permissions, grantedBy: actor.userId },
    });
    if (!permissions.includes('users.impersonate'))
      await endSessions(ctx, tx, { choice: { actingBy: userId }, reason: 'acting-ended' });
    await record(ctx, tx, {
      action: 'accounts.staff-changed',
      subjectKind: 'user',
      subjectId: userId,
      data: { roles: input.roles.join(',') },
    });
    return shownNow(tx, actor, userId);
  });
}

/** Removes somebody from the staff: their next request is refused, and they stop acting for anybody. Needs a fresh proof. */
export async function endStaff(ctx: Ctx, input: { id: string }): Promise<void> {
  const actor = managerOf(ctx);
  if (input.id === actor.userId) throw new Failure('own_place');
  await requireProof(ctx);
  await ctx.system.write(async (tx) => {
    const { userId } = await colleagueFor(ctx, tx, input.id);
    await removeStaff(ctx, tx, { accountId: actor.accountId, userId });
    await endSessions(ctx, tx, { choice: { userId, inAccount: actor.accountId }, reason: 'removed' });
    await record(ctx, tx, { action: 'accounts.staff-removed', subjectKind: 'user', subjectId: userId });
  });
}
