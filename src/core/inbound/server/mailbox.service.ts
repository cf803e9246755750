/** Reads the mailbox in which mail for us is collected, by IMAP. */
import type { ImapFlow } from 'imapflow';
import type { Ctx } from '#kit/server/ctx.ts';
import { withoutSecrets } from '#kit/server/log.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { noteMailbox } from './inbound.queries.ts';
import { addressesIn, type MailHeader, senderIn } from '../mail-headers.rules.ts';
import { isProvenByServer } from '../sender-proof.rules.ts';
import { countLetter, isForLetters, type LetterSource, limitKeyOf } from './sender-limit.service.ts';
import { destinationOf, headersIn, ignoreMessage, takeMessage } from './take-message.service.ts';

/** Longest time for which one round may take. */
export const ROUND_SECONDS = 120;

type MailboxAccount = { host: string; port: number; secure: boolean; auth: { user: string; pass: string }; folder: string };
export function accountOf(imapUrl: string): MailboxAccount {
  const url = new URL(imapUrl);
  const secure = url.protocol === 'imaps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

/** All that may stand above what the server of the mailbox found out. */
const proofHeaders = ['received', 'authentication-results', 'dkim-signature', 'subject', 'date', 'message-id'] as const;
/** Of a blind copy, what the servers noted on its way may be all that names us. */
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to', 'cc', 'received'] as const;
/** The first of the addresses of a message that is ours: a mailbox knows no envelope. */
export function recipientIn(ctx: Ctx, headers: readonly MailHeader[]): string | null {
  const named = headers.filter(({ key }) => recipientHeaders.some((name) => name === key));
  const ours = named.flatMap(({ value }) => addressesIn(value)).filter((one) => destinationOf(ctx, one) !== null);
  const signed = ours.find((one) => destinationOf(ctx, one)?.kind !== 'support');
  return signed ?? ours[0] ?? null;
}

type MessageFacts = { uid: number; bytes: number; headers: MailHeader[] };
/** What is asked of a message before its content. Those that somebody deleted meanwhile are missing. */
async function factsOf(client: ImapFlow, uids: readonly number[]): Promise<MessageFacts[]> {
  const asked = { uid: true, size: true, headers: ['from', ...proofHeaders, ...recipientHeaders] };
  const found = await client.fetchAll(uids.join(','), asked, { uid: true });
  return found.map(({ uid, size = 0, headers }) => ({ uid, bytes: size, headers: headersIn(headers ?? Buffer.alloc(0)) }));
}

/** Mail that only names a sender never uses up the count of what is proven to be theirs. */
function letterSourceOf(ctx: Ctx, headers: readonly MailHeader[]): LetterSource {
  const [from, { inboundAuthservId: authservId }] = [senderIn(headers), ctx.config];
  const isProven = from !== null && authservId !== null && isProvenByServer(headers, { authservId, from });
  return { source: isProven ? 'proven' : 'unproven', sender: from ?? '' };
}

/** False: its sender has to wait, and so the message stays unseen. */
async function takeOne(ctx: Ctx, client: ImapFlow, { uid, bytes, headers }: MessageFacts): Promise<boolean> {
  const recipient = recipientIn(ctx, headers);
  if (bytes > inboundLimits.bytes) {
    const mailbox = client.mailbox === false ? '' : `${client.mailbox.path} ${client.mailbox.uidValidity}`;
    await ignoreMessage(ctx, { messageKey: `imap ${mailbox} ${uid}`, via: 'imap', reason: 'too_large' });
    return true;
  }
  const isLetter = recipient !== null && isForLetters(ctx, recipient);
  const source = letterSourceOf(ctx, headers);
  if (isLetter && source.sender !== '' && (await countLetter(ctx, source)) === 'too many') return false;
  const message = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (message !== false && message.source !== undefined) await takeMessage(ctx, { raw: message.source, recipient, via: 'imap' });
  return true;
}

/** Senders who have to wait do not keep others out: the round goes on behind their messages. */
async function takeAll(ctx: Ctx, client: ImapFlow, uids: readonly number[]): Promise<void> {
  const waiting = new Set<string>();
  let taken = 0;
  for (let at = 0; at < uids.length && taken < inboundLimits.perRound; at += inboundLimits.perRound) {
    for (const one of await factsOf(client, uids.slice(at, at + inboundLimits.perRound))) {
      const sender = limitKeyOf(letterSourceOf(ctx, one.headers));
      if (waiting.has(sender) || taken >= inboundLimits.perRound) continue;
      if (await takeOne(ctx, client, one)) {
        // a message that could not be stored stays unseen, and is read again
        await client.messageFlagsAdd(String(one.uid), ['\\Seen'], { uid: true });
        taken++;
      } else waiting.add(sender);
    }
  }
}

async function takeUnseen(ctx: Ctx, client: ImapFlow, folder: string): Promise<void> {
  await client.connect();
  const lock = await client.getMailboxLock(folder);
  try {
    const unseen = await client.search({ seen: false }, { uid: true });
    await takeAll(ctx, client, Array.isArray(unseen) ? unseen : []);
  } finally {
    lock.release();
  }
  await client.logout();
}

/** What failed, and what the server said to it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'responseText' in error ? `${error.message}: ${String(error.responseText)}` : error.message;
}

/** One round. A failure is noted for the operator, and the next round tries again. */
export async function readMailbox(ctx: Ctx): Promise<void> {
  const { inboundImapUrl } = ctx.config;
  if (inboundImapUrl === null) return;
  const { folder, ...account } = accountOf(inboundImapUrl);
  const { ImapFlow } = await import('imapflow');
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, maxLiteralSize: 16 * 1024 * 1024 };
  const client = new ImapFlow({ ...account, ...limits, logger: false, disableAutoIdle: true, clientInfo: { name: 'Atrium' } });
  // the call that fails rejects, too; without a listener it would end the process
  client.on('error', (error) => ctx.log.debug({ error }, 'a connection to the mailbox failed'));
  const over = setTimeout(() => client.close(), ROUND_SECONDS * 1_000);
  try {
    await takeUnseen(ctx, client, folder);
    await ctx.system.write((tx) => noteMailbox(tx, { readAt: new Date(ctx.now()) }));
  } catch (error) {
    const words = withoutSecrets(wordsOf(error).replaceAll(account.auth.pass, '…'))
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300);
    ctx.log.warn({ reason: words }, 'the mailbox of incoming mail could not be read');
    await ctx.system.write((tx) => noteMailbox(tx, { error: words }));
  } finally {
    clearTimeout(over);
    client.close();
  }
}
