/** Reads a message as what a person wrote: who, what, in answer to which mails, and with which files. */
import { Readable } from 'node:stream';
import type { Attachment, Email } from 'postal-mime';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { type InboundKind, inboundLimits } from '../inbound.rules.ts';
import { storableText, textOfHtml, withoutQuotes } from '../letter-text.rules.ts';
import type { InboundLetter } from './inbound.events.ts';

/** Folder of the file store with files that came by mail, until those who hear of them took them. */
export const LETTER_FOLDER = 'inbound-files';
const bytesIn = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
const isCalendar = ({ mimeType }: Attachment): boolean => /^text\/calendar\b/i.test(mimeType);
/** A picture inside of the text belongs to it, as the logo of a signature does. */
const isFile = (one: Attachment): boolean => !isCalendar(one) && one.related !== true && !/^message\//.test(one.mimeType);

async function keepFiles(ctx: Ctx, id: string, attachments: readonly Attachment[]): Promise<string> {
  const files = attachments.filter(isFile).slice(0, inboundLimits.files);
  const kept = files.map((one, at) => ({
    stored: `${LETTER_FOLDER}/${id}-${at}`,
    name: storableText(one.filename ?? 'file', 300),
    content: bytesIn(one),
  }));
  for (const { stored, content } of kept) await filesOf(ctx.config).put(stored, Readable.from([content]));
  return JSON.stringify(kept.map(({ stored, name, content }) => ({ stored, name, bytes: content.length })));
}

/** Null: nobody is named as its writer. `id`: of the message. */
export async function letterOf(
  ctx: Ctx,
  mail: Email,
  { id, kind }: { id: string; kind: InboundKind },
): Promise<InboundLetter | null> {
  const from = storableText(mail.from?.address ?? '', 320)
    .trim()
    .toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(from)) return null;
  const calendar = mail.attachments.find(isCalendar);
  const written = storableText(mail.text ?? (mail.html === undefined ? '' : textOfHtml(mail.html)), inboundLimits.text);
  const references = [mail.references ?? '', mail.inReplyTo ?? ''].join(' ').trim();
  // a first mail may show values, a log or lines with `>` of its own
  const isAnswer = kind === 'reply' || references !== '';
  return {
    original: id,
    ...{ from, fromName: storableText(mail.from?.name ?? '', 1_000), subject: storableText(mail.subject ?? '', 1_000) },
    text: isAnswer ? withoutQuotes(written) : written.trim(),
    wholeText: written.trim(),
    calendar: calendar === undefined ? null : storableText(bytesIn(calendar).toString(), inboundLimits.text),
    messageId: storableText(mail.messageId ?? `<${id}@unnamed.invalid>`, 1_000),
    references: storableText(references, 10_000),
    files: await keepFiles(ctx, id, mail.attachments),
    leftOut: '[]',
    automatic: false,
    verified: true,
  };
}
