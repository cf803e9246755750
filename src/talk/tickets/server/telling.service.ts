/** Who hears of what: notices on both sides, and mails to those who asked. Notes of staff go to nobody. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import type { MailHeaders } from '#core/outbox/outbox.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { type MailOut, sendMail, siteUrl } from '#core/outbox/server/outbox.service.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { mailIdsOf } from './conversation.queries.ts';
import { ticketAnswerMail, ticketMails } from './tickets.mail.ts';
import type { TicketRow } from './tickets.table.ts';

export const issuePath = (id: string): string => `/issues/user/details/${id}`;
const queuePath = (id: string): string => `/issues/list?ticket=${id}`;
const noticeData = ({ number, subject }: TicketRow) => ({ number: `#${number}`, subject });

/** The one who has the ticket, else all who may take it. */
export async function tellStaff(
  ctx: Ctx,
  tx: Db,
  { row, kind }: { row: TicketRow; kind: 'ticketOpened' | 'ticketReplied' },
): Promise<void> {
  const accountId = row.sellerId;
  const holders =
    row.assigneeId === null
      ? await findHolders(tx, { accountId, permission: 'tickets.answer', now: ctx.now() })
      : [row.assigneeId];
  for (const userId of holders)
    await notify(ctx, tx, { userId, accountId, kind, data: noticeData(row), link: queuePath(row.id) });
}

/** Names the conversation in mails; its id is signed, so that a mail that quotes it was had from us. */
export function threadId(ctx: Ctx, id: string): string {
  const signed = returnAddress(ctx, { kind: 'reply', id })?.split('@')[0]?.split('+')[1];
  return `<${signed ?? id}@tickets.${new URL(siteUrl(ctx)).hostname}>`;
}
/** The most earlier mails that a mail refers to: the header has to stay on one line. */
const mostReferences = 3;
async function threadHeaders(ctx: Ctx, tx: Db, { id }: TicketRow): Promise<MailHeaders> {
  const mails = (await mailIdsOf(tx, id)).filter((one) => /^<[\x21-\x7e]{3,200}>$/.test(one)).slice(-mostReferences);
  const all = [threadId(ctx, id), ...mails];
  return { References: all.join(' '), 'In-Reply-To': all.at(-1) ?? threadId(ctx, id) };
}

type ToRequester = {
  row: TicketRow;
  template: MailOut['template'];
  data: Record<string, string>;
  automatic: 'auto-replied' | 'auto-generated';
};
async function mailRequester(ctx: Ctx, tx: Db, { row, template, data, automatic }: ToRequester): Promise<void> {
  const person = await findPerson(tx, row.requesterId);
  if (person === null) return;
  const replyTo = returnAddress(ctx, { kind: 'reply', id: row.id });
  await sendMail(ctx, tx, {
    ...{ template, to: person.email, locale: localeOf(person.locale), path: issuePath(row.id), about: row.id },
    data: { name: person.name, number: `#${row.number}`, ticket: row.subject, ...data },
    ...{ accountId: row.accountId, userId: person.id, reader: { userId: person.id, accountId: row.accountId } },
    ...(replyTo === null ? {} : { replyTo }),
    headers: { ...(await threadHeaders(ctx, tx, row)), 'Auto-Submitted': automatic },
  });
}
export const mailReceipt = (ctx: Ctx, tx: Db, row: TicketRow): Promise<void> =>
  mailRequester(ctx, tx, { row, template: ticketMails.received, data: {}, automatic: 'auto-replied' });

type PublicAnswer = { row: TicketRow; text: string; staff: string };
export async function tellAnswer(ctx: Ctx, tx: Db, { row, text, staff }: PublicAnswer): Promise<void> {
  const { requesterId: userId, accountId } = row;
  await notify(ctx, tx, { userId, accountId, kind: 'ticketAnswered', data: noticeData(row), link: issuePath(row.id) });
  await mailRequester(ctx, tx, { row, template: ticketAnswerMail, data: { staff, answer: text }, automatic: 'auto-generated' });
}
