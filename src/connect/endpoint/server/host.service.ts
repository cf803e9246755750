/** The account's own host name for its endpoint, and which names a proxy in front may fetch certificates for. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db.ts';
import { hostTrouble, isOurHost, leadsHere } from '#kit/server/own-host.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { isVendorHost } from '#sales/vendors/server/brand.service.ts';
import type { endpointCalls } from '../endpoint.contract.ts';
import { isHostName } from '#kit/host-name.ts';
import { endpointOf, endpointWithHost, isHostTaken, lockEndpoint, setHostOf } from './endpoint.queries.ts';
import { actorFor, ensureEndpoint, tellDoors } from './secrets.service.ts';

/** Sets or removes the name; it counts once `checkHost` found that it leads here. */
export async function setHost(ctx: Ctx, host: string | null): Promise<{ done: true }> {
  const actor = actorFor(ctx, 'api.manage');
  if (host !== null && (!isHostName(host) || isOurHost(siteUrl(ctx), host))) throw new Failure('bad_host');
  // a certificate may be fetched for each, and those who give them count as well
  if (host !== null) await ctx.limits.use(`endpoint-host-set:${actor.accountId}`, { max: 5, windowSeconds: 86_400 });
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

export async function checkHost(ctx: Ctx): Promise<ResultIn<typeof endpointCalls.checkHost>> {
  const actor = actorFor(ctx, 'api.manage');
  await ctx.limits.use(`endpoint-host:${actor.accountId}`, { max: 20, windowSeconds: 600 });
  const host = (await endpointOf(ctx.db.read, actor.accountId))?.host ?? null;
  if (host === null) throw new Failure('not_possible');
  const trouble = await hostTrouble(ctx.config, siteUrl(ctx), host);
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

/**
 * Whether a certificate may be fetched for this name: our own, or one that an account or a vendor has set and that leads here.
 * Else `not_found`; `too_many_requests` when an account's unchecked name is asked for all the time.
 */
export async function tlsAsk(ctx: Ctx, domain: string): Promise<{ done: true }> {
  if (isOurHost(siteUrl(ctx), domain)) return { done: true };
  // whoever asks is a proxy without an account, hence the system's eyes
  const endpoint = isHostName(domain) ? await endpointWithHost(ctx.system.read, domain) : null;
  if (endpoint === null) {
    if (await isVendorHost(ctx, domain)) return { done: true };
    throw notFound();
  }
  if (endpoint.hostCheckedAt !== null) return { done: true };
  await ctx.limits.use(`endpoint-host-ask:${endpoint.accountId}`, { max: 20, windowSeconds: 600 });
  if (!(await leadsHere(siteUrl(ctx), domain))) throw notFound();
  return { done: true };
}
