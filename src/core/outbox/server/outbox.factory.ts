/** The mails of a test's world, opened. */
import { sql } from 'drizzle-orm';
import type { Ctx } from '#kit/server/ctx.ts';
import type { MailWithText } from '../outbox.contract.ts';
import { openMail } from './mail-text.service.ts';
import { listMails } from './outbox.service.ts';

/** Every mail so far, the oldest first, with its text until it was sent. */
export async function readMails(place: { ctx(): Ctx }): Promise<MailWithText[]> {
  const ctx = place.ctx();
  const { items } = await listMails(ctx, { limit: 100 });
  return Promise.all([...items].reverse().map((row) => openMail(ctx, { id: row.id })));
}

/** Those to one address. */
export const mailsTo = async (place: { ctx(): Ctx }, email: string): Promise<MailWithText[]> =>
  (await readMails(place)).filter((mail) => mail.recipient === email);

/** The templates of the mails to one address, in order. */
export async function templatesTo(place: { ctx(): Ctx }, email: string): Promise<string[]> {
  const found = await place
    .ctx()
    .system.read.execute<{ template: string }>(sql`select template from outbox_mails where recipient = ${email} order by id`);
  return found.rows.map((row) => row.template);
}

/** The token in the link of a mail. */
export const tokenIn = (mail: Pick<MailWithText, 'bodyText'> | undefined): string =>
  /\?token=([\w-]+)/.exec(mail?.bodyText ?? '')?.[1] ?? '';
