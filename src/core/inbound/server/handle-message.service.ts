/** Reads a stored message and tells whom it concerns. We never answer by mail. */
import PostalMime, { type Email } from 'postal-mime';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { noteMailBounce } from '#core/outbox/server/bounce.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { bounceOf, readDeliveryStatus } from '../delivery-report.rules.ts';
import { type InboundKind, inboundLimits, isLoop, tokenInSubject } from '../inbound.rules.ts';
import { inboundEvents, type InboundLetter } from './inbound.events.ts';
import { deleteMessagesBefore, isStored, lockWaiting, settleMessage, waitingMessage, waitingSince } from './inbound.queries.ts';
import type { InboundMessage } from './inbound.table.ts';
import { LETTER_FOLDER, letterOf } from './letter.service.ts';
import { HANDLE_JOB, MESSAGE_FOLDER } from './take-message.service.ts';

type Outcome = Pick<InboundMessage, 'state' | 'reason'>;
const ignored = (reason: InboundMessage['reason']): Outcome => ({ state: 'ignored', reason });
const handled: Outcome = { state: 'handled', reason: null };

async function bytesOf(ctx: Ctx, stored: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await filesOf(ctx.config).get(stored)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Null: nobody can read it. */
const parsed = (raw: Buffer): Promise<Email | null> =>
  PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'utf8', maxNestingDepth: 20 }).catch(() => null);

async function noteReport(ctx: Ctx, tx: Db, { mail, mailId }: { mail: Email; mailId: string }): Promise<Outcome> {
  const type = mail.headers.find((one) => one.key === 'content-type')?.value ?? '';
  // RFC 6533 calls it global where addresses are not ASCII
  const part = mail.attachments.find((one) => /^message\/(global-)?delivery-status$/.test(one.mimeType));
  if (!/^\s*multipart\/report\b/i.test(type) || typeof part?.content !== 'string') return ignored('not_a_report');
  const report = readDeliveryStatus(part.content);
  if (report === null) return ignored('not_a_report');
  const kind = bounceOf(report);
  if (kind === null) return ignored('delayed');
  return (await noteMailBounce(ctx, tx, { ...report, mailId, kind })) ? handled : ignored('unknown_mail');
}

const isOurLoop = (ctx: Ctx, mail: Email): boolean => isLoop(mail.headers, new URL(siteUrl(ctx)).hostname);
type Readable = { mail: Email; kind: InboundKind; id: string | null; letter: InboundLetter | null };
/** Passed on and not kept: what people write is not for the table of events. */
async function passOn(ctx: Ctx, tx: Db, { kind, id, letter }: Omit<Readable, 'mail'>): Promise<Outcome> {
  if (letter === null) return ignored('no_reader');
  const name = kind === 'reply' ? inboundEvents.replied : inboundEvents.supportAsked;
  await ctx.events.tell(ctx, tx, { name, accountId: null, data: { id, ...letter } });
  return handled;
}

/** What a message asks for, in the transaction that settles it. */
async function act(ctx: Ctx, tx: Db, { mail, kind, id, letter }: Readable): Promise<Outcome> {
  if (kind === 'bounce') return id === null ? ignored('unknown_mail') : noteReport(ctx, tx, { mail, mailId: id });
  if (isOurLoop(ctx, mail)) return ignored('loop');
  if (kind === 'reply' || kind === 'support') return passOn(ctx, tx, { kind, id, letter });
  const data = { id, token: tokenInSubject(mail.subject ?? '') };
  await ctx.events.publish(ctx, tx, { name: inboundEvents.unsubscribeRequested, accountId: null, data });
  return handled;
}

/** The job of a message: it counts whole or not at all, and once. */
export async function handleMessage(ctx: Ctx, { id }: { id: string }): Promise<void> {
  // the operator's table
  const row = await waitingMessage(ctx.system.read, id);
  if (row === null || row.stored === null) return;
  const { kind, subjectId, stored } = row;
  const mail = await parsed(await bytesOf(ctx, stored));
  const passed = mail !== null && (kind === 'reply' || kind === 'support') && !isOurLoop(ctx, mail);
  const letter = passed ? await letterOf(ctx, mail, { id, kind }) : null;
  await ctx.system.write(async (tx) => {
    if (!(await lockWaiting(tx, id))) return;
    const readable = mail !== null && kind !== null;
    const outcome: Outcome = readable
      ? await act(ctx, tx, { mail, kind, id: subjectId, letter })
      : { state: 'failed', reason: 'unreadable' };
    await settleMessage(tx, id, outcome);
  });
  await filesOf(ctx.config).remove(stored);
}

const [hour, day] = [3_600_000, 86_400_000];
/** Goes on where a job was lost, gives up what cannot be handled, and deletes what is old. */
export async function keepInbound(ctx: Ctx): Promise<void> {
  const files = filesOf(ctx.config);
  const ago = (ms: number) => new Date(ctx.now() - ms);
  for (const { id, receivedAt } of await waitingSince(ctx.system.read, ago(hour)))
    await ctx.system.write(async (tx) => {
      if (receivedAt < ago(inboundLimits.triedDays * day)) await settleMessage(tx, id, { state: 'failed', reason: 'gave_up' });
      else await ctx.jobs.enqueue(tx, { job: HANDLE_JOB, payload: { id }, key: id });
    });
  await ctx.system.write((tx) => deleteMessagesBefore(tx, ago(inboundLimits.keptDays * day)));
  // bytes of a message that was settled by a process that died, or whose sender was not answered
  for await (const { name, modifiedAt } of files.list(MESSAGE_FOLDER))
    if (ctx.now() - modifiedAt > day && !(await isStored(ctx.system.read, name))) await files.remove(name);
  for await (const { name, modifiedAt } of files.list(LETTER_FOLDER))
    if (ctx.now() - modifiedAt > inboundLimits.filesKeptDays * day) await files.remove(name);
}
