/** Mails of senders who are nobody's customer wait here until staff decides, or their time is over. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { noteIgnored } from '#core/inbound/server/message-outcome.service.ts';
import { cleanText } from '#kit/message-text.ts';
import { dayMs, oneLineOf, ticketLimits } from '../tickets.rules.ts';
import type { TicketLetter } from './mail-message.service.ts';
import {
  countUnknownMails,
  deleteSurplusUnknownMails,
  deleteUnknownMailsBefore,
  insertUnknownMail,
} from './unknown-mails.queries.ts';

type UnknownSender = { sellerId: string; ticketId: string | null; from: string; fromName: string; automatic: boolean };
/** Counted as ignored, as it may never become a ticket. Beyond so many, others make room for it. `tx` is the system's. */
export async function keepUnknownMail(
  ctx: Ctx,
  tx: Db,
  { letter, sender }: { letter: TicketLetter; sender: UnknownSender },
): Promise<void> {
  const { sellerId: accountId, ticketId, from: fromAddress, fromName, automatic } = sender;
  await noteIgnored(tx, { id: letter.id, reason: automatic ? 'automatic' : 'unknown_sender' });
  const isNew = await insertUnknownMail(tx, {
    ...{ id: letter.id, accountId, ticketId, fromAddress, fromName: oneLineOf(fromName, 200) },
    subject: oneLineOf(letter.subject, ticketLimits.subject),
    body: cleanText(letter.wholeText).slice(0, ticketLimits.wholeText).toWellFormed(),
    ...{ verified: letter.verified, files: [...letter.files], leftOut: [...letter.leftOut], mailId: letter.mailId },
    ...{ automatic, receivedAt: new Date(ctx.now()) },
  });
  if (!isNew) return;
  const surplus = (await countUnknownMails(tx, { accountId, search: '' })) - ticketLimits.unknownMails;
  if (surplus > 0)
    for (const id of await deleteSurplusUnknownMails(tx, { accountId, keepId: letter.id, surplus }))
      await noteIgnored(tx, { id, reason: 'no_room' });
  await pushUnknownMails(ctx, tx, accountId);
}
/** Open queues ask again. */
export const pushUnknownMails = (ctx: Ctx, tx: Db, sellerId: string): Promise<void> =>
  ctx.bus.push(tx, { topic: `account:${sellerId}`, kind: 'ticket', data: {} });

export const dropOldUnknownMails = (ctx: Ctx): Promise<void> =>
  ctx.system.write((tx) => deleteUnknownMailsBefore(tx, new Date(ctx.now() - ticketLimits.unknownMailDays * dayMs)));
