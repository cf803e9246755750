/** Who is in a group or channel, and what it is called. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import type { chatCalls } from '../chat.contract.ts';
import { chatLimits, leadsConversation, mayAddPeople, mayJoin, mayLeave } from '../chat.rules.ts';
import { chatterOf, findConversation } from './access.service.ts';
import { conversationFor, lockConversation, setConversation } from './conversations.queries.ts';
import { pushNews } from './delivery.service.ts';
import { addMembers, memberRow, promoteEldest, setMember } from './members.queries.ts';
import type { ConversationRow } from './chat.table.ts';
import { requireColleagues } from './conversations.service.ts';
import { noteStep } from './writing.service.ts';

type ChatCalls = typeof chatCalls;
type NoResult = Record<string, never>;

/** Work on a conversation that is held. */
const holding = (ctx: Ctx, id: string, work: (tx: Db, row: ConversationRow) => Promise<void>): Promise<void> =>
  ctx.system.write(async (tx) => {
    const row = await lockConversation(tx, id);
    if (row === null) throw notFound();
    await work(tx, row);
  });

export async function rename(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<ChatCalls['rename']>['body'] },
): Promise<NoResult> {
  const { actor, row: seen, role } = await findConversation(ctx, id);
  if (!leadsConversation(actor, seen, role)) throw notAllowed('chat.lead');
  const name = oneLineOf(body.name, chatLimits.name);
  if (name === '') throw new Failure('invalid_input', { fields: { 'body.name': 'too_short' } });
  await holding(ctx, id, async (tx, row) => {
    if (row.name === name) return;
    await setConversation(tx, id, { name });
    const step = { authorId: actor.userId, kind: 'named' as const, body: name, mentions: [] };
    await noteStep(ctx, tx, { row: { ...row, name }, step });
  });
  return {};
}

type ConversationJoining = { row: ConversationRow; actor: UserActor; people: ReadonlyMap<string, string> };
async function letIn(ctx: Ctx, tx: Db, { row, actor, people }: ConversationJoining): Promise<void> {
  const { id: conversationId, accountId, lastNumber: readNumber } = row;
  const joinedAt = new Date(ctx.now());
  const came = await addMembers(
    tx,
    [...people.keys()].map((userId) => ({ conversationId, userId, accountId, role: 'member', joinedAt, readNumber })),
  );
  if (came.length === 0) return;
  const others = came.filter((userId) => userId !== actor.userId);
  const body = others.map((userId) => people.get(userId) ?? '').join(', ');
  await noteStep(ctx, tx, { row, step: { authorId: actor.userId, kind: 'joined', body, mentions: others } });
}
export async function addPeople(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<ChatCalls['addPeople']>['body'] },
): Promise<NoResult> {
  const { actor, row: seen, role } = await findConversation(ctx, id);
  if (!mayAddPeople(seen, role)) throw notAllowed('chat.lead');
  const people = await requireColleagues(ctx, actor, body.people);
  await holding(ctx, id, async (tx, row) => {
    if ((await memberRow(tx, { conversationId: id, userId: actor.userId })) === null) throw notFound();
    await letIn(ctx, tx, { row, actor, people });
  });
  return {};
}
export async function join(ctx: Ctx, id: string): Promise<NoResult> {
  const actor = chatterOf(ctx);
  const seen = await conversationFor(ctx.system.read, id, actor);
  if (seen === null || !mayJoin(actor, seen.row)) throw notFound();
  await holding(ctx, id, (tx, row) => letIn(ctx, tx, { row, actor, people: new Map([[actor.userId, actor.name]]) }));
  return {};
}

type ConversationLeaving = { row: ConversationRow; userId: string; by: UserActor; name: string };
/** Nothing that is written from now on is delivered to them, and their screens hear of it at once. */
async function letGo(ctx: Ctx, tx: Db, { row, userId, by, name }: ConversationLeaving): Promise<void> {
  const key = { conversationId: row.id, userId };
  if (!(await setMember(tx, key, { leftAt: new Date(ctx.now()) }))) throw notFound();
  await promoteEldest(tx, row.id);
  const own = userId === by.userId;
  await pushNews(ctx, tx, {
    what: 'left',
    conversation: row.id,
    number: row.lastNumber,
    to: [{ userId, accountId: row.accountId }],
  });
  const step = { authorId: by.userId, kind: 'left' as const, body: own ? '' : name, mentions: own ? [] : [userId] };
  await noteStep(ctx, tx, { row, step });
}
export async function leave(ctx: Ctx, id: string): Promise<NoResult> {
  const { actor, row: seen, role } = await findConversation(ctx, id);
  if (role === null || !mayLeave(seen)) throw notFound();
  await holding(ctx, id, (tx, row) => letGo(ctx, tx, { row, userId: actor.userId, by: actor, name: actor.name }));
  return {};
}
export async function removePerson(ctx: Ctx, { id, userId }: { id: string; userId: string }): Promise<NoResult> {
  const { actor, row: seen, role } = await findConversation(ctx, id);
  if (!leadsConversation(actor, seen, role)) throw notAllowed('chat.lead');
  await holding(ctx, id, async (tx, row) => {
    const name = (await findNames(tx, [userId])).get(userId) ?? '';
    await letGo(ctx, tx, { row, userId, by: actor, name });
    const data = { conversationId: id };
    await record(ctx, tx, {
      action: 'chat.person-removed',
      subjectKind: 'user',
      subjectId: userId,
      accountId: row.accountId,
      data,
    });
  });
  return {};
}
