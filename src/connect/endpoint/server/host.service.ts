/** The account's own host name for its endpoint, and which names a proxy in front may fetch certificates for. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isHostName } from '#kit/host-name.ts';
import { isLapsed, wishedSince } from '#kit/host-proof.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type HostProof, holdHost, proofOf } from '#kit/server/http/host-proof.ts';
import { isOurHost, leadsHere } from '#kit/server/http/own-host.ts';
import { newToken } from '#kit/server/secrets.ts';
import { notInPlan } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { isVendorHost } from '#sales/vendors/server/brand.service.ts';
import { giveWay } from '#sales/vendors/server/host-claims.service.ts';
import type { endpointCalls } from '../endpoint.contract.ts';
import { type EndpointRow, endpointOf, endpointWithHost, lockEndpoint, setHostOf } from './endpoint.queries.ts';
import { actorFor, ensureEndpoint, tellDoors } from './secrets.service.ts';

/** Sets or removes the name; a wish until `checkHost` finds the proof of it, and others may have the same. Throws `bad_host`. */
export async function setHost(ctx: Ctx, host: string | null): Promise<{ done: true }> {
  const actor = actorFor(ctx, 'api.manage');
  if (host !== null && (!isHostName(host) || isOurHost(siteUrl(ctx), host))) throw new Failure('bad_host');
  if (host !== null && !(await entitlementsFor(ctx.db.read, actor.accountId)).customDomain)
    throw notInPlan(actor.accountId, 'customDomain');
  // a certificate may be fetched for each, and those who give them count as well
  if (host !== null) await ctx.limits.use(`endpoint-host-set:${actor.accountId}`, { max: 5, windowSeconds: 86_400 });
  const { id } = await ensureEndpoint(ctx, actor.accountId);
  await ctx.db.write(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor.accountId);
    if (endpoint === null) throw notFound();
    if (endpoint.host === host && !isLapsed(endpoint, ctx.now())) return;
    await setHostOf(tx, id, {
      host,
      hostCheckedAt: null,
      hostTrouble: null,
      hostAskedAt: new Date(ctx.now()),
      hostCode: endpoint.hostCode ?? newToken(),
    });
    await record(ctx, tx, { action: 'endpoint.host-set', subjectKind: 'endpoint', subjectId: id, data: { host } });
    await tellDoors(ctx, tx, endpoint);
  });
  return { done: true };
}

type FoundHost = HostProof & { endpoint: EndpointRow; host: string };
async function settle(ctx: Ctx, tx: Db, { endpoint, host, trouble, texts }: FoundHost): Promise<void> {
  const { id, accountId, hostCheckedAt } = endpoint;
  if (trouble !== null) return setHostOf(tx, id, { host, hostCheckedAt, hostTrouble: trouble });
  await giveWay(ctx, tx, { host, mine: { place: 'endpoint', accountId }, texts });
  await setHostOf(tx, id, { host, hostCheckedAt: new Date(ctx.now()), hostTrouble: null });
  if (hostCheckedAt === null)
    await record(ctx, tx, { action: 'endpoint.host-checked', subjectKind: 'endpoint', subjectId: id, data: { host } });
}

/**
 * Checks whether the account's DNS record proves the name, and whether the name leads here. A proven name keeps working when a later
 * check fails for a moment. Throws `host_taken` while the record of another account is found, `not_possible` without a name.
 */
export async function checkHost(ctx: Ctx): Promise<ResultIn<typeof endpointCalls.checkHost>> {
  const actor = actorFor(ctx, 'api.manage');
  await ctx.limits.use(`endpoint-host:${actor.accountId}`, { max: 20, windowSeconds: 600 });
  const wished = await endpointOf(ctx.db.read, actor.accountId);
  const host = wished?.host ?? null;
  const code = wished?.hostCode ?? null;
  if (wished === null || host === null || code === null || isLapsed(wished, ctx.now())) throw new Failure('not_possible');
  const proof = await proofOf(ctx.config, siteUrl(ctx), { host, code });
  // others' names cannot be seen with the account's own eyes
  await ctx.system.write(async (tx) => {
    await holdHost(tx, host);
    const endpoint = await lockEndpoint(tx, actor.accountId);
    // another name was set meanwhile: this answer is about the old one
    if (endpoint === null || endpoint.host !== host) return;
    await settle(ctx, tx, { endpoint, host, ...proof });
    await tellDoors(ctx, tx, endpoint);
  });
  return { trouble: proof.trouble };
}

/**
 * Whether a certificate may be fetched for this name: our own, or one that an account or a vendor has proven, or wishes for and the DNS
 * leads here. Else `not_found`; `too_many_requests` when an account's unproven name is asked for all the time.
 */
export async function tlsAsk(ctx: Ctx, domain: string): Promise<{ done: true }> {
  if (isOurHost(siteUrl(ctx), domain)) return { done: true };
  if (!isHostName(domain)) throw notFound();
  // the caller is a proxy without an account, so this reads with the rights of the system
  const endpoint = await endpointWithHost(ctx.system.read, domain, wishedSince(ctx.now()));
  if (endpoint !== null && endpoint.hostCheckedAt !== null) return { done: true };
  if (await isVendorHost(ctx, domain)) return { done: true };
  if (endpoint === null) throw notFound();
  await ctx.limits.use(`endpoint-host-ask:${endpoint.accountId}`, { max: 20, windowSeconds: 600 });
  if (!(await leadsHere(siteUrl(ctx), domain))) throw notFound();
  return { done: true };
}
