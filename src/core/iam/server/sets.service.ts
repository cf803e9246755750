/** Permission sets: statements with a name, given to people and groups. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { cursorOf, cursorText, pageOf } from '#kit/server/db/cursor.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { iamCalls, SetView } from '../iam.contract.ts';
import { iamLimits } from '../iam.rules.ts';
import { actorOf, holder, loosens, ownPolicy, provenHolder, requireFull, requireGivable } from './grants.service.ts';
import type { SetRow } from './iam.table.ts';
import { changeSet, deleteSet, hasSet, insertSet, setById, setCount, setsPage, type SetUse, usesOfSet } from './sets.queries.ts';

const viewOf = (actor: UserActor, { set, people, groups }: SetUse): SetView => ({
  id: set.id,
  name: set.name,
  description: set.description,
  statements: set.statements,
  people,
  groups,
  version: set.version,
  updatedAt: set.updatedAt.getTime(),
  rights: { edit: actor.scope.includes('iam.manage') },
});

const setCursor = cursorOf(cursorText);

export async function listSets(ctx: Ctx, query: Parsed<typeof iamCalls.sets>['query']): Promise<ResultIn<typeof iamCalls.sets>> {
  const actor = holder(ctx, 'iam.view');
  const filter = { accountId: actor.accountId, ...(query.search === undefined ? {} : { search: query.search }) };
  const rows = await setsPage(ctx.db.read, filter, { after: setCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, ({ set }) => setCursor.write(set.name.toLowerCase()));
  return {
    items: shown.map((row) => viewOf(actor, row)),
    next,
    total: await setCount(ctx.db.read, filter),
  };
}

const note = (ctx: Ctx, tx: Db, { id, action }: { id: string; action: string }) =>
  record(ctx, tx, { action, subjectKind: 'permission-set', subjectId: id, accountId: actorOf(ctx).accountId });

export const nameTaken = () => new Failure('name_taken', { fields: { 'body.name': 'name_taken' } });

export async function createSet(ctx: Ctx, body: Parsed<typeof iamCalls.createSet>['body']): Promise<SetView> {
  const actor = await provenHolder(ctx, 'iam.manage');
  const at = new Date(ctx.now());
  const set: SetRow = {
    id: newId(ctx.now()),
    accountId: actor.accountId,
    ...body,
    grantedBy: actor.userId,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  try {
    await ctx.system.write(async (tx) => {
      await requireGivable(ctx, tx, { statements: body.statements });
      const max = iamLimits.sets;
      const used = await setCount(tx, actor);
      if (used >= max) throw new Failure('limit_reached', { data: { limit: 'permissionSets', max, used } });
      await insertSet(tx, set);
      await note(ctx, tx, { id: set.id, action: 'iam.set-created' });
    });
  } catch (error) {
    if (isDuplicate(error, 'iam_sets_name')) throw nameTaken();
    throw error;
  }
  return viewOf(actor, { set, people: 0, groups: 0 });
}

async function findSet(db: Db, actor: UserActor, id: string): Promise<SetRow> {
  const set = await setById(db, { accountId: actor.accountId, id });
  if (set === null) throw notFound();
  return set;
}

/** The set, when the actor may change it: nobody changes what they were given themselves. */
async function setToChange(tx: Db, actor: UserActor, id: string): Promise<SetRow> {
  const set = await findSet(tx, actor, id);
  const { accountId, userId } = actor;
  if (actor.role !== 'owner' && (await hasSet(tx, { accountId, userId, setId: id }))) throw ownPolicy();
  return set;
}

export async function updateSet(ctx: Ctx, id: string, body: Parsed<typeof iamCalls.updateSet>['body']): Promise<SetView> {
  const actor = await provenHolder(ctx, 'iam.manage', (db, of) => findSet(db, of, id));
  const { version, name, description, statements } = body;
  try {
    return await ctx.system.write(async (tx) => {
      const before = await setToChange(tx, actor, id);
      if (statements !== undefined) {
        await requireGivable(ctx, tx, { statements });
        if (loosens(before.statements, statements)) await requireFull(ctx, tx);
      }
      const set = await changeSet(
        tx,
        { id, version },
        {
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(statements === undefined ? {} : { statements, grantedBy: actor.userId }),
          updatedAt: new Date(ctx.now()),
        },
      );
      if (set === null) throw new Failure('changed_meanwhile', { data: { version: before.version } });
      await note(ctx, tx, { id, action: 'iam.set-changed' });
      return viewOf(actor, { ...(await usesOfSet(tx, id)), set });
    });
  } catch (error) {
    if (isDuplicate(error, 'iam_sets_name')) throw nameTaken();
    throw error;
  }
}

export async function removeSet(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const actor = await provenHolder(ctx, 'iam.manage', (db, of) => findSet(db, of, id));
  await ctx.system.write(async (tx) => {
    const set = await setToChange(tx, actor, id);
    if (loosens(set.statements, [])) await requireFull(ctx, tx);
    await deleteSet(tx, id);
    await note(ctx, tx, { id, action: 'iam.set-removed' });
  });
  return {};
}
