/** Reads a mail in a process that can be ended. */
import type { Ctx } from '#kit/server/ctx.ts';
import { IsolatedError, runIsolated } from '@atrium/sandbox/sandbox';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { senderAddress } from '#core/outbox/sender.rules.ts';
import type { InboundKind } from '../inbound.rules.ts';
import { type MailHeader, turnOfMail } from '../mail-headers.rules.ts';
import { headOf } from './take-message.service.ts';
import { unreadableMail } from './inbound.events.ts';
import type { ReadMail, ReadMailRequest } from './read-mail-worker.service.ts';

const task = {
  module: new URL('./read-mail-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is ReadMail => typeof value === 'object' && value !== null && 'leftOut' in value,
};
/** Less than the job may take. A mail that is allowed in and takes longer is an attack, and costs less where nobody vouches for its sender. */
const limitsBy = { usual: { seconds: 40, megabytes: 700 }, unproven: { seconds: 15, megabytes: 400 } } as const;
type ReadingTrust = keyof typeof limitsBy;

async function read(request: ReadMailRequest, trust: ReadingTrust): Promise<ReadMail | null> {
  try {
    return await runIsolated(task, request, { ...limitsBy[trust], turn: turnOfMail(request.headers) });
  } catch (error) {
    // one whose process was ended from outside is read when the job comes again
    if (error instanceof IsolatedError && error.ending !== 'ended') return null;
    throw error;
  }
}

export type MailToRead = { raw: Buffer; kind: InboundKind; headers: MailHeader[]; trust: ReadingTrust };
/**
 * A mail that cannot be read in reasonable time and memory still has its sender and subject, and its original says the rest. Null: not even
 * these. Throws `SandboxBusy` when too many wait already.
 */
export async function readMail(ctx: Ctx, { raw, kind, headers, trust }: MailToRead): Promise<ReadMail | null> {
  const { mail } = await platformNow(ctx);
  const [, ourDomain = ''] = (ctx.config.inboundAddress ?? '').split('@');
  const ours = [ourDomain, senderAddress(mail.from)].map((one) => one.toLowerCase()).filter((one) => one !== '');
  const whole = await read({ raw, kind, headers, ours }, trust);
  if (whole !== null) return whole;
  const head = await read({ raw: headOf(raw), kind, headers, ours }, trust);
  return head === null ? null : { ...head, leftOut: [unreadableMail] };
}
