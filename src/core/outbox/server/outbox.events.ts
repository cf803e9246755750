import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { MailBounce } from '../outbox.rules.ts';
import type { MailRecord } from './outbox.table.ts';

/**
 * What the outbox tells others. `bounced`: mailId, email, kind (`MailBounce`), aboutId, template. `written`, of mails whose reader is a
 * person of an account: mailId, template, userId, accountId, path (where its button leads, or null),
 * author (whose words it brings, or null); no row is kept of it.
 */
export const mailEvents = { bounced: 'mail.bounced', written: 'mail.written' } as const;

type MailReader = { userId: string; accountId: string };
type AddressedMail = { reader?: MailReader; userId?: string | null; accountId?: string | null };
/** The person and account that a mail is for; null when it goes to a bare address. */
function readerOf({ reader, userId, accountId }: AddressedMail): MailReader | null {
  if (reader !== undefined) return { userId: reader.userId, accountId: reader.accountId };
  return userId == null || accountId == null ? null : { userId, accountId };
}
type WrittenMail = { mailId: string; template: string; mail: AddressedMail & { path?: string; author?: string } };
export async function tellWritten(ctx: Ctx, tx: Db, { mailId, template, mail }: WrittenMail): Promise<void> {
  const reader = readerOf(mail);
  if (reader === null) return;
  const { path = null, author = null } = mail;
  await ctx.events.tell(ctx, tx, {
    name: mailEvents.written,
    accountId: reader.accountId,
    data: { mailId, template, ...reader, path, author },
  });
}

export const publishBounce = (ctx: Ctx, tx: Db, { row, kind }: { row: MailRecord; kind: MailBounce }): Promise<void> =>
  ctx.events.publish(ctx, tx, {
    name: mailEvents.bounced,
    accountId: row.accountId,
    data: { mailId: row.id, email: row.recipient, kind, aboutId: row.aboutId, template: row.template },
  });
