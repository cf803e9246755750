/** The account's own host name for its endpoint, and which names a proxy in front may fetch certificates for. */
import dns from 'node:dns/promises';
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db.ts';
import { OutboundRefused, outbound, reachOf, textOf } from '#kit/server/outbound.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { endpointCalls } from '../endpoint.contract.ts';
import { isHostName } from '../endpoint.rules.ts';
import { endpointOf, isHostKnown, isHostTaken, lockEndpoint, setHostOf } from './endpoint.queries.ts';
import { actorFor, ensureEndpoint, tellDoors } from './secrets.service.ts';

const ownHost = (ctx: Ctx) => new URL(siteUrl(ctx)).hostname;

/** Sets or removes the name; it counts once `checkHost` found that it leads here. */
export async function setHost(ctx: Ctx, host: string | null): Promise<{ done: true }> {
  const actor = actorFor(ctx, 'api.manage');
  if (host !== null && (!isHostName(host) || host === ownHost(ctx))) throw new Failure('bad_host');
  const { id } = await ensureEndpoint(ctx, actor.accountId);
  // other accounts' names cannot be seen with the account's own eyes
  if (host !== null && (await isHostTaken(ctx.system.read, host, id))) throw new Failure('host_taken');
  try {
    await ctx.db.write(async (tx) => {
      const endpoint = await lockEndpoint(tx, actor.accountId);
      if (endpoint === null) throw notFound();
      if (endpoint.host === host) return;
      await setHostOf(tx, id, { host, hostCheckedAt: null, hostTrouble: null });
      await record(ctx, tx, { action: 'endpoint.host-set', subjectKind: 'endpoint', subjectId: id, data: { host } });
      await tellDoors(ctx, tx, endpoint);
    });
  } catch (error) {
    if (isDuplicate(error, 'endpoints_host_key')) throw new Failure('host_taken');
    throw error;
  }
  return { done: true };
}

type Trouble = 'no_address' | 'private_address' | 'no_answer' | 'leads_elsewhere';

/** Null when the name leads to this installation: it answers there for a name that nobody else knows. */
async function troubleOf(ctx: Ctx, host: string): Promise<Trouble | null> {
  const found = await dns.lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return 'no_address';
  const { protocol, port } = new URL(siteUrl(ctx));
  const ask = outbound({ reach: reachOf(ctx.config), timeoutMs: 15_000, maxBytes: 10_000 });
  try {
    const answer = await ask(`${protocol}//${host}${port === '' ? '' : `:${port}`}/api/tls/ask?domain=${host}`);
    return answer.status === 200 && (await textOf(answer)).includes('"done":true') ? null : 'leads_elsewhere';
  } catch (error) {
    return error instanceof OutboundRefused && error.reason === 'private_address' ? 'private_address' : 'no_answer';
  }
}

export async function checkHost(ctx: Ctx): Promise<ResultIn<typeof endpointCalls.checkHost>> {
  const actor = actorFor(ctx, 'api.manage');
  await ctx.limits.use(`endpoint-host:${actor.accountId}`, { max: 20, windowSeconds: 600 });
  const host = (await endpointOf(ctx.db.read, actor.accountId))?.host ?? null;
  if (host === null) throw new Failure('not_possible');
  const trouble = await troubleOf(ctx, host);
  await ctx.db.write(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor.accountId);
    // another name was set meanwhile: this answer is about the old one
    if (endpoint === null || endpoint.host !== host) return;
    // a name that led here once keeps working when a later check has a bad moment
    const hostCheckedAt = trouble === null ? new Date(ctx.now()) : endpoint.hostCheckedAt;
    await setHostOf(tx, endpoint.id, { host, hostCheckedAt, hostTrouble: trouble });
    await tellDoors(ctx, tx, endpoint);
  });
  return { trouble };
}

/** Whether a certificate may be fetched for this name: our own, or one that an account has set. Else `not_found`. */
export async function tlsAsk(ctx: Ctx, domain: string): Promise<{ done: true }> {
  if (domain === ownHost(ctx)) return { done: true };
  // whoever asks is a proxy without an account, hence the system's eyes
  if (isHostName(domain) && (await isHostKnown(ctx.system.read, domain))) return { done: true };
  throw notFound();
}
