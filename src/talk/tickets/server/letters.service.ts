/**
 * Tickets by mail. The sender is known by the address of an account's person alone, and what they answer by the signed address or the signed
 * id in `References`, never by the subject. Strangers get no answer, so that two programs cannot write to each other; what they write waits for
 * staff (`unknown-mails.service.ts`).
 */
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount, findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { findPersonByEmail, type Person } from '#core/accounts/server/people.service.ts';
import { findPeople } from '#core/iam/server/principals.service.ts';
import { scopeOf } from '#core/iam/reach.rules.ts';
import type { IgnoredReason } from '#core/inbound/inbound.rules.ts';
import { type InboundLetter, letterFiles, letterLeftOut } from '#core/inbound/server/inbound.events.ts';
import { noteIgnored } from '#core/inbound/server/message-outcome.service.ts';
import { readReturnAddress } from '#core/outbox/server/return-address.service.ts';
import { isInvitee } from '#meet/schedule/server/answering.service.ts';
import { automaticReply, maySeeIssue, oneLineOf, ticketLimits } from '../tickets.rules.ts';
import { hasMail, hasWritten, insertStepOnce } from './conversation.queries.ts';
import { addReply, MailTakenBefore, type NewIssue, openTicket } from './issues.service.ts';
import { mailIdOf, messageOfMail, type TicketLetter } from './mail-message.service.ts';
import { pushTicket, stepRow } from './moving.service.ts';
import { isServed, sellerFor } from './place.service.ts';
import { ticketById } from './tickets.queries.ts';
import type { TicketRow } from './tickets.table.ts';
import { keepUnknownMail } from './unknown-mail-waiting.service.ts';

/** The person in one of their accounts, as far as they may write tickets there. */
export async function writerIn(
  ctx: Ctx,
  db: Db,
  { person, accountId }: { person: Person; accountId: string },
): Promise<UserActor | null> {
  const seats = await findSeats(db, person.id);
  const seat = seats.find((one) => one.account.id === accountId && one.account.state === 'active' && isOpenSeat(one, ctx.now()));
  const people = await findPeople(db, accountId, [person.id]);
  const principal = people.get(person.id);
  if (seat === undefined || principal === undefined) return null;
  const at = { mfa: true, ip: '', now: ctx.now() };
  const scope = scopeOf(principal, people, { all: ['tickets.view', 'tickets.create'], at });
  if (!scope.includes('tickets.create')) return null;
  const { id: userId, name, email, locale, timeZone } = person;
  const { kind: accountKind } = seat.account;
  return {
    kind: 'user',
    userId,
    accountId,
    accountKind,
    sessionId: '',
    role: seat.membership.role,
    scope,
    name,
    email,
    locale,
    timeZone,
  };
}
/** The oldest of their accounts in which they may. */
async function writerAnywhere(ctx: Ctx, db: Db, person: Person): Promise<UserActor | null> {
  for (const { account } of await findSeats(db, person.id)) {
    const writer = await writerIn(ctx, db, { person, accountId: account.id });
    if (writer !== null) return writer;
  }
  return null;
}

/** Null: nobody whose mails we know. An address that was never proven may be anybody's. */
async function knownSender(ctx: Ctx, { from }: InboundLetter): Promise<Person | null> {
  const person = await findPersonByEmail(ctx.system.read, from);
  return person === null || person.state !== 'active' || person.emailVerifiedAt === null ? null : person;
}
const ignore = (ctx: Ctx, { original: id }: InboundLetter, reason: IgnoredReason): Promise<void> =>
  ctx.system.write((tx) => noteIgnored(tx, { id, reason }));
export const ticketLetterOf = (letter: InboundLetter): TicketLetter => ({
  ...{ id: letter.original, subject: letter.subject, text: letter.text, wholeText: letter.wholeText },
  ...{ files: letterFiles(letter.files), leftOut: letterLeftOut(letter.leftOut) },
  ...{ mailId: mailIdOf(letter.messageId), verified: letter.verified },
});

/** Of the ticket, when the writer belongs to it: who opened it, who wrote in it, and who leads its account. */
async function belongsTo(db: Db, writer: UserActor, row: TicketRow): Promise<boolean> {
  if (row.accountId !== writer.accountId) return false;
  return maySeeIssue(writer, row) || hasWritten(db, { ticketId: row.id, userId: writer.userId });
}

/** The ticket that a mail to the open address answers, by the signed id that our mails bear. */
function referredTo(ctx: Ctx, { references }: InboundLetter): string | null {
  const [local, domain] = (ctx.config.inboundAddress ?? '').split('@');
  for (const [, token = ''] of references.matchAll(/<([a-z2-7]{44})@tickets\./gi)) {
    const address = readReturnAddress(ctx, `${local}+${token}@${domain}`);
    if (address?.kind === 'reply') return address.id;
  }
  return null;
}

/** Staff reads that a program answered; the ticket stays as it is, and an absence opens no solved one again. */
const noteAutomaticReply = (ctx: Ctx, row: TicketRow, { original: id, from }: InboundLetter): Promise<void> =>
  ctx.system.write(async (tx) => {
    const step = { step: automaticReply, value: from, seenBy: 'staff' as const };
    // the job may run twice
    if (await insertStepOnce(tx, { ...stepRow(ctx, row, step), id })) await pushTicket(ctx, tx, row);
    await noteIgnored(tx, { id, reason: 'automatic' });
  });

/** A mail to the signed address of a ticket. `foreign`: it is about nothing of ours, and left to others who listen. */
export async function takeAnswer(ctx: Ctx, { id, letter }: { id: string; letter: InboundLetter }): Promise<'taken' | 'foreign'> {
  const row = isId(id) ? await ticketById(ctx.system.read, id) : null;
  if (row === null) return 'foreign';
  const person = await knownSender(ctx, letter);
  const writer = person === null ? null : await writerIn(ctx, ctx.system.read, { person, accountId: row.accountId });
  if (writer === null || !(await belongsTo(ctx.system.read, writer, row))) await takeUnknown(ctx, { letter, row });
  else if (letter.automatic) await noteAutomaticReply(ctx, row, letter);
  // what was closed or is of a former seller stays so, and the mail opens another
  else if (row.state === 'closed' || row.state === 'spam' || !(await isServed(ctx.system.read, row)))
    await openByMail(ctx, writer, ticketLetterOf(letter));
  else if (!(await hasMail(ctx.system.read, { accountId: row.accountId, originalId: letter.original }))) {
    const message = { side: 'customer' as const, authorId: writer.userId };
    const { accountId, userId: ownerId } = writer;
    const words = await messageOfMail(ctx, { accountId, ownerId }, ticketLetterOf(letter));
    await ctx.system.write((tx) => addReply(ctx, tx, { id: row.id, message: { ...message, ...words } }));
  }
  return 'taken';
}

/** A mail to a signed address that is an invitee's or a ticket's; what it was about may be gone. */
export async function takeReplied(ctx: Ctx, { id, letter }: { id: string; letter: InboundLetter }): Promise<void> {
  const outcome = await takeAnswer(ctx, { id, letter });
  if (outcome === 'foreign' && !(await isInvitee(ctx.system.read, id))) await ignore(ctx, letter, 'over');
}

/** Of somebody who is nobody's customer, or not of the ticket whose address it came to. */
async function takeUnknown(ctx: Ctx, { letter, row }: { letter: InboundLetter; row: TicketRow | null }): Promise<void> {
  if (letter.automatic && row !== null) return ignore(ctx, letter, 'automatic');
  const { read } = ctx.system;
  // the seller that the account left has nothing to do with it any more
  const sellerId = row === null ? ((await findOperatorAccount(read))?.id ?? null) : await sellerFor(read, row.accountId);
  if (sellerId === null) return ignore(ctx, letter, 'no_reader');
  const { from, fromName, automatic } = letter;
  const sender = { sellerId, ticketId: row?.sellerId === sellerId ? row.id : null, from, fromName, automatic };
  await ctx.system.write((tx) => keepUnknownMail(ctx, tx, { letter: ticketLetterOf(letter), sender }));
}

/** A ticket of that person, with what a mail says. Its files are taken here, before any transaction. */
export async function issueOfMail(ctx: Ctx, { accountId, userId }: UserActor, letter: TicketLetter): Promise<NewIssue> {
  const message = await messageOfMail(ctx, { accountId, ownerId: userId }, letter);
  const subject = oneLineOf(letter.subject, ticketLimits.subject) || oneLineOf(message.text, 60);
  return {
    ...{ accountId, requesterId: userId, subject, category: 'other', impact: 'question', about: null, snapshot: null },
    message,
  };
}
async function openByMail(ctx: Ctx, writer: UserActor, letter: TicketLetter): Promise<void> {
  // the job may run twice
  if (await hasMail(ctx.system.read, { accountId: writer.accountId, originalId: letter.id })) return;
  const issue = await issueOfMail(ctx, writer, letter);
  try {
    await ctx.system.write((tx) => openTicket(ctx, tx, issue));
  } catch (error) {
    if (!(error instanceof MailTakenBefore)) throw error;
  }
}

/** A mail to the address that everybody knows. */
export async function takeQuestion(ctx: Ctx, letter: InboundLetter): Promise<void> {
  const referred = referredTo(ctx, letter);
  if (referred !== null && (await takeAnswer(ctx, { id: referred, letter })) === 'taken') return;
  const person = await knownSender(ctx, letter);
  const writer = person === null ? null : await writerAnywhere(ctx, ctx.system.read, person);
  // staff decides whether a person wrote what bears the mark of a program
  if (writer === null || letter.automatic) return takeUnknown(ctx, { letter, row: null });
  await openByMail(ctx, writer, ticketLetterOf(letter));
}
