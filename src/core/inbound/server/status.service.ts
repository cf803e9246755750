/** How mail comes in, for the operator: the tables are the whole installation's, hence the system's eyes. */
import type { ResultIn } from '#kit/contract.ts';
import { notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { inboundCalls } from '../inbound.contract.ts';
import { ignoredByReason, inboundFigures, mailboxNote } from './inbound.queries.ts';
import { accountOf } from './mailbox.service.ts';

const monthMs = 30 * 86_400_000;
export async function inboundStatus(ctx: Ctx): Promise<ResultIn<typeof inboundCalls.status>> {
  const { actor, config } = ctx;
  if (actor.kind !== 'user' || actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('platform.manage')) throw notAllowed('platform.manage');
  const { read } = ctx.system;
  const since = new Date(ctx.now() - monthMs);
  const [note, reasons] = [await mailboxNote(read), await ignoredByReason(read, since)];
  const { lastAt, ...figures } = await inboundFigures(read, since);
  const imap = config.inboundImapUrl === null ? null : accountOf(config.inboundImapUrl);
  return {
    address: config.inboundAddress,
    smtp: config.inboundSmtpPort === null ? null : { port: config.inboundSmtpPort },
    imap: imap && { host: imap.host, lastReadAt: note?.readAt?.getTime() ?? null, lastError: note?.error ?? null },
    lastMessageAt: lastAt?.getTime() ?? null,
    last30Days: { ...figures, reasons },
  };
}
