/** A customer's call on its way to the server that has the meeting: ids changed, signed again, everything else as it came. */
import { apiAddress } from '@atrium/bbb/address';
import { BbbBadAnswer, BbbUnreachable } from '@atrium/bbb/client-answer';
import { forwardCall, type ParamRule } from '@atrium/bbb/forward';
import type { QueryPair } from '@atrium/bbb/query';
import type { VerifiedCall } from '@atrium/bbb/server';
import type { Ctx } from '#kit/server/ctx.ts';
import { outbound, textOf } from '#kit/server/http/outbound.ts';
import { reachFor, secretOf, type ServerRow } from '#meet/servers/server/servers.service.ts';

/** A call as the door let it in, with its body byte for byte. */
export type CustomerCall = VerifiedCall & { readonly rawBody: Uint8Array };
export type ExternalSending = {
  call: CustomerCall;
  rule: ParamRule;
  /** The server's, when it was opened already. */
  secret?: string | undefined;
  /** Parameters of ours, at the end. */
  added?: readonly QueryPair[];
  /** For the whole exchange, in milliseconds. */
  timeoutMs: number;
};
export type HeardAnswer = { status: number; text: string; location: string | null };

/** The call as this server wants it. `address` holds a signature: it must not be logged. */
export function addressedTo(ctx: Ctx, server: ServerRow, sending: Omit<ExternalSending, 'timeoutMs'>) {
  const { call, rule, added } = sending;
  const { query, contentType, body } = forwardCall({
    name: call.name,
    rawQuery: call.rawQuery,
    contentType: call.contentType,
    body: call.rawBody,
    // the hash of the body was for our door
    rule: (name, value) => (name === 'bodyHash' ? null : rule(name, value)),
    added,
    secret: sending.secret ?? secretOf(ctx, server),
    hash: server.hash,
  });
  return { address: `${apiAddress(server.url)}${call.name}?${query}`, contentType, body };
}

/** Longest address that is sent, in characters: far beyond what web servers take by default (8 KiB). */
const longest = 65_536;

/**
 * Throws `BbbUnreachable` when nothing answers in time, and `BbbBadAnswer` with status 414, as a web server would answer, for
 * what is too long to be sent; what an answer means is the caller's to judge.
 */
export async function sendTo(ctx: Ctx, server: ServerRow, sending: ExternalSending): Promise<HeardAnswer> {
  const { address, contentType, body } = addressedTo(ctx, server, sending);
  if (address.length > longest) throw new BbbBadAnswer('The request is too long for any server', 414);
  const accept = 'text/xml, application/xml;q=0.9, */*;q=0.5';
  try {
    const send = outbound({ reach: reachFor(ctx, server.kind), timeoutMs: sending.timeoutMs });
    const answer = await send(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? { accept } : { accept, 'content-type': contentType },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, text: await textOf(answer), location: answer.headers.get('location') };
  } catch (error) {
    // without the address, which carries a signature
    throw new BbbUnreachable('The server does not answer', { cause: error instanceof Error ? error.name : undefined });
  }
}
