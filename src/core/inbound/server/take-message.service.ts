/** Takes a message in: it is stored before its sender may forget it. */
import { createHash } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { readReturnAddress } from '#core/outbox/server/return-address.service.ts';
import { type IgnoredReason, type InboundKind, inboundLimits, type MessageVia } from '../inbound.rules.ts';
import { headerOf, type MailHeader, readMailHeaders } from '../mail-headers.rules.ts';
import { insertMessage, isKnownMessage } from './inbound.queries.ts';
import type { InboundMessage } from './inbound.table.ts';
import { storeOriginal } from './original.service.ts';
import { isSupportAddress } from './support-address.service.ts';

export const HANDLE_JOB = 'inbound.handle';

/** The headers with the blank line below them, as far as they are looked at. */
export function headOf(raw: Buffer): Buffer {
  const head = raw.subarray(0, inboundLimits.headers);
  const ends = ['\r\n\r\n', '\n\n'].map((end) => head.indexOf(end)).filter((at) => at !== -1);
  return ends.length === 0 ? head : head.subarray(0, Math.min(...ends) + 4);
}
export const headersIn = (raw: Buffer): MailHeader[] => readMailHeaders(headOf(raw).toString('latin1'));

/** One mail that comes twice counts once. Some programs give all their mails one Message-ID, so that it alone does not tell. */
function keyOf(raw: Buffer, address: string): string {
  const headers = headersIn(raw);
  const hash = createHash('sha256').update(address).update('\n');
  if (headerOf(headers, 'message-id') === undefined) return hash.update(raw).digest('hex');
  const facts = ['message-id', 'from', 'date', 'subject'].map((name) => headerOf(headers, name) ?? '');
  return hash.update(facts.join('\n')).digest('hex');
}

/** Where a message goes to; null: to nobody here. */
export function destinationOf(ctx: Ctx, recipient: string): { kind: InboundKind; id: string | null } | null {
  return readReturnAddress(ctx, recipient) ?? (isSupportAddress(ctx, recipient) ? { kind: 'support', id: null } : null);
}

/** Of the recipients of a mail, those for whom it is taken: an answer says more than the address that everybody knows. */
export function recipientsFor(ctx: Ctx, recipients: readonly string[]): string[] {
  const kindOf = (recipient: string) => destinationOf(ctx, recipient)?.kind;
  const isAnswer = recipients.some((one) => kindOf(one) === 'reply');
  return recipients.filter((one) => !isAnswer || kindOf(one) !== 'support');
}

/** The machine that delivered a mail, as it named itself, and the sender of the envelope. */
export type MailPeer = { address: string; name: string; mailFrom: string };
export type ReceivedMessage = {
  raw: Buffer;
  /** Null: no address of ours. */
  recipient: string | null;
  via: MessageVia;
  /** Left out where nobody knows it. */
  peer?: MailPeer;
};
const noPeer = { peerAddress: null, peerName: null, mailFrom: null };

/** Returns once the message is safe. One that is known changes nothing. */
export async function takeMessage(ctx: Ctx, { raw, recipient, via, peer }: ReceivedMessage): Promise<void> {
  const address = recipient === null ? null : destinationOf(ctx, recipient);
  const messageKey = keyOf(raw, address === null ? '' : `${address.kind} ${address.id ?? ''}`);
  const [id, receivedAt] = [newId(ctx.now()), new Date(ctx.now())];
  if (address === null) return ignoreMessage(ctx, { messageKey, via, reason: 'unknown_address' });
  // the installation's own, as mails of all accounts come in here
  if (await isKnownMessage(ctx.system.read, messageKey)) return;
  const stored = await storeOriginal(ctx, { name: `${messageKey}.sealed`, raw });
  const row: InboundMessage = {
    ...{ id, receivedAt, via, kind: address.kind, subjectId: address.id, messageKey },
    ...{ state: 'waiting', reason: null, stored, takenAt: null },
    ...(peer === undefined ? noPeer : { peerAddress: peer.address, peerName: peer.name, mailFrom: peer.mailFrom }),
  };
  await ctx.system.write(async (tx) => {
    if (await insertMessage(tx, row)) await ctx.jobs.enqueue(tx, { job: HANDLE_JOB, payload: { id }, key: id });
  });
}

type IgnoredMessage = { messageKey: string; via: MessageVia; reason: IgnoredReason };
/** Keeps no byte of it. */
export async function ignoreMessage(ctx: Ctx, ignored: IgnoredMessage): Promise<void> {
  const row = {
    id: newId(ctx.now()),
    receivedAt: new Date(ctx.now()),
    kind: null,
    subjectId: null,
    stored: null,
    takenAt: null,
    ...noPeer,
  };
  await ctx.system.write(async (tx) => {
    await insertMessage(tx, { ...ignored, ...row, state: 'ignored' });
  });
}
