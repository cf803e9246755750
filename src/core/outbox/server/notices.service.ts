import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { noticesCalls } from '../outbox.contract.ts';
import { isLocalPath } from '../outbox.rules.ts';
import { wants } from './choices.service.ts';
import { countNotices, insertNotice, markNotices, type NoticeOwner, noticesPage, totalNotices } from './notices.queries.ts';
import type { NoticeData } from './outbox.table.ts';

/** `kind` names the words that the screen shows with `data`; `link` is a path of this site. */
export type NewNotice = { userId: string; accountId: string; kind: string; data?: NoticeData; link?: string | null };

/** Tells a person something inside the product, live when they are there, unless they turned it off. `tx` must see the account: the actor's own, or the system's. */
export async function notify(ctx: Ctx, tx: Db, notice: NewNotice): Promise<void> {
  const link = notice.link ?? null;
  if (link !== null && !isLocalPath(link)) throw new Error('a notice may only lead to a path of this site');
  if (!(await wants(tx, notice, { kind: 'notices', name: notice.kind }))) return;
  const id = newId(ctx.now());
  await insertNotice(tx, {
    id,
    accountId: notice.accountId,
    userId: notice.userId,
    kind: notice.kind,
    data: notice.data ?? {},
    link,
    readAt: null,
    createdAt: new Date(ctx.now()),
  });
  await ctx.bus.push(tx, { topic: `user:${notice.userId}`, kind: 'notice', data: { id, notice: notice.kind } });
}

function ownerOf(ctx: Ctx): NoticeOwner {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return { userId: ctx.actor.userId, accountId: ctx.actor.accountId };
}

export async function listNotices(
  ctx: Ctx,
  query: Parsed<typeof noticesCalls.list>['query'],
): Promise<ResultIn<typeof noticesCalls.list>> {
  const owner = ownerOf(ctx);
  const filter = query.unread === undefined ? 'all' : query.unread === 'yes' ? 'unread' : 'read';
  const rows = await noticesPage(ctx.db.read, owner, { before: idCursor.read(query.cursor), limit: query.limit + 1, filter });
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      data: row.data,
      link: row.link,
      readAt: row.readAt?.getTime() ?? null,
      createdAt: row.createdAt.getTime(),
    })),
    next,
    total: await totalNotices(ctx.db.read, owner, filter),
    unread: await countNotices(ctx.db.read, owner, 'unread'),
  };
}

export async function countUnread(ctx: Ctx): Promise<{ unread: number }> {
  return { unread: await countNotices(ctx.db.read, ownerOf(ctx), 'unread') };
}

/** Marks my notices as read, all of them when no ids are given; other people's ids change nothing. */
export async function markRead(ctx: Ctx, body: Parsed<typeof noticesCalls.markRead>['body']): Promise<{ unread: number }> {
  const owner = ownerOf(ctx);
  await ctx.db.write(async (tx) => {
    await markNotices(tx, owner, { ids: body.ids?.filter(isId) ?? null, at: new Date(ctx.now()) });
    await ctx.bus.push(tx, { topic: `user:${owner.userId}`, kind: 'notices-read' });
  });
  return countUnread(ctx);
}
