/**
 * Tickets by mail. The sender is known by the address of an account's person alone, and what they answer by the signed address or the signed
 * id in `References`, never by the subject. Strangers get no answer, so that two programs cannot write to each other.
 */
import { Failure } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { findPersonByEmail, type Person } from '#core/accounts/server/people.service.ts';
import { addFile } from '#core/files/server/add-file.service.ts';
import { findPeople } from '#core/iam/server/principals.service.ts';
import { scopeOf } from '#core/iam/reach.rules.ts';
import { type InboundLetter, letterFiles } from '#core/inbound/server/inbound.events.ts';
import { readReturnAddress } from '#core/outbox/server/return-address.service.ts';
import { cleanText, maySeeIssue, oneLineOf, ticketLimits } from '../tickets.rules.ts';
import { hasMail, hasWritten } from './conversation.queries.ts';
import { addReply, openTicket } from './issues.service.ts';
import { isServed } from './place.service.ts';
import { ticketById } from './tickets.queries.ts';
import type { AttachedFile, TicketRow } from './tickets.table.ts';

type Writer = UserActor;
/** The person in one of their accounts, as far as they may write tickets there. */
async function writerIn(ctx: Ctx, db: Db, { person, accountId }: { person: Person; accountId: string }): Promise<Writer | null> {
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
async function writerAnywhere(ctx: Ctx, db: Db, person: Person): Promise<Writer | null> {
  for (const { account } of await findSeats(db, person.id)) {
    const writer = await writerIn(ctx, db, { person, accountId: account.id });
    if (writer !== null) return writer;
  }
  return null;
}

/** An address that was never proven may be anybody's. Null: dropped, and why stands in the log. */
async function senderOf(ctx: Ctx, { from }: InboundLetter, kind: 'reply' | 'support'): Promise<Person | null> {
  const person = await findPersonByEmail(ctx.system.read, from);
  if (person === null || person.state !== 'active' || person.emailVerifiedAt === null) {
    ctx.log.info({ reason: 'unknown sender' }, 'a mail about tickets was dropped');
    return null;
  }
  try {
    await ctx.limits.use(`ticket-mail:${kind}:${person.id}`, ticketLimits.mailIn);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error;
    ctx.log.warn({ userId: person.id }, 'a mail about tickets was dropped, as its sender writes too many');
    return null;
  }
  return person;
}

/** Into the writer's library, where they are counted, scanned and read as every upload; what does not fit is left out. */
async function takeFiles(ctx: Ctx, writer: Writer, letter: InboundLetter): Promise<AttachedFile[]> {
  const files = filesOf(ctx.config);
  const scope = ['library.view', 'library.edit'];
  const hands: Ctx = { ...ctx, actor: { ...writer, scope }, db: ctx.system };
  const taken: AttachedFile[] = [];
  for (const { stored, name } of letterFiles(letter.files).slice(0, ticketLimits.files)) {
    const parts: Buffer[] = [];
    try {
      for await (const part of await files.get(stored)) parts.push(Buffer.from(part));
      const id = await addFile(hands, { name, content: Buffer.concat(parts), folderId: null, share: 'private' });
      taken.push({ id, name: oneLineOf(name, 200) });
    } catch (error) {
      // what does not fit is left out and the message still counts; all else is tried again by the job
      if (!(error instanceof Failure)) throw error;
      ctx.log.warn({ code: error.code }, 'a file that came by mail was left out');
    }
  }
  return taken;
}

async function messageOf(ctx: Ctx, writer: Writer, letter: InboundLetter) {
  const text = cleanText(letter.text).slice(0, ticketLimits.text).toWellFormed();
  const files = await takeFiles(ctx, writer, letter);
  const subject = oneLineOf(letter.subject, ticketLimits.subject);
  return { text: text === '' ? subject || '…' : text, via: 'mail' as const, files, mailId: letter.messageId.slice(0, 300) };
}

/** Of the ticket, when the writer belongs to it: who opened it, who wrote in it, and who leads its account. */
async function belongsTo(db: Db, writer: Writer, row: TicketRow): Promise<boolean> {
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

/** A mail to the signed address of a ticket. One that is about nothing of ours is left to others who listen. */
export async function takeAnswer(ctx: Ctx, { id, letter }: { id: string; letter: InboundLetter }): Promise<void> {
  const row = isId(id) ? await ticketById(ctx.system.read, id) : null;
  if (row === null) return;
  const person = await senderOf(ctx, letter, 'reply');
  if (person === null) return;
  const writer = await writerIn(ctx, ctx.system.read, { person, accountId: row.accountId });
  if (writer === null || !(await belongsTo(ctx.system.read, writer, row))) {
    ctx.log.warn({ ticketId: row.id, userId: person.id }, 'a mail to a ticket of others was dropped');
    return;
  }
  // what was closed or is of a former seller stays so, and the mail opens another
  if (row.state === 'closed' || row.state === 'spam' || !(await isServed(ctx.system.read, row)))
    return openByMail(ctx, writer, letter);
  if (await hasMail(ctx.system.read, { accountId: row.accountId, mailId: letter.messageId.slice(0, 300) })) return;
  const message = { side: 'customer' as const, authorId: writer.userId, ...(await messageOf(ctx, writer, letter)) };
  await ctx.system.write((tx) => addReply(ctx, tx, { id: row.id, message }));
}

async function openByMail(ctx: Ctx, writer: Writer, letter: InboundLetter): Promise<void> {
  const { accountId, userId: requesterId } = writer;
  // the job may run twice
  if (await hasMail(ctx.system.read, { accountId, mailId: letter.messageId.slice(0, 300) })) return;
  const message = await messageOf(ctx, writer, letter);
  const subject = oneLineOf(letter.subject, ticketLimits.subject) || oneLineOf(message.text, 60);
  await ctx.system.write((tx) =>
    openTicket(ctx, tx, {
      ...{ accountId, requesterId, subject, category: 'other', impact: 'question', about: null, snapshot: null },
      message,
    }),
  );
}

/** A mail to the address that everybody knows. */
export async function takeQuestion(ctx: Ctx, letter: InboundLetter): Promise<void> {
  const referred = referredTo(ctx, letter);
  if (referred !== null) return takeAnswer(ctx, { id: referred, letter });
  const person = await senderOf(ctx, letter, 'support');
  if (person === null) return;
  const writer = await writerAnywhere(ctx, ctx.system.read, person);
  if (writer !== null) await openByMail(ctx, writer, letter);
}
