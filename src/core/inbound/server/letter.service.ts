/** Makes of a mail what others hear of it: who wrote what, in answer to which mails, and with which files. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { isAutomatic } from '../automatic.rules.ts';
import type { MailHeader } from '../mail-headers.rules.ts';
import type { InboundLetter } from './inbound.events.ts';
import type { InboundMessage } from './inbound.table.ts';
import type { MailFile, ReadMail } from './read-mail-worker.service.ts';
import { isSenderProven } from './sender-proof.service.ts';

/** Folder of the file store with files that came by mail, until those who hear of them took them. */
export const LETTER_FOLDER = 'inbound-files';

async function keepFiles(ctx: Ctx, id: string, files: readonly MailFile[]): Promise<string> {
  const kept = files.map((one, at) => ({ ...one, stored: `${LETTER_FOLDER}/${id}-${at}` }));
  for (const { stored, content } of kept) await filesOf(ctx.config).put(stored, Readable.from([Buffer.from(content)]));
  return JSON.stringify(kept.map(({ stored, name, content }) => ({ stored, name, bytes: content.byteLength })));
}

export type MailOfMessage = { row: InboundMessage; raw: Buffer; headers: MailHeader[]; mail: ReadMail };
/** Null: nobody is named as its writer. */
export async function letterOf(ctx: Ctx, { row, raw, headers, mail }: MailOfMessage): Promise<InboundLetter | null> {
  const { from, subject, references, text, wholeText, calendar } = mail;
  if (from === null) return null;
  return {
    ...{ original: row.id, from: from.address, fromName: from.name, subject, text, wholeText, calendar, references },
    messageId: mail.messageId ?? `<${row.id}@unnamed.invalid>`,
    files: await keepFiles(ctx, row.id, mail.files),
    leftOut: JSON.stringify(mail.leftOut),
    automatic: isAutomatic(headers),
    verified: await isSenderProven(ctx, { row, raw, headers, from: from.address }),
  };
}
