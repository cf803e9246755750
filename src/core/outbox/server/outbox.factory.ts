/** The mails of a test's world, opened. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { MailView } from '../outbox.contract.ts';
import { getMail, listMails } from './outbox.service.ts';

/** Every mail so far, the oldest first, with its text. */
export async function readMails(place: { ctx(): Ctx }): Promise<MailView[]> {
  const ctx = place.ctx();
  const { items } = await listMails(ctx, { limit: 100 });
  return Promise.all([...items].reverse().map((row) => getMail(ctx, { id: row.id })));
}

/** The token in the link of a mail. */
export const tokenIn = (mail: MailView | undefined): string => /\?token=([\w-]+)/.exec(mail?.bodyText ?? '')?.[1] ?? '';
