/** Who is in a group: put in, asked, taken out, and what each says to it. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { pageOf, textKeyCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { lockPlace } from '#core/accounts/server/places.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import type { groupsCalls } from '../groups.contract.ts';
import { actorOf, holder, ownPolicy, provenHolder, requireFull, requireGivable } from './grants.service.ts';
import {
  acceptPlace,
  groupPeopleCount,
  groupPeoplePage,
  groupPlace,
  holdGroups,
  placesOfMember,
  putInGroup,
  setsOfGroups,
  takeOutOfGroup,
} from './groups.queries.ts';
import { findGroup, holdsBack, note, requireOutside } from './groups.service.ts';
import { myGroupsPath } from './iam.mail.ts';
import type { GroupRow } from './iam.table.ts';
import { requireActOn, thatPlace } from './members.service.ts';

export async function people(
  ctx: Ctx,
  id: string,
  query: Parsed<typeof groupsCalls.members>['query'],
): Promise<ResultIn<typeof groupsCalls.members>> {
  const actor = holder(ctx, 'groups.view');
  const db = ctx.db.read;
  await findGroup(db, actor, id);
  const rows = await groupPeoplePage(db, id, { after: textKeyCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, ({ userId, name }) => textKeyCursor.write({ key: name, id: userId }));
  return {
    items: shown,
    next,
    total: await groupPeopleCount(db, id),
  };
}

/** Putting somebody into a group gives them what it gives. */
async function requireGroupGivable(ctx: Ctx, tx: Db, group: GroupRow): Promise<void> {
  const sets = (await setsOfGroups(tx, [group.id])).map((one) => one.set);
  await requireGivable(ctx, tx, { statements: group.statements, sets });
}

async function requireMovable(tx: Db, actor: UserActor, userId: string): Promise<void> {
  const place = await lockPlace(tx, { accountId: actor.accountId, userId });
  if (actor.role === 'owner') return;
  // with `groups.manage` alone, people are moved as with `iam.manage`
  requireActOn({ ...actor, scope: [...actor.scope, 'iam.manage'] }, { id: userId, role: place.role });
}

export async function add(ctx: Ctx, id: string, body: Parsed<typeof groupsCalls.add>['body']): Promise<{ added: number }> {
  const actor = await provenHolder(ctx, 'groups.manage', async (db, of) => {
    await findGroup(db, of, id);
    for (const userId of body.userIds) {
      if (!isId(userId)) throw notFound();
      await thatPlace(userId)(db, of);
    }
  });
  return ctx.system.write(async (tx) => {
    const [group] = await holdGroups(tx, actor.accountId, [id]);
    if (group === undefined) throw notFound();
    await requireGroupGivable(ctx, tx, group);
    const ids = [...new Set(body.userIds)].sort();
    for (const userId of ids) await requireMovable(tx, actor, userId);
    const place = {
      accountId: actor.accountId,
      groupId: id,
      state: body.how === 'ask' ? ('asked' as const) : ('in' as const),
      grantedBy: actor.userId,
      since: new Date(ctx.now()),
    };
    const changed = await putInGroup(tx, place, ids);
    for (const userId of changed) {
      await note(ctx, tx, { id, action: body.how === 'ask' ? 'iam.group-asked' : 'iam.group-joined', data: { person: userId } });
      await ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'rights' });
      if (userId !== actor.userId)
        await notify(ctx, tx, {
          userId,
          accountId: actor.accountId,
          kind: body.how === 'ask' ? 'groupAsked' : 'groupJoined',
          data: { group: group.name },
          link: myGroupsPath,
        });
    }
    return { added: changed.length };
  });
}

export async function drop(ctx: Ctx, input: { id: string; userId: string }): Promise<Record<string, never>> {
  const at = { groupId: input.id, userId: input.userId };
  const actor = await provenHolder(ctx, 'groups.manage', async (db, of) => {
    await findGroup(db, of, input.id);
    if ((await groupPlace(db, at)) === null) throw notFound();
  });
  await ctx.system.write(async (tx) => {
    const group = await findGroup(tx, actor, input.id);
    await requireOutside(tx, actor, group.id);
    if ((await groupPlace(tx, at)) === null) throw notFound();
    if (await holdsBack(tx, group)) await requireFull(ctx, tx);
    await takeOutOfGroup(tx, at);
    await note(ctx, tx, { id: input.id, action: 'iam.group-left', data: { person: input.userId } });
    await ctx.bus.push(tx, { topic: `user:${input.userId}`, kind: 'rights' });
  });
  return {};
}

export async function mine(ctx: Ctx): Promise<ResultIn<typeof groupsCalls.mine>> {
  const rows = await placesOfMember(ctx.db.read, actorOf(ctx));
  const names = await findNames(
    ctx.system.read,
    rows.flatMap(({ place }) => place.grantedBy ?? []),
  );
  return {
    items: rows.map(({ group, place, people: n }) => ({
      id: group.id,
      name: group.name,
      description: group.description,
      state: place.state,
      invitedBy: names.get(place.grantedBy ?? '') ?? null,
      people: n,
      since: place.since.getTime(),
    })),
  };
}

/** Nobody frees themselves of what a group forbids by leaving it. */
export async function answerMembership(
  ctx: Ctx,
  id: string,
  { answer: said }: Parsed<typeof groupsCalls.answer>['body'],
): Promise<Record<string, never>> {
  const actor = actorOf(ctx);
  const at = { groupId: id, userId: actor.userId };
  await ctx.system.write(async (tx) => {
    const group = await findGroup(tx, actor, id);
    const place = await groupPlace(tx, at);
    if (place === null || place.state !== (said === 'leave' ? 'in' : 'asked')) throw notFound();
    if (said === 'accept') {
      await acceptPlace(tx, at, new Date(ctx.now()));
    } else {
      if (said === 'leave' && actor.role !== 'owner' && (await holdsBack(tx, group))) throw ownPolicy();
      await takeOutOfGroup(tx, at);
    }
    const action = { accept: 'iam.group-joined', decline: 'iam.group-declined', leave: 'iam.group-left' }[said];
    await note(ctx, tx, { id, action, data: { person: actor.userId } });
    // the person who asked may have the group open
    if (place.grantedBy !== null) await ctx.bus.push(tx, { topic: `user:${place.grantedBy}`, kind: 'notice' });
  });
  return {};
}
