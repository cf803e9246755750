import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { MailBounce } from '../outbox.rules.ts';
import type { MailRecord } from './outbox.table.ts';

/** What the outbox tells others. `bounced`: mailId, email, kind (`hard` or `soft`), aboutId, template. */
export const mailEvents = { bounced: 'mail.bounced' } as const;

export const publishBounce = (ctx: Ctx, tx: Db, { row, kind }: { row: MailRecord; kind: MailBounce }): Promise<void> =>
  ctx.events.publish(ctx, tx, {
    name: mailEvents.bounced,
    accountId: row.accountId,
    data: { mailId: row.id, email: row.recipient, kind, aboutId: row.aboutId, template: row.template },
  });
