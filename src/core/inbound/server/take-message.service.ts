/** Takes a message in: it is stored before its sender may forget it. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { readReturnAddress } from '#core/outbox/server/return-address.service.ts';
import type { IgnoredReason, InboundKind, MessageVia } from '../inbound.rules.ts';
import { insertMessage, isKnownMessage } from './inbound.queries.ts';
import type { InboundMessage } from './inbound.table.ts';
import { isSupportAddress } from './support-address.service.ts';

export const HANDLE_JOB = 'inbound.handle';
/** Folder of the file store with the bytes of what waits. */
export const MESSAGE_FOLDER = 'inbound-mail';

/** Unfolded, each on a line of its own. */
export function headersIn(raw: Buffer): string {
  const text = raw.subarray(0, 256 * 1024).toString('latin1');
  return (/^[\s\S]*?(?=\r?\n\r?\n|$)/.exec(text)?.[0] ?? '').replace(/\r?\n[ \t]+/g, ' ');
}

function keyOf(raw: Buffer, address: string): string {
  const messageId = /^message-id:\s*(<[^<>\r\n]+>)/im.exec(headersIn(raw))?.[1];
  const hash = createHash('sha256').update(address).update('\n');
  return hash.update(messageId ?? raw).digest('hex');
}

/** Where a message goes to; null: to nobody here. */
export function destinationOf(ctx: Ctx, recipient: string): { kind: InboundKind; id: string | null } | null {
  return isSupportAddress(ctx, recipient) ? { kind: 'support', id: null } : readReturnAddress(ctx, recipient);
}

export type ReceivedMessage = { raw: Buffer /** Null: no address of ours. */; recipient: string | null; via: MessageVia };
/** Returns once the message is safe. One that is known changes nothing. */
export async function takeMessage(ctx: Ctx, { raw, recipient, via }: ReceivedMessage): Promise<void> {
  const address = recipient === null ? null : destinationOf(ctx, recipient);
  const messageKey = keyOf(raw, address === null ? '' : `${address.kind} ${address.id ?? ''}`);
  const [id, receivedAt] = [newId(ctx.now()), new Date(ctx.now())];
  if (address === null) return ignoreMessage(ctx, { messageKey, via, reason: 'unknown_address' });
  // the installation's own, as mails of all accounts come in here
  if (await isKnownMessage(ctx.system.read, messageKey)) return;
  const stored = `${MESSAGE_FOLDER}/${messageKey}.eml`;
  await filesOf(ctx.config).put(stored, Readable.from([raw]));
  const row: InboundMessage = {
    ...{ id, receivedAt, via, kind: address.kind, subjectId: address.id, messageKey },
    ...{ state: 'waiting', reason: null, stored },
  };
  await ctx.system.write(async (tx) => {
    if (await insertMessage(tx, row)) await ctx.jobs.enqueue(tx, { job: HANDLE_JOB, payload: { id }, key: id });
  });
}

type Ignored = { messageKey: string; via: MessageVia; reason: IgnoredReason };
/** Keeps no byte of it. */
export async function ignoreMessage(ctx: Ctx, ignored: Ignored): Promise<void> {
  const [id, receivedAt] = [newId(ctx.now()), new Date(ctx.now())];
  await ctx.system.write(async (tx) => {
    await insertMessage(tx, { ...ignored, id, receivedAt, kind: null, subjectId: null, state: 'ignored', stored: null });
  });
}
