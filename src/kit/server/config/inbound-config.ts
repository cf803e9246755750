/** How mail reaches us, as the environment sets it: under which address, and over a port of our own or a mailbox that is read. */
import { numberIn, row } from './config-row.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

export const inboundConfig = {
  inboundAddress: row({
    env: 'INBOUND_ADDRESS',
    about:
      'Address of incoming mail, such as mail@replies.example.com: bounces and requests to unsubscribe come to it with a signed part behind a +. At most 16 characters before the @.',
    standard: 'none; no mail comes in',
    read: (text: string | undefined) => {
      if (text === undefined) return null;
      const given = text.toLowerCase();
      if (!/^[a-z0-9]([a-z0-9._-]{0,14}[a-z0-9])?@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(given) || given.includes('..'))
        throw new Error('must be an address such as mail@replies.example.com with at most 16 characters before the @');
      return given;
    },
  }),
  inboundSmtpPort: row({
    env: 'INBOUND_SMTP_PORT',
    about: 'Port on which worker processes take mail for INBOUND_ADDRESS; mail servers come to 25.',
    standard: 'none',
    read: (text: string | undefined) => (text === undefined ? null : numberIn(1, 65_535, 25)(text)),
  }),
  inboundSmtpHost: row({
    env: 'INBOUND_SMTP_HOST',
    about: 'Address on which that port listens; 0.0.0.0 or :: lets other machines in.',
    standard: '127.0.0.1',
    read: (text: string | undefined) => text ?? '127.0.0.1',
  }),
  inboundAuthservId: row({
    env: 'INBOUND_AUTHSERV_ID',
    about:
      'Name under which the mail server of INBOUND_IMAP_URL writes its Authentication-Results, such as mx.example.com. Without it nobody who writes to the mailbox counts as verified.',
    standard: 'none',
    read: (text: string | undefined) => {
      if (text === undefined) return null;
      if (!/^[\w.-]{1,253}$/.test(text)) throw new Error('must be a name such as mx.example.com');
      return text.toLowerCase();
    },
  }),
  inboundImapUrl: row({
    env: 'INBOUND_IMAP_URL',
    about:
      'Mailbox that is read every minute, as imaps://user:password@host:993/INBOX; imap:// only on this machine. It has to take mail with a + part.',
    standard: 'none',
    secret: true,
    read: (text: string | undefined) => {
      if (text === undefined) return null;
      const url = URL.canParse(text) ? new URL(text) : null;
      const safe = url?.protocol === 'imaps:' || (url?.protocol === 'imap:' && loopback.includes(url.hostname));
      // the text is not repeated: it holds a password
      if (url === null || !safe || url.hostname === '' || url.username === '')
        throw new Error('must be an address such as imaps://user:password@host:993/INBOX');
      return text;
    },
  }),
};

type InboundConfigParts = { inboundAddress: string | null; inboundSmtpPort: number | null; inboundImapUrl: string | null };
/** What cannot be used together, a sentence each. */
export const inboundTroubles = (config: InboundConfigParts): string[] =>
  config.inboundAddress === null && (config.inboundSmtpPort !== null || config.inboundImapUrl !== null)
    ? ['INBOUND_SMTP_PORT and INBOUND_IMAP_URL need INBOUND_ADDRESS, the address by which mail is recognized.']
    : [];
