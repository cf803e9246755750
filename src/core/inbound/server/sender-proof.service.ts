/** Whether a letter is of the domain that it names as its sender's. */
import dns from 'node:dns';
import type { Ctx } from '#kit/server/ctx.ts';
import { IsolatedError, runIsolated } from '@atrium/sandbox/sandbox';
import { type MailHeader, senderIn, turnOfMail } from '../mail-headers.rules.ts';
import { isProvenByServer } from '../sender-proof.rules.ts';
import type { InboundMessage } from './inbound.table.ts';
import type { SenderProof, SenderProofRequest } from './sender-proof-worker.service.ts';

const task = {
  module: new URL('./sender-proof-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is SenderProof => typeof value === 'object' && value !== null && 'verified' in value,
};
/** A slow DNS ends it, too: the letter is then read as one that nobody vouches for. */
const limits = { seconds: 20, megabytes: 500 };

async function check(request: SenderProofRequest, turn: string): Promise<boolean> {
  try {
    return (await runIsolated(task, request, { ...limits, turn })).verified;
  } catch (error) {
    if (error instanceof IsolatedError && error.ending !== 'ended') return false;
    throw error;
  }
}

/** The address of its `From`, where it is proven. */
export async function senderProvenBy(ctx: Ctx, letter: Omit<LetterToProve, 'from'>): Promise<string | null> {
  const from = senderIn(letter.headers);
  return from !== null && (await isSenderProven(ctx, { ...letter, from })) ? from : null;
}

export type LetterToProve = { row: InboundMessage; raw: Buffer; headers: readonly MailHeader[]; from: string };
/** A mailbox says nothing of who delivered a mail, so that what its server found out counts. */
export async function isSenderProven(ctx: Ctx, { row, raw, headers, from }: LetterToProve): Promise<boolean> {
  const { inboundAuthservId } = ctx.config;
  if (row.via === 'imap') return inboundAuthservId !== null && isProvenByServer(headers, { authservId: inboundAuthservId, from });
  if (row.peerAddress === null) return false;
  const peer = { address: row.peerAddress, helo: row.peerName ?? '', mailFrom: row.mailFrom ?? '' };
  return check({ raw, from, peer, dnsServers: dns.getServers() }, turnOfMail(headers));
}
