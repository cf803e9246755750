/** A mail as it was just written, for those who keep a copy for its reader. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { mailById } from './outbox.queries.ts';
import { builtInText, withoutMailOnlyHtml, withoutSignature } from './mail-only.service.ts';
import { escapeMarkup } from '#kit/markup.ts';
import { openSealed } from './sealed-parts.service.ts';

/** `text` and `html` without what only mail programs show, `html` null for built-in words; `excerpt`: the text without its heading. */
type WrittenMailText = {
  senderName: string | null;
  subject: string;
  text: string;
  html: string | null;
  excerpt: string;
  aboutId: string | null;
};
/** In the transaction in which it was written: once it was sent, nothing is left of its text. */
export async function readWrittenMail(ctx: Ctx, tx: Db, id: string): Promise<WrittenMailText | null> {
  const row = await mailById(tx, id);
  if (row === null) return null;
  const [text, html] = [openSealed(ctx, row.bodyText), openSealed(ctx, row.bodyHtml)];
  if (text === null || html === null) return null;
  const about = { senderName: row.senderName, subject: row.subject, aboutId: row.aboutId };
  const words = builtInText(html);
  if (words !== null) return { ...about, text: words, html: null, excerpt: words };
  const own = withoutSignature(text);
  return { ...about, text: own, html: withoutMailOnlyHtml(html), excerpt: withoutHeading(own, html) };
}

/** The title of the HTML is the heading of the mail. */
function withoutHeading(text: string, html: string): string {
  const at = text.indexOf('\n');
  return at !== -1 && html.includes(`<title>${escapeMarkup(text.slice(0, at).trim())}</title>`) ? text.slice(at).trim() : text;
}
