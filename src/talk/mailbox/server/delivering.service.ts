/** Brings mails to mailboxes: those of the platform as they are written, those of people once they cannot be taken back any more. */
import { isLocalPath } from '#core/outbox/outbox.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { readWrittenMail } from '#core/outbox/server/written-mail.service.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { cleanText } from '#kit/message-text.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import { kindOfTemplate, mailLimits, snippetOf } from '../mailbox.rules.ts';
import { correspondents, releaseMailFiles } from './drafts.service.ts';
import { deleteBinned, forgottenMails, insertItem, lockWaiting, setDelivered } from './mailbox.queries.ts';
import { mailboxMails } from './mailbox.mail.ts';
import type { MailboxRow } from './mailbox.table.ts';
import { pushMailbox } from './mails.service.ts';

const mailPath = (id: string): string => `/mailbox?mail=${id}`;
/** What is longer is read in a mail program. */
const most = { text: 100_000, html: 400_000 };

const received = (ctx: Ctx, owner: { userId: string; accountId: string }) => ({
  ...{ id: newId(ctx.now()), userId: owner.userId, accountId: owner.accountId, place: 'inbox' as const, cameFrom: null },
  ...{ binnedAt: null, recipients: [], readAt: null, starred: false, labels: [], sendAt: null, revision: 1 },
  ...{ createdAt: new Date(ctx.now()), updatedAt: new Date(ctx.now()) },
});

type MailToCopy = {
  mailId: string;
  template: string;
  userId: string;
  accountId: string;
  path: string | null;
  author: string | null;
};
/** In the transaction of the mail. Nothing for those who have no place there, as nobody would ever read it. */
export async function copyMail(ctx: Ctx, tx: Db, mail: MailToCopy): Promise<void> {
  const { mailId, template, userId, accountId, path, author } = mail;
  const kind = kindOfTemplate(template);
  if (kind === null) return;
  const seat = (await findSeats(tx, userId)).find(({ account }) => account.id === accountId);
  if (seat === undefined || !isOpenSeat(seat, ctx.now())) return;
  const written = await readWrittenMail(ctx, tx, mailId);
  if (written === null) return;
  const text = cleanText(written.text).slice(0, most.text);
  await insertItem(tx, {
    ...received(ctx, { userId, accountId }),
    ...{ kind, template, senderId: null, senderName: author ?? written.senderName ?? '' },
    ...{ subject: oneLineOf(written.subject, mailLimits.subject), body: text, snippet: snippetOf(cleanText(written.excerpt)) },
    html: (written.html?.length ?? 0) > most.html ? null : written.html,
    link: path !== null && isLocalPath(path) ? path : null,
    ...{ aboutId: written.aboutId, mailId, replyTo: null, files: [] },
  });
  await pushMailbox(ctx, tx, userId);
}

async function bringTo(ctx: Ctx, tx: Db, { sent, userId }: { sent: MailboxRow; userId: string }): Promise<void> {
  const { accountId, senderName: from, subject, snippet } = sent;
  const row: MailboxRow = {
    ...sent,
    ...received(ctx, { userId, accountId }),
    // its readers see among whom it went around
    ...{ recipients: sent.recipients, mailId: sent.id, replyTo: null },
  };
  if (!(await insertItem(tx, row))) return;
  await pushMailbox(ctx, tx, userId);
  const [person, link] = [await findPerson(tx, userId), mailPath(row.id)];
  await notify(ctx, tx, { userId, accountId, kind: 'letterReceived', data: { from, subject }, link });
  if (person === null) return;
  await sendMail(ctx, tx, {
    ...{ template: mailboxMails.letter, to: person.email, locale: localeOf(person.locale), path: link, accountId, userId },
    data: { name: person.name, from, letter: subject === '' ? snippet : subject, excerpt: snippet },
    ...{ reader: { userId, accountId }, onceKey: `mailbox.letter:${sent.id}:${userId}` },
  });
}
/** One transaction for all of its readers, so that a job that died half-way brings each of them one. */
export async function deliverMail(ctx: Ctx, id: string): Promise<void> {
  await ctx.system.write(async (tx) => {
    const sent = await lockWaiting(tx, id);
    // another sending of it is still to be taken back, and has a job of its own
    if (sent === null || sent.sendAt === null || sent.sendAt.getTime() > ctx.now()) return;
    const { accountId, recipients } = sent;
    for (const { id: userId } of await correspondents(ctx, tx, { accountId, among: recipients.map((one) => one.id) }))
      await bringTo(ctx, tx, { sent, userId });
    await setDelivered(tx, id);
    await pushMailbox(ctx, tx, sent.userId);
  });
}

/** By the clock: delivers what a crash left over, and empties bins. */
export async function keepMailboxes(ctx: Ctx): Promise<void> {
  for (const id of await forgottenMails(ctx.system.read, new Date(ctx.now() - 60_000))) await deliverMail(ctx, id);
  const at = new Date(ctx.now());
  await ctx.system.write(async (tx) => {
    const erased = await deleteBinned(tx, new Date(ctx.now() - mailLimits.binDays * 86_400_000));
    for (const row of erased) await releaseMailFiles(tx, row, at);
  });
}
