/** Who hears of what: notices on both sides, and mails to those who asked. Notes of staff go to nobody. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOwners, findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { findPerson, type Person } from '#core/accounts/server/people.service.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import type { MailHeaders } from '#core/outbox/outbox.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { type MailOut, sendMail, siteUrl } from '#core/outbox/server/outbox.service.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { mailIdsOf } from './conversation.queries.ts';
import { pushTicket } from './moving.service.ts';
import { ticketAnswerMail, ticketMails } from './tickets.mail.ts';
import { setTicket } from './tickets.queries.ts';
import type { TicketRow } from './tickets.table.ts';

export const issuePath = (id: string): string => `/issues/user/details/${id}`;
const queuePath = (id: string): string => `/issues/list?ticket=${id}`;
const noticeData = ({ number, subject }: TicketRow) => ({ number: `#${number}`, subject });

/** The one who has the ticket, else all who may take it. One who has it and answers no more loses it. `tx` is the system's. */
export async function tellStaff(
  ctx: Ctx,
  tx: Db,
  { row, kind }: { row: TicketRow; kind: 'ticketOpened' | 'ticketReplied' },
): Promise<void> {
  const accountId = row.sellerId;
  const holders = await findHolders(tx, { accountId, permission: 'tickets.answer', now: ctx.now() });
  const assignee = holders.find((id) => id === row.assigneeId);
  if (row.assigneeId !== null && assignee === undefined)
    await pushTicket(ctx, tx, await setTicket(tx, row.id, { assigneeId: null, updatedAt: new Date(ctx.now()) }));
  for (const userId of assignee === undefined ? holders : [assignee])
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

/** Who reads answers: the one who asked, as long as they have their place, else those who own the account. */
async function readersOf(ctx: Ctx, tx: Db, { requesterId, accountId }: TicketRow): Promise<Person[]> {
  const person = await findPerson(tx, requesterId);
  const seat = (await findSeats(tx, requesterId)).find((one) => one.account.id === accountId);
  if (person?.state === 'active' && seat !== undefined && isOpenSeat(seat, ctx.now())) return [person];
  const owners: Person[] = [];
  for (const id of await findOwners(tx, accountId)) {
    const owner = await findPerson(tx, id);
    if (owner?.state === 'active') owners.push(owner);
  }
  return owners;
}

type ToReader = {
  person: Person;
  row: TicketRow;
  template: MailOut['template'];
  data: Record<string, string>;
  author?: string;
  automatic: 'auto-replied' | 'auto-generated';
};
async function mailReader(ctx: Ctx, tx: Db, { person, row, template, data, author, automatic }: ToReader): Promise<void> {
  const replyTo = returnAddress(ctx, { kind: 'reply', id: row.id });
  await sendMail(ctx, tx, {
    ...{ template, to: person.email, locale: localeOf(person.locale), path: issuePath(row.id), about: row.id },
    data: { name: person.name, number: `#${row.number}`, ticket: row.subject, ...data },
    ...{ accountId: row.accountId, userId: person.id, reader: { userId: person.id, accountId: row.accountId } },
    ...(replyTo === null ? {} : { replyTo }),
    ...(author === undefined ? {} : { author }),
    headers: { ...(await threadHeaders(ctx, tx, row)), 'Auto-Submitted': automatic },
  });
}
export async function mailReceipt(ctx: Ctx, tx: Db, row: TicketRow): Promise<void> {
  const person = await findPerson(tx, row.requesterId);
  if (person !== null)
    await mailReader(ctx, tx, { person, row, template: ticketMails.received, data: {}, automatic: 'auto-replied' });
}
/** Anybody may have written in the name of this person: it says nothing of the account, and the mail is none of the account's. */
export async function mailUnverifiedReceipt(ctx: Ctx, tx: Db, row: TicketRow): Promise<void> {
  const person = await findPerson(tx, row.requesterId);
  if (person === null) return;
  const replyTo = returnAddress(ctx, { kind: 'reply', id: row.id });
  await sendMail(ctx, tx, {
    ...{ template: ticketMails.unverified, to: person.email, locale: localeOf(person.locale), about: row.id },
    data: { number: `#${row.number}`, ticket: row.subject },
    ...(replyTo === null ? {} : { replyTo }),
    reader: { userId: person.id, accountId: row.accountId },
    headers: { ...(await threadHeaders(ctx, tx, row)), 'Auto-Submitted': 'auto-replied' },
  });
}

type PublicAnswer = { row: TicketRow; text: string; staff: string };
export async function tellAnswer(ctx: Ctx, tx: Db, { row, text, staff }: PublicAnswer): Promise<void> {
  const { accountId } = row;
  const mail = {
    row,
    template: ticketAnswerMail,
    data: { staff, answer: text },
    author: staff,
    automatic: 'auto-generated' as const,
  };
  for (const person of await readersOf(ctx, tx, row)) {
    const notice = { userId: person.id, accountId, data: noticeData(row), link: issuePath(row.id) };
    await notify(ctx, tx, { ...notice, kind: 'ticketAnswered' });
    await mailReader(ctx, tx, { person, ...mail });
  }
}
