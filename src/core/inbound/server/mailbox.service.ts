/** Reads the mailbox in which mail for us is collected, by IMAP. */
import type { ImapFlow } from 'imapflow';
import type { Ctx } from '#kit/server/ctx.ts';
import { withoutSecrets } from '#kit/server/log.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { noteMailbox } from './inbound.queries.ts';
import { destinationOf, headersIn, ignoreMessage, takeMessage } from './take-message.service.ts';

/** Longest time for which one round may take. */
export const ROUND_SECONDS = 120;

type Account = { host: string; port: number; secure: boolean; auth: { user: string; pass: string }; folder: string };
export function accountOf(imapUrl: string): Account {
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

/** The first of the addresses of a message that is ours: a mailbox knows no envelope. */
export function recipientIn(ctx: Ctx, raw: Buffer): string | null {
  const lines = headersIn(raw).match(/^(delivered-to|x-original-to|envelope-to|x-envelope-to|to|cc):.*$/gim) ?? [];
  const addresses = lines.flatMap((line) => line.match(/[^\s<>,;:"]+@[^\s<>,;:"]+/gi) ?? []);
  // an answer says more than the address that everybody knows
  const ours = addresses.filter((one) => destinationOf(ctx, one) !== null);
  return ours.find((one) => destinationOf(ctx, one)?.kind !== 'support') ?? ours[0] ?? null;
}

async function takeOne(ctx: Ctx, client: ImapFlow, uid: number): Promise<void> {
  const facts = await client.fetchOne(String(uid), { size: true, uid: true }, { uid: true });
  // somebody deleted it meanwhile
  if (facts === false) return;
  if ((facts.size ?? 0) > inboundLimits.bytes) {
    const mailbox = client.mailbox === false ? '' : `${client.mailbox.path} ${client.mailbox.uidValidity}`;
    return ignoreMessage(ctx, { messageKey: `imap ${mailbox} ${uid}`, via: 'imap', reason: 'too_large' });
  }
  const message = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (message === false || message.source === undefined) return;
  await takeMessage(ctx, { raw: message.source, recipient: recipientIn(ctx, message.source), via: 'imap' });
}

async function takeUnseen(ctx: Ctx, client: ImapFlow, folder: string): Promise<void> {
  await client.connect();
  const lock = await client.getMailboxLock(folder);
  try {
    const unseen = await client.search({ seen: false }, { uid: true });
    for (const uid of (Array.isArray(unseen) ? unseen : []).slice(0, inboundLimits.perRound)) {
      await takeOne(ctx, client, uid);
      // a message that could not be stored stays unseen, and is read again
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
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
