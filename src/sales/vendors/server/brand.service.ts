/** The look that a vendor gives its customers: name, accent, sender, host name. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import { contrast, leastContrast } from '#kit/colour.ts';
import { isHostName } from '#kit/host-name.ts';
import { hostTrouble, isOurHost, leadsHere } from '#kit/server/own-host.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { type Brand, brandFor, logoPath } from '#core/accounts/server/brand.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { BrandView, vendorsCalls } from '../vendors.contract.ts';
import { brandById, changeBrand, ensureBrand, lockBrand, vendorAtHost } from './brands.queries.ts';
import { vendorOf } from './access.service.ts';
import type { BrandRecord } from './vendors.table.ts';

export const brandView = (row: BrandRecord): BrandView => ({
  name: row.name,
  accent: row.accent,
  senderName: row.senderName,
  replyTo: row.replyTo,
  host: row.host,
  hostCheckedAt: row.hostCheckedAt?.getTime() ?? null,
  hostTrouble: row.hostTrouble,
  logo: row.logoHash === null ? null : logoPath(row.logoHash),
  revision: row.revision,
});

export async function brand(ctx: Ctx): Promise<BrandView> {
  const actor = vendorOf(ctx);
  const row = await brandById(ctx.db.read, actor.accountId);
  if (row === null) throw notFound();
  return brandView(row);
}

type Wish = Parsed<typeof vendorsCalls.setBrand>['body'];

async function requireGood(ctx: Ctx, wish: Wish, accountId: string): Promise<void> {
  const { accent, host } = wish;
  if (accent !== undefined && accent !== null) {
    // white letters stand on it in both schemes
    const reached = contrast(accent, '#ffffff');
    if (reached < leastContrast)
      throw new Failure('low_contrast', {
        data: { contrast: Math.floor(reached * 10) / 10, least: leastContrast },
        fields: { 'body.accent': 'low_contrast' },
      });
  }
  if (host === undefined || host === null) return;
  if (!isHostName(host) || isOurHost(siteUrl(ctx), host)) throw new Failure('bad_host', { fields: { 'body.host': 'bad_host' } });
  // a certificate may be fetched for each, and those who give them count as well
  await ctx.limits.use(`vendor-host-set:${accountId}`, { max: 5, windowSeconds: 86_400 });
}

/** Changes the look. Throws `low_contrast`, `bad_host`, `host_taken`, `changed_meanwhile`. */
export async function setBrand(ctx: Ctx, body: Wish): Promise<BrandView> {
  const actor = vendorOf(ctx);
  await requireGood(ctx, body, actor.accountId);
  const { revision, host, ...rest } = body;
  try {
    // nobody who serves an account writes vendors, hence the system's hands
    return await ctx.system.write(async (tx) => {
      const at = new Date(ctx.now());
      await ensureBrand(tx, actor.accountId, at);
      const row = await lockBrand(tx, actor.accountId);
      if (row === null) throw notFound();
      if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
      const moved = host !== undefined && host !== row.host;
      await changeBrand(tx, actor.accountId, {
        ...rest,
        ...(moved ? { host, hostCheckedAt: null, hostTrouble: null } : {}),
        changedAt: at,
      });
      await record(ctx, tx, {
        action: 'vendors.brand-changed',
        subjectKind: 'account',
        subjectId: actor.accountId,
        data: { fields: [...Object.keys(rest), ...(moved ? ['host'] : [])].join(',') },
      });
      return brandView((await lockBrand(tx, actor.accountId)) ?? row);
    });
  } catch (error) {
    if (isDuplicate(error, 'vendor_brands_host_key')) throw new Failure('host_taken', { fields: { 'body.host': 'host_taken' } });
    throw error;
  }
}

/** Looks whether the name leads here. One that did once keeps its look when a later check has a bad moment. */
export async function checkHost(ctx: Ctx): Promise<BrandView> {
  const actor = vendorOf(ctx);
  await ctx.limits.use(`vendor-host:${actor.accountId}`, { max: 20, windowSeconds: 600 });
  const host = (await brandById(ctx.db.read, actor.accountId))?.host ?? null;
  if (host === null) throw new Failure('not_possible');
  const trouble = await hostTrouble(ctx.config, siteUrl(ctx), host);
  return ctx.system.write(async (tx) => {
    const row = await lockBrand(tx, actor.accountId);
    if (row === null) throw notFound();
    // another name was set meanwhile: this answer is about the old one
    if (row.host !== host) return brandView(row);
    await changeBrand(tx, actor.accountId, {
      hostTrouble: trouble,
      ...(trouble === null ? { hostCheckedAt: new Date(ctx.now()) } : {}),
    });
    if (trouble === null && row.hostCheckedAt === null)
      await record(ctx, tx, {
        action: 'vendors.host-checked',
        subjectKind: 'account',
        subjectId: actor.accountId,
        data: { host },
      });
    return brandView((await lockBrand(tx, actor.accountId)) ?? row);
  });
}

/**
 * Whether a proxy may fetch a certificate for a vendor's name: one that was found to lead here, or that the DNS leads here now.
 * `too_many_requests` when an unchecked name is asked for all the time.
 */
export async function isVendorHost(ctx: Ctx, host: string): Promise<boolean> {
  const found = isHostName(host) ? await vendorAtHost(ctx.system.read, host) : null;
  if (found === null || (found.state !== 'active' && found.state !== 'suspended')) return false;
  if (found.checked === 'yes') return true;
  await ctx.limits.use(`vendor-host-ask:${found.accountId}`, { max: 20, windowSeconds: 600 });
  return leadsHere(siteUrl(ctx), host);
}

/** What a page that is opened under `host` shows, and the code that the browser remembers; null under our own name. */
export async function brandAtHost(ctx: Ctx, host: string): Promise<{ brand: Brand; referral: string } | null> {
  if (isOurHost(siteUrl(ctx), host) || !isHostName(host)) return null;
  const found = await vendorAtHost(ctx.system.read, host);
  if (found === null || found.checked === 'no') return null;
  const shown = await brandFor(ctx.system.read, found.accountId);
  return shown === null ? null : { brand: shown, referral: found.referral };
}
