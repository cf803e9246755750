/** Many mails in one transaction, written by another domain and already rendered, such as a batch of a newsletter. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hasMailServer } from '#core/platform/server/platform.service.ts';
import type { MailHeaders } from '../outbox.rules.ts';
import { checkedHeaders } from './mail-server.service.ts';
import { tellWritten } from './outbox.events.ts';
import { countMailsAbout, countQueuedAbout, insertMails } from './outbox.queries.ts';
import { tellOperator } from './outbox.service.ts';
import { sealedFor } from './sealed-parts.service.ts';
import type { MailRecord } from './outbox.table.ts';

export const SEND_BULK_JOB = 'outbox.send-bulk';

/** `template`: how lists of mails call it. A second mail with the same `onceKey` is not written. */
export type BulkMail = {
  template: string;
  to: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
  headers: MailHeaders;
  onceKey: string | null;
  about: string;
  /** Where it is read in the product, too. */
  reader?: { userId: string; accountId: string };
};

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Queues the mails for the mail server; without one they are kept to be read in the product. `tx`: the system's. */
export async function queueMails(ctx: Ctx, tx: Db, mails: readonly BulkMail[]): Promise<void> {
  if (mails.length === 0) return;
  const state = (await hasMailServer(ctx, tx)) ? 'queued' : 'kept';
  const rows = mails.map(
    (mail): MailRecord => ({
      id: newId(ctx.now()),
      ...{
        accountId: null,
        userId: null,
        onceKey: mail.onceKey,
        template: mail.template,
        recipient: mail.to,
        locale: mail.locale,
      },
      subject: oneLine(mail.subject).slice(0, 200),
      calendar: null,
      bodyText: ctx.secrets.seal(sealedFor, mail.text),
      bodyHtml: ctx.secrets.seal(sealedFor, mail.html),
      state,
      createdAt: new Date(ctx.now()),
      ...{ attempts: 0, lastError: null, sentAt: null, claimedUntil: null, senderName: null, replyTo: null, aboutId: mail.about },
      headers: checkedHeaders(mail.headers),
    }),
  );
  const written = await insertMails(tx, rows);
  const isWritten = new Set(written);
  for (const [at, { reader, template }] of mails.entries()) {
    const mailId = rows[at]?.id ?? '';
    if (reader !== undefined && isWritten.has(mailId)) await tellWritten(ctx, tx, { mailId, template, mail: { reader } });
  }
  if (state === 'queued') for (const id of written) await ctx.jobs.enqueue(tx, { job: SEND_BULK_JOB, payload: { id }, key: id });
  if (written.length > 0) await tellOperator(ctx, tx);
}

/** How many of a thing's mails are in which state. */
export const mailFigures = countMailsAbout;
/** Mails of a thing that wait for the mail server, counted up to `most`. */
export const mailsWaiting = countQueuedAbout;
