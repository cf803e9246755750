import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { MailBounce } from '../outbox.rules.ts';
import type { MailRecord } from './outbox.table.ts';

/**
 * What the outbox tells others. `bounced`: mailId, email, kind (`MailBounce`), aboutId, template. `written`, of mails whose reader is a
 * person of an account: mailId, template, userId, accountId, path (where its button leads, or null); no row is kept of it.
 */
export const mailEvents = { bounced: 'mail.bounced', written: 'mail.written' } as const;

type WrittenMail = { mailId: string; template: string; userId: string; accountId: string; path: string | null };
type MailReader = { userId: string; accountId: string };
type AddressedMail = { reader?: MailReader; userId?: string | null; accountId?: string | null };
/** The person and account that a mail is for; null when it goes to a bare address. */
export function readerOf({ reader, userId, accountId }: AddressedMail): MailReader | null {
  if (reader !== undefined) return { userId: reader.userId, accountId: reader.accountId };
  return userId == null || accountId == null ? null : { userId, accountId };
}
export const tellWritten = (ctx: Ctx, tx: Db, mail: WrittenMail): Promise<void> =>
  ctx.events.tell(ctx, tx, { name: mailEvents.written, accountId: mail.accountId, data: mail });

export const publishBounce = (ctx: Ctx, tx: Db, { row, kind }: { row: MailRecord; kind: MailBounce }): Promise<void> =>
  ctx.events.publish(ctx, tx, {
    name: mailEvents.bounced,
    accountId: row.accountId,
    data: { mailId: row.id, email: row.recipient, kind, aboutId: row.aboutId, template: row.template },
  });
