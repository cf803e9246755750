/** Mails as they came, for staff who may answer them. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openOriginal } from '#core/inbound/server/message-outcome.service.ts';
import { automaticReplyById, messageById } from './conversation.queries.ts';
import { findTicket } from './place.service.ts';
import { requireUnknownMail } from './unknown-mails.service.ts';

export type OriginalMail = { bytes: Uint8Array; file: string };
/** Throws `not_found`, also when it is kept no longer. */
async function originalOf(ctx: Ctx, id: string, file: string): Promise<OriginalMail> {
  const bytes = await openOriginal(ctx, id);
  if (bytes === null) throw notFound();
  return { bytes, file };
}

/** `messageId`: of a message, or of the step of an automatic reply. */
export async function openTicketOriginal(ctx: Ctx, { id, messageId }: { id: string; messageId: string }): Promise<OriginalMail> {
  const ticket = await findTicket(ctx, id);
  const entry = { ticketId: ticket.id, id: messageId };
  const message = await messageById(ctx.db.read, entry);
  const step = message === null ? await automaticReplyById(ctx.db.read, entry) : null;
  const originalId = message?.originalId ?? step?.id;
  if (originalId === undefined) throw notFound();
  return originalOf(ctx, originalId, `ticket-${ticket.number}.eml`);
}
export async function openUnknownOriginal(ctx: Ctx, id: string): Promise<OriginalMail> {
  const mail = await requireUnknownMail(ctx, id);
  return originalOf(ctx, mail.id, 'mail.eml');
}
