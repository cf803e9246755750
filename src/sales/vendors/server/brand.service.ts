/** The look that a vendor gives its customers: name, accent, sender, host name. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import { isHostName } from '#kit/host-name.ts';
import { isLapsed, recordOf, wishedSince } from '#kit/host-proof.ts';
import { isOurHost, leadsHere } from '#kit/server/http/own-host.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newToken } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { type VendorBrand, brandFor, logoPath } from '#core/accounts/server/brand.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { BrandView, vendorsCalls } from '../vendors.contract.ts';
import { brandById, changeBrand, ensureBrand, lockBrand, vendorAtHost } from './brands.queries.ts';
import { vendorOf } from './access.service.ts';
import type { BrandRecord } from './vendors.table.ts';

const goneHost = { host: null, hostCheckedAt: null, hostTrouble: 'lapsed', hostRecord: null } as const;
/** A host name that nobody proved in time is shown as lapsed. */
export const brandView = (row: BrandRecord, now: number): BrandView => ({
  name: row.name,
  accent: row.accent,
  senderName: row.senderName,
  replyTo: row.replyTo,
  ...(isLapsed(row, now)
    ? goneHost
    : {
        host: row.host,
        hostCheckedAt: row.hostCheckedAt?.getTime() ?? null,
        hostTrouble: row.hostTrouble,
        hostRecord: recordOf(row),
      }),
  logo: row.logoHash === null ? null : logoPath(row.logoHash),
  revision: row.revision,
});

export async function brand(ctx: Ctx): Promise<BrandView> {
  const actor = vendorOf(ctx);
  const row = await brandById(ctx.db.read, actor.accountId);
  if (row === null) throw notFound();
  return brandView(row, ctx.now());
}

type Wish = Parsed<typeof vendorsCalls.setBrand>['body'];

async function requireGood(ctx: Ctx, wish: Wish, accountId: string): Promise<void> {
  const { host } = wish;
  if (host === undefined || host === null) return;
  if (!isHostName(host) || isOurHost(siteUrl(ctx), host)) throw new Failure('bad_host', { fields: { 'body.host': 'bad_host' } });
  // a certificate may be fetched for each, and those who give them count as well
  await ctx.limits.use(`vendor-host-set:${accountId}`, { max: 5, windowSeconds: 86_400 });
}

/** Changes the look. A new host name is only a wish until `checkHost` finds the proof of it; a light accent is shown darker under white letters. Throws `bad_host`, `changed_meanwhile`. */
export async function setBrand(ctx: Ctx, body: Wish): Promise<BrandView> {
  const actor = vendorOf(ctx);
  await requireGood(ctx, body, actor.accountId);
  const { revision, host, ...rest } = body;
  // nobody who serves an account writes vendors, hence the system's hands
  return ctx.system.write(async (tx) => {
    const at = new Date(ctx.now());
    await ensureBrand(tx, actor.accountId, at);
    const row = await lockBrand(tx, actor.accountId);
    if (row === null) throw notFound();
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    const moved = host !== undefined && host !== (isLapsed(row, ctx.now()) ? null : row.host);
    await changeBrand(tx, actor.accountId, {
      ...rest,
      ...(moved ? { host, hostAskedAt: at, hostCode: row.hostCode ?? newToken(), hostCheckedAt: null, hostTrouble: null } : {}),
      changedAt: at,
    });
    await record(ctx, tx, {
      action: 'vendors.brand-changed',
      subjectKind: 'account',
      subjectId: actor.accountId,
      data: { fields: [...Object.keys(rest), ...(moved ? ['host'] : [])].join(',') },
    });
    return brandView((await lockBrand(tx, actor.accountId)) ?? row, ctx.now());
  });
}

/**
 * Whether a proxy may fetch a certificate for a vendor's name: one that is proven, or that is wished for and the DNS leads here now.
 * `too_many_requests` when an unproven name is asked for all the time.
 */
export async function isVendorHost(ctx: Ctx, host: string): Promise<boolean> {
  const found = isHostName(host) ? await vendorAtHost(ctx.system.read, host, wishedSince(ctx.now())) : null;
  if (found === null || (found.state !== 'active' && found.state !== 'suspended')) return false;
  if (found.checked === 'yes') return true;
  await ctx.limits.use(`vendor-host-ask:${host}`, { max: 20, windowSeconds: 600 });
  return leadsHere(siteUrl(ctx), host);
}

/** What a page that is opened under `host` shows, and the code that the browser remembers; null under our own name. */
export async function brandAtHost(ctx: Ctx, host: string): Promise<{ brand: VendorBrand; referral: string } | null> {
  if (isOurHost(siteUrl(ctx), host) || !isHostName(host)) return null;
  const found = await vendorAtHost(ctx.system.read, host, wishedSince(ctx.now()));
  if (found === null || found.checked === 'no') return null;
  const shown = await brandFor(ctx.system.read, found.accountId);
  return shown === null ? null : { brand: shown, referral: found.referral };
}
