/** The builder: signs a call as a client would, and makes it through the same door. */
import { createHash } from 'node:crypto';
import type { ChecksumHash } from '@atrium/bbb/checksum';
import { signQuery } from '@atrium/bbb/checksum';
import { writeQuery } from '@atrium/bbb/query';
import type { ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { BuiltCall, endpointCalls } from '../endpoint.contract.ts';
import { openCallRate } from './call-rate.service.ts';
import { openMeetingCalls } from './calls/meeting-calls.service.ts';
import { otherCalls } from './calls/other-calls.service.ts';
import { openDoorCache } from './door-cache.service.ts';
import { answerCall, type DoorParts } from './door.service.ts';
import { openCallLog } from './endpoint-log.service.ts';
import { addressOf } from './endpoint.service.ts';
import { actorFor, ensureEndpoint, usableSecret } from './secrets.service.ts';

export type SignedCall = { query: string; url: string; signed: string; method: 'GET' | 'POST'; body: string };

const hidden = '••••••••';

function queryOf(built: BuiltCall, bodyHash: 'needed' | 'not needed'): string {
  const list = built.parameters.map(({ name, value }): [string, string] => [name, value]);
  const given = list.some(([name]) => name === 'bodyHash');
  // so that a call of the builder passes a secret that asks for it, like one of a client that knows the rule
  if (bodyHash === 'needed' && built.body !== null && !given)
    list.push(['bodyHash', createHash('sha256').update(built.body, 'utf8').digest('hex')]);
  return writeQuery(list);
}

/** The call as a client would send it. Throws `not_possible` when the secret has ended or the call takes no body. */
export async function sign(ctx: Ctx, built: BuiltCall): Promise<SignedCall> {
  const actor = actorFor(ctx, 'api.manage');
  if (built.body !== null && (built.method !== 'POST' || !['create', 'insertDocument'].includes(built.call)))
    throw new Failure('not_possible', { data: { reason: 'no_body_here' } });
  const { row, text } = await usableSecret(ctx, built.secretId);
  const endpoint = await ensureEndpoint(ctx, actor.accountId);
  const query = queryOf(built, row.bodyHash ? 'needed' : 'not needed');
  const hash: ChecksumHash = built.hash;
  const signed = signQuery({ call: built.call, query, secret: text, hash });
  return {
    query: signed,
    url: `${addressOf(ctx, endpoint)}api/${built.call}?${signed}`,
    signed: `${built.call}${query}${hidden}`,
    method: built.method,
    body: built.body ?? '',
  };
}

export async function build(ctx: Ctx, built: BuiltCall): Promise<ResultIn<typeof endpointCalls.build>> {
  const { url, signed } = await sign(ctx, built);
  return { url, signed };
}

/** An answer that is longer is cut: a screen shows it. */
const mostShown = 200_000;
const builderAgent = 'Atrium builder';
const perMinute = 120;

/** A door for one call: what doors share in a process, they share to be quick. */
function openDoor(ctx: Ctx): { parts: DoorParts; close(): Promise<void> } {
  const log = openCallLog({ system: ctx.system, log: ctx.log });
  const cache = openDoorCache(ctx);
  const handlers = { ...otherCalls, ...openMeetingCalls(ctx.now) };
  return {
    parts: { cache, rate: openCallRate(ctx.now), handlers, logCall: log.logCall, ctx, ctxFor: () => ctx },
    close: async () => {
      cache.close();
      await log.close();
    },
  };
}

/** Makes the call for real, through the door that everybody comes through, and gives the answer; of a redirect its target. */
export async function run(ctx: Ctx, built: BuiltCall): Promise<ResultIn<typeof endpointCalls.run>> {
  const actor = actorFor(ctx, 'api.manage');
  const { url, query, method, body } = await sign(ctx, built);
  await ctx.limits.use(`endpoint-run:${actor.accountId}`, { max: perMinute, windowSeconds: 60 });
  const { key } = await ensureEndpoint(ctx, actor.accountId);
  const began = performance.now();
  const door = openDoor(ctx);
  const answer = await answerCall(door.parts, {
    to: { key },
    method,
    target: `/bigbluebutton/api/${built.call}?${query}`,
    contentType: body === '' ? '' : 'application/xml',
    body: Buffer.from(body, 'utf8'),
    address: ctx.caller.address,
    agent: builderAgent,
    accept: '',
    languages: '',
  });
  const tookMs = Math.round(performance.now() - began);
  await door.close();
  if (answer === null) throw new Failure('not_possible');
  const text = answer.headers['location'] ?? answer.body;
  return {
    url,
    status: answer.status,
    contentType: answer.headers['content-type'] ?? '',
    body: text.slice(0, mostShown),
    bytes: Buffer.byteLength(text, 'utf8'),
    tookMs,
  };
}
