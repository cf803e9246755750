/** Reading, marking and moving one's mails, and answering what they are about. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { MailboxMail, mailboxCalls } from '../mailbox.contract.ts';
import { type InvitationAnswer, mailKinds, mailLimits, oppositeMark } from '../mailbox.rules.ts';
import { labelsOf } from './labels.queries.ts';
import {
  countDrafts,
  countMails,
  markItems,
  mailsPage,
  type MailFilter,
  narrowedMails,
  unreadByKind,
} from './mailbox.queries.ts';
import { findMail, readerOf } from './place.service.ts';
import { aboutOf, type MailThings, thingOf } from './thing.service.ts';
import { itemOf, mailOf } from './views.service.ts';

type MailboxCalls = typeof mailboxCalls;

/** Open windows of the person ask again. */
export const pushMailbox = (ctx: Ctx, tx: Db, userId: string) => ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'mailbox' });

export async function listMails(ctx: Ctx, query: Parsed<MailboxCalls['list']>['query']): Promise<ResultIn<MailboxCalls['list']>> {
  const { userId, accountId } = readerOf(ctx);
  const { place: list, kind, label, search = '', cursor, limit } = query;
  const wish: MailFilter = { owner: { userId, accountId }, list, kind, label, search };
  const filter = await narrowedMails(ctx.system.read, wish);
  const [rows, total] = await Promise.all([
    mailsPage(ctx.db.read, filter, { after: requirePosition(timeCursor, cursor), limit: limit + 1 }),
    countMails(ctx.db.read, filter),
  ]);
  const { shown, next } = pageOf(rows, limit, ({ createdAt, id }) => timeCursor.write({ at: createdAt, id }));
  return { items: shown.map(itemOf), next, total };
}

export async function countUnread(ctx: Ctx): Promise<ResultIn<MailboxCalls['counts']>> {
  const actor = readerOf(ctx);
  const [unread, drafts] = await Promise.all([unreadByKind(ctx.db.read, actor), countDrafts(ctx.db.read, actor)]);
  const count = (kind: (typeof mailKinds)[number]): number => unread.get(kind) ?? 0;
  return {
    unread: Math.min(
      mailLimits.unread,
      mailKinds.reduce((sum, kind) => sum + count(kind), 0),
    ),
    kinds: {
      ...{ meetings: count('meetings'), tickets: count('tickets'), invoices: count('invoices'), news: count('news') },
      ...{ recordings: count('recordings'), people: count('people'), account: count('account') },
    },
    drafts,
    attach: true,
  };
}

/** `things`: what its mails may be about; none for what people write. */
export const getMail = async (ctx: Ctx, id: string, things: MailThings = []): Promise<MailboxMail> =>
  mailOf(ctx, await findMail(ctx, id), things);

export async function markMails(ctx: Ctx, body: Parsed<MailboxCalls['mark']>['body']): Promise<ResultIn<MailboxCalls['mark']>> {
  const actor = readerOf(ctx);
  const { mark, labelId = '' } = body;
  const byLabel = mark === 'label' || mark === 'unlabel';
  if (byLabel && !(await labelsOf(ctx.db.read, actor)).some(({ id }) => id === labelId))
    throw new Failure('label_unknown', { fields: { 'body.labelId': 'label_unknown' } });
  const ids = await ctx.db.write(async (tx) => {
    const changed = await markItems(tx, actor, { ids: body.ids, mark, labelId, at: new Date(ctx.now()) });
    if (changed.length > 0) await pushMailbox(ctx, tx, actor.userId);
    return changed;
  });
  const undo = ids.length === 0 ? null : { mark: oppositeMark(mark), ids, labelId: byLabel ? labelId : null };
  return { changed: ids.length, undo };
}

/** The thing of a mail that can be answered in that way. Throws `no_reply`. */
async function answerable(ctx: Ctx, id: string, asked: { way: 'ticket' | 'invitation'; things: MailThings }) {
  const row = await findMail(ctx, id);
  const found = thingOf(row, asked.things);
  const { reply } = await aboutOf(ctx, row, asked.things);
  if (found === null || reply !== asked.way) throw new Failure('no_reply');
  return found;
}
export async function replyToMail(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<MailboxCalls['reply']>['body'] },
  things: MailThings,
): Promise<MailboxMail> {
  readerOf(ctx);
  const { source, id: thingId } = await answerable(ctx, id, { way: 'ticket', things });
  await source.write?.(ctx, thingId, body);
  return getMail(ctx, id, things);
}
export async function answerInvitation(
  ctx: Ctx,
  { id, answer }: { id: string; answer: InvitationAnswer },
  things: MailThings,
): Promise<MailboxMail> {
  readerOf(ctx);
  const { source, id: thingId } = await answerable(ctx, id, { way: 'invitation', things });
  await source.answer?.(ctx, thingId, answer);
  return getMail(ctx, id, things);
}
