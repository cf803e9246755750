/** A real mail server on loopback that keeps what it is given. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { patience } from './until.ts';

export type CaughtMail = {
  to: string;
  subject: string;
  text: string;
  html: string /** Addresses of our own that the text holds. */;
  links: string[];
  /** Where reports about it go, and where a POST leaves its list (RFC 8058); empty without one. */
  returnPath: string;
  oneClick: string;
  /** Where answers go; empty without one. */
  replyTo: string;
  /** Its part for calendar programs; empty without one. */
  calendar: string;
};
export type Mailbox = {
  url: string;
  all: CaughtMail[];
  wait(to: string, fits?: (mail: CaughtMail) => boolean): Promise<CaughtMail>;
  close(): Promise<void>;
};

function calendarOf({ attachments }: Email): string {
  const content = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content ?? '';
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

async function read(raw: Buffer, returnPath: string): Promise<CaughtMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    returnPath,
    oneClick: /<(https?:[^>]+)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '',
    replyTo: mail.replyTo?.[0]?.address ?? '',
    calendar: calendarOf(mail),
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  };
}

/** Opens the server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const all: CaughtMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope: { mailFrom } }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        read(Buffer.concat(parts), mailFrom === false ? '' : mailFrom.address).then((mail) => {
          all.push(mail);
          for (const look of waiting) look();
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  // cast: a TCP server's address is never a pipe's name
  const { port } = server.server.address() as AddressInfo;
  const taken = new Set<CaughtMail>();
  return {
    url: `smtp://127.0.0.1:${port}`,
    all,
    wait: (to, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const mail = all.findLast((one) => one.to === to && !taken.has(one) && fits(one));
          if (mail === undefined) return;
          taken.add(mail);
          clearTimeout(late);
          waiting.delete(look);
          resolve(mail);
        };
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(`no mail to ${to}; there were: ${all.map((one) => `${one.to} "${one.subject}"`).join(', ') || 'none'}`),
          );
        }, patience);
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
