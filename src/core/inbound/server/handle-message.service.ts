/** Reads a stored message and tells whom it concerns. We never answer by mail. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { isOutboxMail, noteMailBounce } from '#core/outbox/server/bounce.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { ourMailId } from '../automatic.rules.ts';
import { bounceOf } from '../delivery-report.rules.ts';
import { type InboundKind, tokenInSubject } from '../inbound.rules.ts';
import { inboundEvents, type InboundLetter } from './inbound.events.ts';
import { lockWaiting, settleMessage, waitingMessage } from './inbound.queries.ts';
import type { InboundMessage } from './inbound.table.ts';
import { letterOf } from './letter.service.ts';
import { readOriginal } from './original.service.ts';
import { readMail } from './read-mail.service.ts';
import type { ReadMail } from './read-mail-worker.service.ts';
import { senderProvenBy } from './sender-proof.service.ts';
import { headersIn, headOf } from './take-message.service.ts';

type HandledOutcome = Pick<InboundMessage, 'state' | 'reason'>;
const ignored = (reason: InboundMessage['reason']): HandledOutcome => ({ state: 'ignored', reason });
const handled: HandledOutcome = { state: 'handled', reason: null };
const unreadable: HandledOutcome = { state: 'failed', reason: 'unreadable' };

/** The signed address already says which mail it is about. */
async function noteReport(ctx: Ctx, tx: Db, { mail, mailId }: { mail: ReadMail; mailId: string }): Promise<HandledOutcome> {
  const { report } = mail;
  if (report === null) return ignored('not_a_report');
  const kind = bounceOf(report);
  if (kind === null) return ignored('delayed');
  return (await noteMailBounce(ctx, tx, { ...report, mailId, kind })) ? handled : ignored('unknown_mail');
}

type MessageContent = { original: string; kind: InboundKind; id: string | null; mail: ReadMail; letter: InboundLetter | null };
/** Passed on and not kept: what people write is not for the table of events. */
async function passOn(ctx: Ctx, tx: Db, { kind, id, letter }: MessageContent): Promise<HandledOutcome> {
  if (letter === null) return ignored('no_reader');
  const name = kind === 'reply' ? inboundEvents.replied : inboundEvents.supportAsked;
  await ctx.events.tell(ctx, tx, { name, accountId: null, data: { id, ...letter } });
  return handled;
}

/** What a message asks for, in the transaction that settles it. What a program may ask for, the address decides and those who hear of it. */
async function act(ctx: Ctx, tx: Db, content: MessageContent): Promise<HandledOutcome> {
  const { original, kind, id, mail } = content;
  if (kind === 'bounce') return id === null ? ignored('unknown_mail') : noteReport(ctx, tx, { mail, mailId: id });
  if (kind === 'reply' || kind === 'support') return passOn(ctx, tx, content);
  const data = { id, original, token: tokenInSubject(mail.subject) };
  await ctx.events.publish(ctx, tx, { name: inboundEvents.unsubscribeRequested, accountId: null, data });
  return handled;
}

/** What is known before the transaction. An outcome alone: nothing of it concerns anybody. */
async function contentOf(ctx: Ctx, row: InboundMessage): Promise<MessageContent | HandledOutcome> {
  const { kind, subjectId: id, stored } = row;
  const raw = stored === null ? null : await readOriginal(ctx, stored);
  if (kind === null || raw === null) return unreadable;
  const headers = headersIn(raw);
  const ourId = kind === 'bounce' ? null : ourMailId(headers, new URL(siteUrl(ctx)).hostname);
  if (ourId !== null && (await isOutboxMail(ctx.system.read, ourId))) return ignored('loop');
  const isLetter = kind === 'reply' || kind === 'support';
  // before the body is read, which costs more
  const provenSender = isLetter ? await senderProvenBy(ctx, { row, raw, headers }) : null;
  const trust = isLetter && provenSender === null ? 'unproven' : 'usual';
  // the signed address says everything but the list
  const mail = await readMail(ctx, { raw: kind === 'unsubscribe' ? headOf(raw) : raw, kind, headers, trust });
  if (mail === null) return unreadable;
  return {
    original: row.id,
    kind,
    id,
    mail,
    letter: isLetter ? await letterOf(ctx, { row, headers, mail, provenSender }) : null,
  };
}

/** The job of a message: it counts whole or not at all, and once. Its original stays for those who may answer. */
export async function handleMessage(ctx: Ctx, { id }: { id: string }): Promise<void> {
  // the operator's table
  const row = await waitingMessage(ctx.system.read, id);
  if (row === null) return;
  const content = await contentOf(ctx, row);
  await ctx.system.write(async (tx) => {
    if (!(await lockWaiting(tx, id))) return;
    await settleMessage(tx, id, 'mail' in content ? await act(ctx, tx, content) : content);
  });
}
