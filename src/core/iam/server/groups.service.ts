/** Groups of people in an account. */
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { lockPlaces } from '#core/accounts/server/places.service.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { idCursor, pageOf } from '#kit/server/db/cursor.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { GroupDetail, GroupItem, groupsCalls } from '../groups.contract.ts';
import { iamLimits } from '../iam.rules.ts';
import { between, requireSets } from './change.service.ts';
import { emptyClaim } from './claims.queries.ts';
import { actorOf, holder, loosens, ownPolicy, provenHolder, requireFull, requireGivable } from './grants.service.ts';
import {
  changeGroup,
  deleteGroup,
  groupById,
  groupCount,
  totalGroups,
  groupPlace,
  groupsPage,
  insertGroup,
  lockGroup,
  narrowedGroups,
  peopleInGroup,
  setGroupSets,
  setsOfGroups,
} from './groups.queries.ts';
import type { GroupRow, SetRow } from './iam.table.ts';
import { nameTaken } from './sets.service.ts';

type ShownGroup = { group: GroupRow; people: number; sets: readonly SetRow[] };
const itemOf = (actor: UserActor, { group, people, sets }: ShownGroup): GroupItem => ({
  id: group.id,
  name: group.name,
  description: group.description,
  people,
  sets: sets.map(({ id, name }) => ({ id, name })),
  statements: group.statements.length,
  createdAt: group.createdAt.getTime(),
  rights: { edit: actor.scope.includes('groups.manage') },
});

export async function list(
  ctx: Ctx,
  query: Parsed<typeof groupsCalls.list>['query'],
): Promise<ResultIn<typeof groupsCalls.list>> {
  const actor = holder(ctx, 'groups.view');
  const db = ctx.db.read;
  const asked = { accountId: actor.accountId, ...(query.search === undefined ? {} : { search: query.search }) };
  const filter = await narrowedGroups(ctx.system.read, asked);
  const rows = await groupsPage(db, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, ({ group }) => idCursor.write(group.id));
  const sets = await setsOfGroups(
    db,
    shown.map(({ group }) => group.id),
  );
  const setsOf = (id: string) => sets.filter((one) => one.groupId === id).map((one) => one.set);
  return {
    items: shown.map((row) => itemOf(actor, { ...row, sets: setsOf(row.group.id) })),
    next,
    total: await totalGroups(db, filter),
    rights: { manage: actor.scope.includes('groups.manage') },
  };
}

/** A group of the actor's account. Throws `not_found`. */
export async function findGroup(db: Db, actor: UserActor, id: string): Promise<GroupRow> {
  const group = await groupById(db, { accountId: actor.accountId, id });
  if (group === null) throw notFound();
  return group;
}

async function detailOf(ctx: Ctx, db: Db, group: GroupRow): Promise<GroupDetail> {
  const sets = (await setsOfGroups(db, [group.id])).map((one) => one.set);
  const item = itemOf(actorOf(ctx), { group, people: await peopleInGroup(db, group.id), sets });
  return { ...item, statements: group.statements, claim: group.claim, version: group.version };
}

export async function get(ctx: Ctx, id: string): Promise<GroupDetail> {
  const actor = holder(ctx, 'groups.view');
  return detailOf(ctx, ctx.db.read, await findGroup(ctx.db.read, actor, id));
}

export const note = (ctx: Ctx, tx: Db, deed: { id: string; action: string; data?: Record<string, string> }) =>
  record(ctx, tx, {
    action: deed.action,
    subjectKind: 'group',
    subjectId: deed.id,
    accountId: actorOf(ctx).accountId,
    ...(deed.data === undefined ? {} : { data: deed.data }),
  });

const named = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (isDuplicate(error, 'iam_groups_name')) throw nameTaken();
    if (isDuplicate(error, 'iam_groups_claim')) throw new Failure('name_taken', { fields: { 'body.claim': 'name_taken' } });
    throw error;
  }
};

export async function create(ctx: Ctx, body: Parsed<typeof groupsCalls.create>['body']): Promise<GroupDetail> {
  const actor = await provenHolder(ctx, 'groups.manage');
  const { accountId, userId } = actor;
  const at = new Date(ctx.now());
  const { name, description, statements, claim } = body;
  const group: GroupRow = {
    id: newId(ctx.now()),
    accountId,
    name,
    description,
    statements,
    grantedBy: userId,
    claim,
    claimBy: claim === null ? null : userId,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  return named(
    ctx.system.write(async (tx) => {
      await requireGivable(ctx, tx, { statements, sets: await requireSets(tx, accountId, body.sets) });
      await lockPlaces(tx, accountId);
      const [max, used] = [iamLimits.groups, await groupCount(tx, { accountId })];
      const { groups: bought } = await entitlementsFor(tx, accountId);
      if (!fits(bought, used)) throw limitReached({ accountId, limit: 'groups', max: bought, used });
      if (used >= max) throw new Failure('limit_reached', { data: { limit: 'groups', max, used } });
      await insertGroup(tx, group);
      await setGroupSets(tx, { accountId, groupId: group.id, grantedBy: userId }, { add: body.sets, drop: [] });
      await note(ctx, tx, { id: group.id, action: 'iam.group-created' });
      return detailOf(ctx, tx, group);
    }),
  );
}

/** Nobody changes what a group gives in which they are themselves. */
export async function requireOutside(tx: Db, actor: UserActor, groupId: string): Promise<void> {
  if (actor.role === 'owner') return;
  const place = await groupPlace(tx, { groupId, userId: actor.userId });
  if (place?.state === 'in') throw ownPolicy();
}

type GroupChange = Parsed<typeof groupsCalls.update>['body'];
async function changeWhatItGives(ctx: Ctx, tx: Db, { group, body }: { group: GroupRow; body: GroupChange }): Promise<void> {
  const actor = actorOf(ctx);
  const { statements } = body;
  await requireOutside(tx, actor, group.id);
  if (statements !== undefined) {
    await requireGivable(ctx, tx, { statements });
    if (loosens(group.statements, statements)) await requireFull(ctx, tx);
  }
  if (body.sets === undefined) return;
  const before = (await setsOfGroups(tx, [group.id])).map((one) => one.set);
  const change = between(
    before.map((set) => set.id),
    body.sets,
  );
  await requireGivable(ctx, tx, { sets: await requireSets(tx, actor.accountId, change.add) });
  if (before.some((set) => change.drop.includes(set.id) && loosens(set.statements, []))) await requireFull(ctx, tx);
  await setGroupSets(tx, { accountId: actor.accountId, groupId: group.id, grantedBy: actor.userId }, change);
}

export async function update(ctx: Ctx, id: string, body: GroupChange): Promise<GroupDetail> {
  const actor = await provenHolder(ctx, 'groups.manage', (db, of) => findGroup(db, of, id));
  const { version, name, description, statements, sets, claim } = body;
  return named(
    ctx.system.write(async (tx) => {
      const group = await lockGroup(tx, { accountId: actor.accountId, id });
      if (group === null) throw notFound();
      const otherClaim = claim !== undefined && claim !== group.claim;
      // leaving the group locks the place in it before the account's policy version, which a change of the group writes
      if (otherClaim && group.claim !== null) {
        await requireOutside(tx, actor, id);
        await emptyClaim(tx, id);
      }
      const next = await changeGroup(
        tx,
        { id, version },
        {
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(statements === undefined ? {} : { statements, grantedBy: actor.userId }),
          ...(!otherClaim ? {} : { claim, claimBy: claim === null ? null : actor.userId }),
          updatedAt: new Date(ctx.now()),
        },
      );
      if (next === null) throw new Failure('changed_meanwhile', { data: { version: group.version } });
      if (statements !== undefined || sets !== undefined) await changeWhatItGives(ctx, tx, { group, body });
      if (otherClaim) await changeClaim(ctx, tx, { before: group, after: next });
      await note(ctx, tx, { id, action: 'iam.group-changed' });
      return detailOf(ctx, tx, next);
    }),
  );
}

/** A claim puts people into the group, as giving it to each of them would; those of the former one are gone by now. */
async function changeClaim(ctx: Ctx, tx: Db, { before, after }: { before: GroupRow; after: GroupRow }): Promise<void> {
  await requireOutside(tx, actorOf(ctx), after.id);
  const sets = (await setsOfGroups(tx, [after.id])).map((one) => one.set);
  if (after.claim !== null) await requireGivable(ctx, tx, { statements: after.statements, sets });
  if (before.claim !== null && (await holdsBack(tx, before))) await requireFull(ctx, tx);
}

/** Whether leaving the group takes away something that held people back. */
export async function holdsBack(db: Db, group: GroupRow): Promise<boolean> {
  const sets = await setsOfGroups(db, [group.id]);
  return loosens(group.statements, []) || sets.some(({ set }) => loosens(set.statements, []));
}

export async function remove(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const actor = await provenHolder(ctx, 'groups.manage', (db, of) => findGroup(db, of, id));
  await ctx.system.write(async (tx) => {
    const group = await findGroup(tx, actor, id);
    await requireOutside(tx, actor, id);
    if (await holdsBack(tx, group)) await requireFull(ctx, tx);
    await deleteGroup(tx, id);
    await note(ctx, tx, { id, action: 'iam.group-removed' });
  });
  return {};
}
