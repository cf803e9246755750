/** Mails as screens show them. */
import type { Ctx } from '#kit/server/ctx.ts';
import { filesShown } from '#core/files/server/attachments.service.ts';
import type { MailboxItem, MailboxMail } from '../mailbox.contract.ts';
import type { MailboxListRow } from './mailbox.queries.ts';
import type { MailboxRow } from './mailbox.table.ts';
import { aboutOf, type MailThings } from './thing.service.ts';

export const itemOf = (row: MailboxListRow): MailboxItem => ({
  ...{ id: row.id, place: row.place, kind: row.kind, recipients: row.recipients, subject: row.subject, snippet: row.snippet },
  sender: { id: row.senderId, name: row.senderName },
  ...{ unread: row.readAt === null, starred: row.starred, labels: row.labels, files: row.files.length },
  ...{ sendAt: row.sendAt?.getTime() ?? null, at: row.createdAt.getTime() },
});
export async function mailOf(ctx: Ctx, row: MailboxRow, things: MailThings): Promise<MailboxMail> {
  const [about, shown] = [await aboutOf(ctx, row, things), await filesShown(ctx, row.files)];
  const { body: text, html, link, replyTo, revision } = row;
  return { ...itemOf(row), text, html, link, replyTo, revision, ...about, files: row.files.map(shown) };
}
