/** What a mail becomes in a ticket: its text, all of its words where some were cut, its files, and what was left out. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { readLetterFile } from '#core/inbound/server/letter.service.ts';
import { cleanText } from '#kit/message-text.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { type LeftOutFile, oneLineOf, ticketLimits } from '../tickets.rules.ts';
import type { NewTicketMessage } from './moving.service.ts';
import type { StoredMailFile } from './tickets.table.ts';

/** A mail as it came or as it waited for staff. `id`: of the message in `core/inbound`. */
export type TicketLetter = {
  id: string;
  subject: string;
  text: string;
  wholeText: string;
  files: readonly StoredMailFile[];
  leftOut: readonly LeftOutFile[];
  mailId: string;
  verified: boolean;
};
export const mailIdOf = (messageId: string): string => messageId.slice(0, 300);

type FileOwner = { accountId: string; ownerId: string };
/** False: the account took as many files of senders who are not verified as it does in a day. */
async function mayTakeFile(ctx: Ctx, accountId: string, { verified }: TicketLetter): Promise<boolean> {
  // staff that makes a ticket of a mail has looked at it
  if (verified || ctx.actor.kind === 'user') return true;
  try {
    await ctx.limits.use(`ticket-mail-files:${accountId}`, ticketLimits.unverifiedFiles);
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}

/** The ticket keeps them: `From` alone opens no library. They are counted, scanned and read as every upload. */
async function takeFiles(ctx: Ctx, owner: FileOwner, letter: TicketLetter) {
  const [files, leftOut]: [AttachedFile[], LeftOutFile[]] = [[], [...letter.leftOut]];
  for (const [at, file] of letter.files.entries()) {
    const name = oneLineOf(file.name, 200);
    const content = at < ticketLimits.files ? await readLetterFile(ctx, file.stored) : null;
    if (content === null || content.length === 0) {
      leftOut.push({ name, why: at >= ticketLimits.files ? 'too_many' : content === null ? 'gone' : 'unreadable' });
      continue;
    }
    if (!(await mayTakeFile(ctx, owner.accountId, letter))) {
      leftOut.push({ name, why: 'not_verified' });
      continue;
    }
    try {
      files.push({ id: await addFileOfConversation(ctx, { ...owner, name, content }), name });
    } catch (error) {
      // what does not fit is left out and the message still counts; all else is tried again by the job
      if (!(error instanceof Failure)) throw error;
      leftOut.push({ name, why: 'no_room' });
    }
  }
  return { files, leftOut };
}

export type MailMessage = Omit<NewTicketMessage, 'side' | 'authorId'>;
export async function messageOfMail(ctx: Ctx, owner: FileOwner, letter: TicketLetter): Promise<MailMessage> {
  const [cut, whole] = [letter.text, letter.wholeText].map((text) => cleanText(text).toWellFormed());
  const text = cut?.slice(0, ticketLimits.text) || oneLineOf(letter.subject, ticketLimits.subject) || '…';
  const wholeText = whole === undefined || whole === '' || whole === text ? null : whole.slice(0, ticketLimits.wholeText);
  const { id: originalId, mailId, verified } = letter;
  const { files, leftOut } = await takeFiles(ctx, owner, letter);
  return { text, via: 'mail', files, mail: { mailId, wholeText, leftOut, originalId, verified } };
}
