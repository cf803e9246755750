/** Mails as screens show them. */
import { Failure } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesShown } from '#talk/tickets/server/attached.service.ts';
import type { MailboxItem, MailboxMail } from '../mailbox.contract.ts';
import type { MailboxListRow, MailPosition } from './mailbox.queries.ts';
import type { MailboxRow } from './mailbox.table.ts';
import { readerOf } from './place.service.ts';
import { aboutOf } from './thing.service.ts';

export const cursorAt = ({ createdAt, id }: MailboxListRow): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
export function positionAt(cursor: string | undefined): MailPosition | null {
  if (cursor === undefined) return null;
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!/^\d{1,15}$/.test(at) || !isId(id)) throw new Failure('invalid_input', { fields: { 'query.cursor': 'invalid' } });
  return { at: new Date(Number(at)), id };
}

export const itemOf = (row: MailboxListRow): MailboxItem => ({
  ...{ id: row.id, place: row.place, kind: row.kind, recipients: row.recipients, subject: row.subject, snippet: row.snippet },
  sender: { id: row.senderId, name: row.senderName },
  ...{ unread: row.readAt === null, starred: row.starred, labels: row.labels, files: row.files.length },
  ...{ sendAt: row.sendAt?.getTime() ?? null, at: row.createdAt.getTime() },
});
export async function mailOf(ctx: Ctx, row: MailboxRow): Promise<MailboxMail> {
  const [about, shown] = [await aboutOf(ctx, readerOf(ctx), row), await filesShown(ctx, row.files)];
  const { body: text, html, link, replyTo, revision } = row;
  return { ...itemOf(row), text, html, link, replyTo, revision, ...about, files: row.files.map(shown) };
}
