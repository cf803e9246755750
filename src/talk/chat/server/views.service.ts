/** Conversations and messages as screens show them. Members are of two accounts, hence the system's eyes: `findConversation` decided before. */
import { notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { filesShown } from '#core/files/server/attachments.service.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import type { ChatMessage, ChatRoot, ConversationDetail, ConversationItem } from '../chat-views.contract.ts';
import { chatLimits, leadsConversation, mayAddPeople, mayJoin, mayLeave, mayReadEdits } from '../chat.rules.ts';
import { isServed, type SeenConversation, within } from './access.service.ts';
import { type MeetingCards, meetingCards } from './cards.service.ts';
import type { ConversationWithMember } from './conversations.queries.ts';
import { shownMembers } from './members.queries.ts';
import { reactionsOf } from './messages.queries.ts';
import { rootsByNumbers } from './threads.queries.ts';
import { policyOf } from './policy.service.ts';
import type { ChatMessageRow, ConversationRow } from './chat.table.ts';

/** Letters of a text in lists and quotes. */
export const lastLine = 160;
const placeOf = (conversationId: string, number: number | null): string => `${conversationId} ${number}`;
const rootsOf = async (db: Db, rows: readonly ChatMessageRow[]): Promise<Map<string, ChatMessageRow>> => {
  const keys = rows.flatMap(({ conversationId, rootNumber }) => (rootNumber === null ? [] : [{ conversationId, rootNumber }]));
  const roots = await rootsByNumbers(db, keys);
  return new Map(roots.map((root) => [placeOf(root.conversationId, root.number), root]));
};

/** `db` sees what the transaction changed. The card of a meeting is the reader's: where nobody asks it is left out. */
export const messageViews = (ctx: Ctx, db: Db, rows: readonly ChatMessageRow[]): Promise<ChatMessage[]> =>
  viewsWith(within(ctx, db), rows, new Map());
/** `ctx.system` reads. */
async function viewsWith(ctx: Ctx, rows: readonly ChatMessageRow[], cards: MeetingCards): Promise<ChatMessage[]> {
  if (rows.length === 0) return [];
  const db = ctx.system.read;
  const roots = await rootsOf(db, rows);
  const names = await findNames(db, [...new Set([...rows, ...roots.values()].map((row) => row.authorId))]);
  const authorOf = ({ authorId }: ChatMessageRow) => ({ userId: authorId, name: names.get(authorId) ?? '' });
  const rootOf = ({ conversationId, rootNumber }: ChatMessageRow): ChatRoot | null => {
    const root = roots.get(placeOf(conversationId, rootNumber));
    if (root === undefined) return null;
    const { number, body, deletedAt } = root;
    return { number, author: authorOf(root), text: oneLineOf(body, lastLine), deleted: deletedAt !== null };
  };
  const reactions = Map.groupBy(
    await reactionsOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  );
  const files = rows.flatMap((row) => row.files);
  const fileOf = files.length === 0 ? null : await filesShown(ctx, files);
  return rows.map((row) => ({
    ...{ id: row.id, conversation: row.conversationId, number: row.number, kind: row.kind },
    ...{ text: row.body, doc: row.doc },
    ...{ author: authorOf(row), root: rootOf(row), replies: row.replyCount },
    files: fileOf === null ? [] : row.files.map(fileOf),
    mentions: row.mentions,
    reactions: [...Map.groupBy(reactions.get(row.id) ?? [], ({ reaction }) => reaction)].map(([reaction, all]) => ({
      reaction,
      userIds: all.map(({ userId }) => userId),
    })),
    meeting: row.meetingId === null ? null : (cards.get(row.meetingId) ?? null),
    ...{ key: row.clientKey, at: row.createdAt.getTime() },
    ...{ editedAt: row.editedAt?.getTime() ?? null, deletedAt: row.deletedAt?.getTime() ?? null },
  }));
}
/** With the cards of meetings as the reader sees them. */
export async function readMessages(ctx: Ctx, rows: readonly ChatMessageRow[]): Promise<ChatMessage[]> {
  const ids = rows.flatMap(({ meetingId }) => (meetingId === null ? [] : [meetingId]));
  return viewsWith(ctx, rows, await meetingCards(ctx, ids));
}

/** The other one of a direct conversation; null: there is no other. */
export const otherOf = ({ kind, pairKey }: ConversationRow, me: string): string | null =>
  kind === 'direct' ? (pairKey?.split(':').find((id) => id !== me) ?? null) : null;

type NamedBy = { people: Map<string, string>; accounts: Map<string, string> };
async function namesFor(ctx: Ctx, actor: UserActor, rows: readonly ConversationRow[]): Promise<NamedBy> {
  const ids = rows.flatMap((row) => [
    otherOf(row, actor.userId),
    row.lastAuthorId,
    row.kind === 'support' ? row.createdBy : null,
  ]);
  const accounts = rows.flatMap(({ accountId, sellerId }) => (sellerId === null ? [] : [accountId, sellerId]));
  const [people, accountNames] = await Promise.all([
    findNames(ctx.system.read, [...new Set(ids.filter((id) => id !== null))]),
    findAccountNames(ctx.system.read, [...new Set(accounts)]),
  ]);
  return { people, accounts: accountNames };
}
function nameOf(row: ConversationRow, { actor, names }: { actor: UserActor; names: NamedBy }): string {
  if (row.kind === 'direct') return names.people.get(otherOf(row, actor.userId) ?? '') ?? '';
  if (row.kind !== 'support') return row.name ?? '';
  return (row.sellerId === actor.accountId ? names.people.get(row.createdBy) : names.accounts.get(row.sellerId ?? '')) ?? '';
}

export async function conversationItems(
  ctx: Ctx,
  actor: UserActor,
  seen: readonly ConversationWithMember[],
): Promise<ConversationItem[]> {
  const names = await namesFor(
    ctx,
    actor,
    seen.map(({ row }) => row),
  );
  return seen.map(({ row, member }) => {
    const forStaff = row.kind === 'support' && row.sellerId === actor.accountId;
    const readNumber = forStaff ? row.staffNumber : (member?.readNumber ?? row.lastNumber);
    const author = { userId: row.lastAuthorId ?? '', name: names.people.get(row.lastAuthorId ?? '') ?? '' };
    return {
      ...{ id: row.id, kind: row.kind, name: nameOf(row, { actor, names }), otherId: otherOf(row, actor.userId) },
      account: forStaff ? (names.accounts.get(row.accountId) ?? '') : null,
      last: row.lastNumber === 0 ? null : { kind: row.lastKind, author, text: row.lastText, at: row.lastAt.getTime() },
      ...{ lastNumber: row.lastNumber, readNumber, unread: Math.max(0, row.lastNumber - readNumber) },
      ...{ mentions: member?.mentions ?? 0, muted: member?.muted ?? false, pinned: member?.pinned ?? false },
    };
  });
}

export async function conversationDetail(ctx: Ctx, seen: SeenConversation): Promise<ConversationDetail> {
  const { actor, row, role, staff } = seen;
  const { read } = ctx.system;
  const [[item], { items, people }, policy, served] = await Promise.all([
    conversationItems(ctx, actor, [seen]),
    shownMembers(read, { conversationId: row.id, now: new Date(ctx.now()), limit: chatLimits.shownPeople }),
    policyOf(read, row.accountId),
    isServed(read, row),
  ]);
  if (item === undefined) throw notFound();
  const members = items.map(({ userId, name, role: theirs, accountId }) => ({
    ...{ userId, name, role: theirs },
    staff: accountId !== row.accountId,
  }));
  const other = otherOf(row, actor.userId);
  const answered = other === null || members.some(({ userId }) => userId === other);
  const write = (role !== null || staff === 'staff') && served && answered;
  const leads = leadsConversation(actor, row, role);
  return {
    ...item,
    ...{ member: role !== null, members, people, policy },
    rights: {
      ...{ write, attach: write },
      meet: write && (row.roomId !== null || actor.scope.includes('rooms.create')),
      ...{ rename: leads, remove: leads, add: mayAddPeople(row, role), leave: role !== null && mayLeave(row) },
      join: role === null && mayJoin(actor, row),
      history: policy.keepEdits && mayReadEdits(actor, row),
    },
  };
}
