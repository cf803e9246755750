/** A mail as it was just written, for those who keep a copy for its reader. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { mailById } from './outbox.queries.ts';
import { openSealed } from './sealed-parts.service.ts';

type WrittenMailText = {
  senderName: string | null;
  subject: string;
  text: string;
  html: string;
  aboutId: string | null;
};
/** In the transaction in which it was written: once it was sent, nothing is left of its text. */
export async function readWrittenMail(ctx: Ctx, tx: Db, id: string): Promise<WrittenMailText | null> {
  const row = await mailById(tx, id);
  if (row === null) return null;
  const [text, html] = [openSealed(ctx, row.bodyText), openSealed(ctx, row.bodyHtml)];
  if (text === null || html === null) return null;
  return { senderName: row.senderName, subject: row.subject, text, html, aboutId: row.aboutId };
}
