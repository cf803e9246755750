/** Letters as the programs of people write them, for tests. */
import { newId } from '#kit/server/ids.ts';

export const letterWriter = 'owner@example.org';
/** Not a byte of it is text, and it has line ends of all kinds. */
export const pictureBytes = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from(Array.from({ length: 834 }, (_, at) => (at * 37) % 256)),
]);
const base64Lines = (bytes: Buffer): string =>
  bytes
    .toString('base64')
    .match(/.{1,76}/g)
    ?.join('\n') ?? '';

type Letter = { to: string; subject?: string; type?: string; headers?: readonly string[]; body: string };
/** `body` in latin1: each letter is a byte. */
export const letter = ({ to, subject = 'Sound', type = 'text/plain; charset=utf-8', headers = [], body }: Letter): Buffer =>
  Buffer.from(
    `From: Owner <${letterWriter}>
To: ${to}
Subject: ${subject}
Date: Sun, 29 Nov 2026 10:00:00 +0100
Message-ID: <${newId()}@mail.example.org>
MIME-Version: 1.0
${headers.map((line) => `${line}\n`).join('')}Content-Type: ${type}

${body}`.replace(/\r?\n/g, '\r\n'),
    'latin1',
  );

export type MailPart = { headers: readonly string[]; body: string };
const multipart = (parts: readonly MailPart[], boundary: string): string =>
  `${parts.map(({ headers, body }) => `--${boundary}\n${headers.join('\n')}\n\n${body}\n`).join('')}--${boundary}--\n`;
type LetterOfParts = Omit<Letter, 'type' | 'body'> & { form: 'mixed' | 'alternative' | 'related'; parts: readonly MailPart[] };
export const letterOfParts = ({ form, parts, ...rest }: LetterOfParts): Buffer =>
  letter({ ...rest, type: `multipart/${form}; boundary=${form}`, body: multipart(parts, form) });

export const textPart = (body: string): MailPart => ({ headers: ['Content-Type: text/plain; charset=utf-8'], body });
export const htmlPart = (body: string): MailPart => ({ headers: ['Content-Type: text/html; charset=utf-8'], body });
export const attachedPart = (type: string, name: string, content: Buffer): MailPart => ({
  headers: [`Content-Type: ${type}`, `Content-Disposition: attachment; filename="${name}"`, 'Content-Transfer-Encoding: base64'],
  body: base64Lines(content),
});
/** A picture inside of the text, as Outlook sends it. */
export const shownPicture = (id: string, content: Buffer = pictureBytes): MailPart => ({
  headers: [
    `Content-Type: image/png; name="${id}.png"`,
    `Content-Disposition: inline; filename="${id}.png"`,
    `Content-ID: <${id}@01DC0000>`,
    'Content-Transfer-Encoding: base64',
  ],
  body: base64Lines(content),
});
export const alternativePart = (plain: string, html: string): MailPart => ({
  headers: ['Content-Type: multipart/alternative; boundary=inner'],
  body: multipart([textPart(plain), htmlPart(html)], 'inner'),
});
export const calendarAnswer = `BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar//EN
VERSION:2.0
METHOD:REPLY
BEGIN:VEVENT
UID:1@meet.example
DTSTAMP:20261129T090000Z
ATTENDEE;PARTSTAT=ACCEPTED:mailto:guest@example.net
END:VEVENT
END:VCALENDAR`;
