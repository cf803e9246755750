/** Conversations: those of a person, and how one begins. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import { sellerFor } from '#talk/tickets/server/place.service.ts';
import type { chatCalls } from '../chat.contract.ts';
import type { ConversationDetail } from '../chat-views.contract.ts';
import { chatLimits, type ConversationKind, isSupportStaff, pairKey } from '../chat.rules.ts';
import { chatterOf, findConversation, servedOnes } from './access.service.ts';
import {
  channelsToJoin,
  conversationOfPair,
  countSupportUnread,
  countUnread,
  insertConversation,
  lockConversation,
  myConversations,
  pinnedOf,
  type ConversationWithMember,
  supportConversations,
} from './conversations.queries.ts';
import { addMembers, findColleagues, setMember } from './members.queries.ts';
import { noteStep } from './writing.service.ts';
import { conversationDetail, conversationItems } from './views.service.ts';

type ChatCalls = typeof chatCalls;
type NoResult = Record<string, never>;

/** Whom the person's account is answered by; of the operator's people nobody answers. */
const supportOf = async (ctx: Ctx, { accountId, accountKind }: UserActor): Promise<string | null> =>
  accountKind === 'operator' ? null : sellerFor(ctx.system.read, accountId);

export async function listConversations(
  ctx: Ctx,
  query: Parsed<ChatCalls['list']>['query'],
): Promise<ResultIn<ChatCalls['list']>> {
  const actor = chatterOf(ctx);
  const { section, cursor, limit } = query;
  const { read } = ctx.system;
  const page = { after: requirePosition(timeCursor, cursor), limit: limit + 1 };
  const pinned = section === 'mine' && page.after === null ? await pinnedOf(read, actor) : [];
  const rows: readonly ConversationWithMember[] =
    section === 'mine'
      ? await myConversations(read, actor, page)
      : isSupportStaff(actor)
        ? await supportConversations(read, actor, page)
        : [];
  const { shown, next } = pageOf(rows, limit, ({ row }) => timeCursor.write({ at: row.lastAt, id: row.id }));
  const served = new Set(
    (
      await servedOnes(
        ctx,
        actor,
        shown.map(({ row }) => row),
      )
    ).map(({ id }) => id),
  );
  const seller = await supportOf(ctx, actor);
  return {
    items: await conversationItems(ctx, actor, [...pinned, ...shown.filter(({ row }) => served.has(row.id))]),
    next,
    rights: { support: seller !== null, staff: isSupportStaff(actor), policy: actor.scope.includes('account.edit') },
    me: actor.userId,
  };
}
export async function unread(ctx: Ctx): Promise<ResultIn<ChatCalls['unread']>> {
  const actor = chatterOf(ctx);
  const mine = await countUnread(ctx.system.read, actor);
  const support = isSupportStaff(actor) ? await countSupportUnread(ctx.system.read, actor.accountId) : 0;
  return { unread: mine.unread + support, mentions: mine.mentions };
}
export async function channels(
  ctx: Ctx,
  { search }: Parsed<ChatCalls['channels']>['query'],
): Promise<ResultIn<ChatCalls['channels']>> {
  return { items: await channelsToJoin(ctx.system.read, chatterOf(ctx), search) };
}

type NewConversation = { kind: ConversationKind; name: string | null; sellerId: string | null; pairKey: string | null };
async function begin(
  ctx: Ctx,
  tx: Db,
  { actor, conversation, others }: { actor: UserActor; conversation: NewConversation; others: readonly string[] },
): Promise<string> {
  const [id, at] = [newId(ctx.now()), new Date(ctx.now())];
  const { accountId, userId } = actor;
  const made = await insertConversation(tx, {
    ...{ id, accountId, ...conversation, lastNumber: 0, lastAt: at, lastKind: 'text', lastText: '', lastAuthorId: null },
    ...{ staffNumber: 0, staffReminded: 0, roomId: null, createdBy: userId, createdAt: at },
  });
  if (!made && conversation.pairKey !== null) {
    const known = await conversationOfPair(tx, { accountId, pairKey: conversation.pairKey });
    if (known !== null) return known;
  }
  const leads = conversation.kind === 'group' || conversation.kind === 'channel';
  const row = { conversationId: id, accountId, joinedAt: at, readNumber: 0 };
  await addMembers(tx, [
    { ...row, userId, role: leads ? 'owner' : 'member' },
    ...others.map((one) => ({ ...row, userId: one, role: 'member' as const })),
  ]);
  return id;
}
const personUnknown = () => new Failure('person_unknown', { fields: { 'body.people': 'person_unknown' } });
/** Ids of colleagues without oneself. Throws `person_unknown`. */
export async function requireColleagues(
  ctx: Ctx,
  { accountId, userId }: UserActor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== userId);
  if (!asked.every(isId)) throw personUnknown();
  const found = await findColleagues(ctx.system.read, {
    accountId,
    ids: asked,
    now: new Date(ctx.now()),
    limit: chatLimits.people,
  });
  if (found.length < asked.length) throw personUnknown();
  return new Map(found.map((one) => [one.userId, one.name]));
}
const requireName = (name: string | undefined): string => {
  const line = oneLineOf(name ?? '', chatLimits.name);
  if (line === '') throw new Failure('invalid_input', { fields: { 'body.name': 'too_short' } });
  return line;
};

export async function createConversation(
  ctx: Ctx,
  body: Parsed<ChatCalls['create']>['body'],
): Promise<ResultIn<ChatCalls['create']>> {
  const actor = chatterOf(ctx);
  await ctx.limits.use(`chat-create:${actor.userId}`, chatLimits.create);
  const { kind } = body;
  const start = { kind, name: null, sellerId: null, pairKey: null };
  if (kind === 'support') {
    const sellerId = await supportOf(ctx, actor);
    if (sellerId === null) throw new Failure('no_seller');
    const conversation = { ...start, sellerId, pairKey: pairKey(actor.userId, sellerId) };
    return { id: await ctx.system.write((tx) => begin(ctx, tx, { actor, conversation, others: [] })) };
  }
  const others = await requireColleagues(ctx, actor, body.people);
  if (kind === 'direct') {
    const [other] = others.keys();
    if (other === undefined || others.size > 1) throw personUnknown();
    const conversation = { ...start, pairKey: pairKey(actor.userId, other) };
    return { id: await ctx.system.write((tx) => begin(ctx, tx, { actor, conversation, others: [other] })) };
  }
  const conversation = { ...start, name: requireName(body.name) };
  const id = await ctx.system.write(async (tx) => {
    const made = await begin(ctx, tx, { actor, conversation, others: [...others.keys()] });
    const row = await lockConversation(tx, made);
    if (row === null) throw notFound();
    const step = { authorId: actor.userId, kind: 'joined' as const };
    await noteStep(ctx, tx, { row, step: { ...step, body: [...others.values()].join(', '), mentions: [...others.keys()] } });
    return made;
  });
  return { id };
}

export const getConversation = async (ctx: Ctx, id: string): Promise<ConversationDetail> =>
  conversationDetail(ctx, await findConversation(ctx, id, 'joinable'));

export async function setMine(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<ChatCalls['setMine']>['body'] },
): Promise<NoResult> {
  const { actor } = await findConversation(ctx, id);
  const given = {
    ...(body.muted === undefined ? {} : { muted: body.muted }),
    ...(body.pinned === undefined ? {} : { pinned: body.pinned }),
  };
  const done = await ctx.system.write((tx) => setMember(tx, { conversationId: id, userId: actor.userId }, given));
  if (!done) throw notFound();
  return {};
}
