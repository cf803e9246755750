/** What a mail server reported later about a mail that it had taken. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { withoutSecrets } from '#kit/server/log.ts';
import type { MailBounce } from '../outbox.rules.ts';
import { publishBounce } from './outbox.events.ts';
import { failMail, mailById } from './outbox.queries.ts';
import { tellOperator } from './outbox.service.ts';

/** `status`: the enhanced code of RFC 3463. */
export type BounceReport = { mailId: string; kind: MailBounce; status: string; diagnostic: string };

/** Whether the outbox keeps such a mail. */
export const isOutboxMail = async (db: Db, id: string): Promise<boolean> => (await mailById(db, id)) !== null;

/** Who did not get it is the recipient of our mail, whatever the report says. False: there is no such mail any more. */
export async function noteMailBounce(ctx: Ctx, tx: Db, { mailId, kind, status, diagnostic }: BounceReport): Promise<boolean> {
  const row = await mailById(tx, mailId);
  if (row === null) return false;
  if (kind === 'hard') {
    const reason = withoutSecrets(diagnostic)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 200);
    await failMail(tx, mailId, `bounced: ${status} ${reason}`.trim());
    await tellOperator(ctx, tx);
  }
  await publishBounce(ctx, tx, { row, kind });
  return true;
}
