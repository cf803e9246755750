/** Makes of a mail what others hear of it: who wrote what, in answer to which mails, and with which files. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { isAbsenceSubject, isAutomatic } from '../automatic.rules.ts';
import type { MailHeader } from '../mail-headers.rules.ts';
import type { InboundLetter } from './inbound.events.ts';
import type { InboundMessage } from './inbound.table.ts';
import { openedBytes, storedBytes } from './original.service.ts';
import type { MailFile, ReadMail } from './read-mail-worker.service.ts';

/** Folder of the file store with files that came by mail, until those who hear of them took them. */
export const LETTER_FOLDER = 'inbound-files';

const sealedFor = 'file of a letter';
const sealedEnd = '.sealed';

async function keepFiles(ctx: Ctx, id: string, files: readonly MailFile[]): Promise<string> {
  const kept = files.map((one, at) => ({ ...one, stored: `${LETTER_FOLDER}/${id}-${at}${sealedEnd}` }));
  for (const { stored, content } of kept)
    await filesOf(ctx.config).put(stored, Readable.from([ctx.secrets.sealBytes(sealedFor, content)]));
  return JSON.stringify(kept.map(({ stored, name, content }) => ({ stored, name, bytes: content.byteLength })));
}

/** `stored`: of a file of a letter. Null: it is kept no longer, or another key sealed it. Older versions wrote it as it came. */
export async function readLetterFile(ctx: Ctx, stored: string): Promise<Buffer | null> {
  const bytes = await storedBytes(ctx, stored);
  if (bytes === null || !stored.endsWith(sealedEnd)) return bytes;
  return openedBytes(ctx, { sealedFor, bytes });
}

/** `provenSender`: null when nobody vouches for it. */
export type MailOfMessage = { row: InboundMessage; headers: MailHeader[]; mail: ReadMail; provenSender: string | null };
export async function letterOf(ctx: Ctx, { row, headers, mail, provenSender }: MailOfMessage): Promise<InboundLetter> {
  const { subject, references, text, wholeText, calendar } = mail;
  // staff reads those of nobody, too
  const from = mail.from ?? { address: 'nobody@unnamed.invalid', name: '' };
  return {
    ...{ original: row.id, from: from.address, fromName: from.name, subject, text, wholeText, calendar, references },
    messageId: mail.messageId ?? `<${row.id}@unnamed.invalid>`,
    files: await keepFiles(ctx, row.id, mail.files),
    leftOut: JSON.stringify(mail.leftOut),
    automatic: isAutomatic(headers) || isAbsenceSubject(subject),
    verified: provenSender === from.address,
  };
}
